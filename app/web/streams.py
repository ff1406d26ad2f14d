"""Streams of events to browsers: how many may be open, and how one is written. Each holds a thread while it is open.
It refuses to know what the events mean."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from threading import Event as Flag
from threading import Lock

from app.jobs import LAST, JobEvent
from app.store import Unavailable

# Of the server's threads, so that pages always find one.
SHARE = 4
LOOK_SECONDS = 0.025
# A look costs nothing; the table is asked when its file has changed, just after, and else this rarely.
SETTLED_SECONDS, MOST_QUIET_SECONDS, QUEUED_SECONDS = 0.1, 0.5, 0.2
BEAT_SECONDS = 2.0
MOST_SECONDS = 60.0
RETRY_MS = 1000
Read = Callable[[int], tuple[JobEvent, ...]]
Waiting = Callable[[], str | None]
IsGone = Callable[[], bool]
Stamp = Callable[[], object]


def only_asking_tells() -> None:
    """The stamp of a table that gives no sign of a change."""


def never() -> bool:
    """What a server says that learns of a browser's leaving only when it writes."""
    return False


@dataclass(frozen=True)
class Slot:
    """The right to one open stream; `over` is set when the server stops, `is_gone` says that the browser has left,
    where the server can tell."""

    owner: str
    is_gone: IsGone = field(default=never, compare=False)
    over: Flag = field(default_factory=Flag, compare=False)


class Streams:
    """The open streams of one server: at most a quarter of its threads, and one for each owner."""

    def __init__(self, threads: int) -> None:
        self.most = max(1, threads // SHARE)
        self._open: dict[str, Slot] = {}
        self._lock = Lock()
        self._is_closed = False

    def open(self, owner: str, is_gone: IsGone = never) -> Slot | None:
        """A slot, or None when there is none left or the owner has one already."""
        with self._lock:
            if self._is_closed or owner in self._open or len(self._open) >= self.most:
                return None
            self._open[owner] = Slot(owner, is_gone)
            return self._open[owner]

    def release(self, slot: Slot) -> None:
        with self._lock:
            if self._open.get(slot.owner) is slot:
                del self._open[slot.owner]

    def close(self) -> None:
        """End every stream, since the server stops."""
        with self._lock:
            self._is_closed = True
            for slot in self._open.values():
                slot.over.set()


class Looking:
    """When to ask the table: after its file changed, and else rarely. `stamp` gives None where only asking tells."""

    def __init__(self, stamp: Stamp) -> None:
        self._stamp, self._last = stamp, stamp()
        self._asked, self._moved = -MOST_QUIET_SECONDS, time.monotonic()

    def is_due(self, is_queued: bool) -> bool:
        """Whether to ask now; a yes counts as having asked."""
        now, stamp = time.monotonic(), self._stamp()
        if stamp != self._last:
            self._last, self._moved = stamp, now
        quiet = QUEUED_SECONDS if stamp is None and is_queued else MOST_QUIET_SECONDS
        # Two changes within the fineness of a file's time look like one, so it is asked a little longer.
        is_moving = (stamp is None and not is_queued) or now - self._moved < SETTLED_SECONDS
        if not is_moving and now - self._asked < quiet:
            return False
        self._asked = now
        return True


def stream(
    slot: Slot,
    read: Read,
    waiting: Waiting,
    after: int,
    most_seconds: float = MOST_SECONDS,
    stamp: Stamp = only_asking_tells,
) -> Iterator[str]:
    """Events with a number above `after` as soon as they exist, a comment every 2 s so that a browser that is gone is
    noticed, and an end after a minute: the browser comes again by itself and goes on from the last number.

    `waiting` gives the words of a run that has not begun, None of one that runs; it raises Ended behind the last event.
    """
    yield f"retry: {RETRY_MS}\n\n"
    began = beaten = looked = time.monotonic()
    said: str | None = None
    looking = Looking(stamp)
    while not slot.over.wait(LOOK_SECONDS) and not slot.is_gone() and time.monotonic() - began < most_seconds:
        try:
            events = read(after) if looking.is_due(is_queued=bool(said)) else ()
            for event in events:
                yield frame(event.name, event.data, event.n)
                after, beaten = event.n, time.monotonic()
                if event.name in LAST:
                    return
            now = time.monotonic()
            if not events and (said is None or now - looked > 1):
                looked, words = now, waiting()
                if words is not None and words != said:
                    yield frame("queued", words)
                said = words or ""
        except Ended:
            yield frame("ended", "{}")
            return
        except Unavailable:
            return
        if now - beaten > BEAT_SECONDS:
            beaten = now
            yield ": still here\n\n"


class Ended(Exception):
    """The run has ended and all its events were read."""


def frame(name: str, data: str, n: int | None = None) -> str:
    """One event as the browser reads it; data holds no line break, because it is JSON."""
    number = f"id: {n}\n" if n is not None else ""
    return f"{number}event: {name}\ndata: {data}\n\n"
