"""Keeps the memory of a server small and its pauses short, with what Python and the C library offer for it.
It refuses to know what is in that memory."""

import ctypes
import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# mallopt's name for the most arenas; beside glibc nobody has it.
M_ARENA_MAX = -8
# Python's own lock lets one thread at a time ask for memory, and each arena more keeps what it freed.
MOST_ARENAS = 1
FIRST_GENERATION = 10_000


def keep_small() -> None:
    """To be called when all is loaded, before threads start, and again when the lessons are."""
    # What is loaded stays; looking through it again stopped every request for 50 ms at a time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(FIRST_GENERATION, *gc.get_threshold()[1:])
    library = _glibc()
    if library is not None:
        # By itself each thread gets an arena of its own, and keeps what its largest answer took.
        library.mallopt(M_ARENA_MAX, MOST_ARENAS)
    # To load takes more than what is loaded.
    give_back()


def give_back() -> None:
    """Return to the system what a large computation took and freed."""
    library = _glibc()
    if library is not None:
        library.malloc_trim(0)


@dataclass
class Tidier:
    """Returns freed memory now and then: pages as long as ours leave holes that the C library keeps by itself."""

    turns: int = 1_000
    seconds: float = 2.0
    clock: Callable[[], float] = time.monotonic
    _since: int = 0
    _last: float = 0.0

    def turn(self) -> bool:
        """To be called at each turn of the server's loop; True when it was time. An idle server has few turns."""
        self._since += 1
        if self._since < self.turns or self.clock() - self._last < self.seconds:
            return False
        give_back()
        self._since, self._last = 0, self.clock()
        return True


def _glibc() -> Any:
    """The C library where it is GNU's, else None: other systems return memory by themselves or have no way to ask."""
    try:
        library = ctypes.CDLL(None)
    except TypeError:
        # Windows has no library of the program itself.
        return None
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None
