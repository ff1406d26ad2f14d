"""Computes ahead, in a process of its own, what slow labs are asked first; the results are kept in the data folder.
It refuses to run inside the server, whose memory would stay as large as a replay makes it at its peak."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread

from app import create_app
from app.children import own_environment, step_back
from app.config import Settings, read_settings
from app.web.runs import warm
from app.web.sweeps import warm_sweeps

# The first pages go first, and a server that is stopped at once has done nothing in vain.
DELAY_S = 2.0


@contextmanager
def ahead(settings: Settings, then: Callable[[], None], delay: float = DELAY_S) -> Iterator[Thread]:
    """Begin after `delay` seconds, and call `then` when it has ended, with or without success; at the end of the
    block it ends too.
    Gives the thread that waits for it."""
    stop, lock, begun = Event(), Lock(), list[subprocess.Popen[bytes]]()

    def compute() -> None:
        stop.wait(delay)
        with lock:
            if stop.is_set():
                return
            begun.append(_begin(settings))
        _ = begun[0].wait()
        if not stop.is_set():
            then()

    waiting = Thread(target=compute, daemon=True)
    waiting.start()
    try:
        yield waiting
    finally:
        with lock:
            stop.set()
        for process in begun:
            process.terminate()
            process.communicate()


def _begin(settings: Settings) -> subprocess.Popen[bytes]:
    places = {"SERVELAB_DATA": settings.data, "SERVELAB_CONTENT": settings.content}
    given = {name: str(place) for name, place in places.items() if place is not None}
    command = [sys.executable, "-m", "app.warming"]
    # In a session of its own, so that Ctrl-C reaches the server alone; its input ends when the server does.
    return subprocess.Popen(command, env=own_environment(**given), stdin=subprocess.PIPE, start_new_session=True)


def main() -> None:
    """Run what the lessons name, every value of their sweeps, and the defaults of every slow lab."""
    Thread(target=_end_with_server, daemon=True).start()
    step_back()
    app = create_app(read_settings(os.environ))
    shelf = app.extensions["shelf"]
    with app.app_context():
        shelf.read_again()
        warm_sweeps(place.block for place in shelf.places.values())
    warm(app)


def _end_with_server() -> None:
    """A server that is killed can tell nobody, but its end of the pipe closes."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    main()
