"""Computes ahead, in a process of its own, what slow labs are asked first; the results are kept in the data folder.
It refuses to run inside the server, whose memory would stay as large as a replay makes it at its peak."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from app import create_app
from app.config import Settings, read_settings
from app.web.runs import warm
from app.web.sweeps import warm_sweeps

NICE = 10


@contextmanager
def started(settings: Settings) -> Iterator[subprocess.Popen[bytes]]:
    """The running process, which ends with the block at the latest."""
    places = {"SERVELAB_DATA": settings.data, "SERVELAB_CONTENT": settings.content}
    environ = os.environ | {name: str(place) for name, place in places.items() if place is not None}
    # In a session of its own, so that Ctrl-C reaches the server alone.
    command = [sys.executable, "-m", "app.warming"]
    with subprocess.Popen(command, env=environ, stdin=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            yield process
        finally:
            process.terminate()


def main() -> None:
    """Run what the lessons name, every value of their sweeps, and the defaults of every slow lab."""
    if hasattr(os, "nice"):
        # Whoever is at a page goes first.
        os.nice(NICE)
    app = create_app(read_settings(os.environ))
    shelf = app.extensions["shelf"]
    with app.app_context():
        shelf.read_again()
        warm_sweeps(place.block for place in shelf.places.values())
    warm(app)


if __name__ == "__main__":
    main()
