"""Starts the program as a real process, with a deadline, and keeps what it says.

It knows the command line and refuses to know pages.
"""

import os
import queue
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Protocol

import pytest

ROOT = Path(__file__).resolve().parent.parent
# A start takes a second of a quiet core; only a server that hangs is to meet the deadline.
DEADLINE_SECONDS = 90.0
# For servers that are asked nothing about the lesson: the built-in course has twenty replays computed ahead.
SMALL = ("--content", str(Path(__file__).parent / "course_site" / "content"))


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
