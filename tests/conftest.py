"""Fixtures for every test: a real server with a deadline, a free port, and the Chromium that browser tests start.

They know how to start the program and refuse to know its pages.
"""

import os
import queue
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

import pytest
from hypothesis import settings

from app.browser import chromium_on_path

ROOT = Path(__file__).resolve().parent.parent
DEADLINE_SECONDS = 20.0

# A busy machine makes single examples slow; how long a test may take is not what its property says.
settings.register_profile("servelab", deadline=None)
settings.load_profile("servelab")


class Running:
    """A server process, the address that it printed, and everything that it says."""

    def __init__(self, command: list[str], cwd: Path, environ: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command, cwd=cwd, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, encoding="utf-8",
        )  # fmt: skip
        self.said: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        Thread(target=self._read, daemon=True).start()

    def wait_for(self, text: str) -> str:
        """The first line with the text; fails with the whole output when the process ends or the deadline passes."""
        while True:
            try:
                line = self._lines.get(timeout=DEADLINE_SECONDS)
            except queue.Empty:
                line = None
            if line is None:
                pytest.fail(f"No line with {text!r} within {DEADLINE_SECONDS:g} s; the server said:\n{self.output()}")
            if text in line:
                return line

    def address(self) -> str:
        """The base address that it printed, with a closing slash."""
        return next(word for word in self.wait_for("http://").split() if word.startswith("http://"))

    def output(self) -> str:
        return "".join(self.said)

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(timeout=DEADLINE_SECONDS)

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self.said.append(line)
                self._lines.put(line)
        self._lines.put(None)


class StartServer(Protocol):
    """Starts `python ARGUMENTS` and gives the running process; it is stopped at the end."""

    def __call__(self, *arguments: str, cwd: Path = ROOT, **environ: str) -> Running: ...


@contextmanager
def starting() -> Iterator[StartServer]:
    started: list[Running] = []

    def start(*arguments: str, cwd: Path = ROOT, **environ: str) -> Running:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("SERVELAB_")}
        # The checkout's own code, whether or not it is installed; a caller's PYTHONPATH wins.
        given = {**inherited, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", **environ}
        started.append(Running([sys.executable, *arguments], cwd, given))
        return started[-1]

    try:
        yield start
    finally:
        for running in started:
            running.process.kill()
            running.process.wait(timeout=DEADLINE_SECONDS)


@pytest.fixture
def start_server() -> Iterator[StartServer]:
    with starting() as start:
        yield start


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base address, with a closing slash, of one real `servelab serve` with an empty data folder."""
    with starting() as start:
        data = tmp_path_factory.mktemp("data")
        running = start("-m", "app", "serve", "--port", "0", "--data", str(data))
        yield running.address()
        if running.process.poll() is not None:
            pytest.fail(f"The server ended during the tests (exit {running.process.returncode}):\n{running.output()}")


@pytest.fixture(scope="session")
def base_url(server: str) -> str:
    """What pytest-playwright puts before an address without a host, so that page.goto("/labs") opens the server."""
    return server


@pytest.fixture
def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port: int = held.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """pytest-playwright's launch arguments, with the Chromium that `servelab test` found."""
    chromium = os.environ.get("SERVELAB_CHROMIUM") or chromium_on_path()
    if not chromium:
        pytest.fail("No Chromium on PATH and SERVELAB_CHROMIUM is not set; run `servelab test`, which gets one.")
    # Chromium refuses its sandbox to root, which is what a build machine often is.
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = [*browser_type_launch_args.get("args", []), *(["--no-sandbox"] if is_root else [])]
    return {**browser_type_launch_args, "executable_path": str(chromium), "args": arguments}


@pytest.fixture(scope="session")
def axe_source() -> str:
    """The text of axe-core, to be run in a page; an editable install puts it in static/dist-test."""
    found = sorted((ROOT / "static" / "dist-test").glob("axe.min.*.js"))
    if len(found) != 1:
        pytest.fail("axe-core is not in static/dist-test; run `pip install -e .` in the checkout, which fetches it.")
    return found[0].read_text(encoding="utf-8")
