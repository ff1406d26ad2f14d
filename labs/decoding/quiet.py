"""The state in which a run is timed: one thread, and no garbage collection.
It refuses to time anything. A full collection stops a round for 30 to 70 ms, longer than all that the round does."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from labs.decoding.threads import one_thread


@contextmanager
def quiet() -> Iterator[None]:
    """Collects once before, not inside, and leaves the collector as it was."""
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        with one_thread():
            yield
    finally:
        if was_on:
            gc.enable()
