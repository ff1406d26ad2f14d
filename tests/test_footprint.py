"""What a server does to stay small: loaded objects are frozen, memory goes back, other systems are left alone.
It refuses to measure; the benchmarks do."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from app import kept_runs
from app.config import Settings
from app.footprint import FIRST_GENERATION, Tidier, give_back
from app.warming import ahead
from labs import get_lab, parse
from tests.course_site.site import CONTENT

ROOT = Path(__file__).resolve().parent.parent
FREEZING = """
import gc
from app.footprint import keep_small
keep_small()
print(gc.get_freeze_count() > 1000, gc.get_threshold()[0])
"""


def test_what_is_loaded_is_looked_through_no_more() -> None:
    done = subprocess.run([sys.executable, "-c", FREEZING], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", str(FIRST_GENERATION)]


@pytest.mark.parametrize("problem", [None, TypeError("no library of the program itself")])
def test_memory_is_given_back_where_the_system_has_a_way(
    monkeypatch: pytest.MonkeyPatch, problem: Exception | None
) -> None:
    asked: list[int] = []

    class Library:
        mallopt = staticmethod(lambda *values: None)
        malloc_trim = staticmethod(asked.append)

    def load(name: None) -> type[Library]:
        if problem:
            raise problem
        return Library

    monkeypatch.setattr(ctypes, "CDLL", load)
    give_back()
    assert asked == ([] if problem else [0])


def test_the_process_ahead_keeps_the_defaults_of_a_slow_lab(tmp_path: Path) -> None:
    lab, done = get_lab("batching-replay"), Event()
    # Another course than the built-in one, whose lesson takes twenty replays before.
    with ahead(Settings(data=tmp_path, content=CONTENT), done.set, delay=0) as waiting:
        waiting.join(timeout=240)
    assert done.is_set()
    assert kept_runs.load(tmp_path / "runs", lab, parse(lab, [])) is not None


@pytest.mark.parametrize("delay", [0.0, 60.0])
def test_the_process_ahead_ends_with_the_server(tmp_path: Path, delay: float) -> None:
    done = Event()
    with ahead(Settings(data=tmp_path), done.set, delay) as waiting:
        pass
    if not delay:
        waiting.join(timeout=90)
        assert not waiting.is_alive()
    assert not done.is_set()
    assert not (tmp_path / "runs").exists()


def test_the_process_ahead_ends_when_its_server_is_gone(tmp_path: Path) -> None:
    environ = {**os.environ, "SERVELAB_DATA": str(tmp_path)}
    command = [sys.executable, "-m", "app.warming"]
    done = subprocess.run(command, cwd=ROOT, env=environ, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    assert not (tmp_path / "runs").exists()


def test_memory_goes_back_after_many_turns_of_the_loop_and_not_twice_within_two_seconds() -> None:
    now = 100.0
    tidier = Tidier(turns=3, seconds=2.0, clock=lambda: now)
    assert [tidier.turn() for _ in range(5)] == [False, False, True, False, False]
    assert not tidier.turn()
    now += 2.0
    assert tidier.turn()
    assert not tidier.turn()
