"""The work of a replay while it is done: held to a ceiling, and told now and then to whoever waits for it.
It refuses to measure time, so that the same run is stopped on every machine."""

from collections.abc import Callable

from labs.replay.bounds import Ceiling, TooLong, TooManyRows
from labs.replay.columns import Tape
from labs.replay.server import GONE, Server

# Looks between two words to who waits, 64 rounds of the loop each: 30 to 100 ms of work.
LOOKS_A_WORD = 128
Heed = Callable[[int, int], None]


class Meter:
    """`heed` gets the requests that have come, of all; what it raises ends the run."""

    def __init__(self, ceiling: Ceiling | None, heed: Heed | None) -> None:
        self._ceiling, self._heed = ceiling, heed
        self._looks = 0

    def look(self, server: Server, tape: Tape) -> None:
        """Called before the first round of the loop, then now and then. TooLong when the work is above the ceiling."""
        if self._ceiling is not None:
            _check_work(server, tape, self._ceiling)
        if self._heed is not None and self._looks % LOOKS_A_WORD == 0:
            self._heed(server.arrived, server.size)
        self._looks += 1


def _share(server: Server) -> float:
    """How much of all prompt tokens is computed, or will not be because its caller is gone."""
    pairs = zip(server.prompt, server.done, server.phase, strict=True)
    settled = sum(prompt if phase == GONE else done for prompt, done, phase in pairs)
    return settled / max(sum(server.prompt), 1)


def _check_work(server: Server, tape: Tape, ceiling: Ceiling) -> None:
    when = f"when {server.arrived:,} of {server.size:,} requests have come. Give fewer requests"
    if tape.size > ceiling.rows:
        told = f"this run has more than {ceiling.rows:,} rows {when}, or settings that do more in a step."
        raise TooManyRows(told, _share(server))
    if server.step > ceiling.steps:
        raise TooLong(f"this run has more than {ceiling.steps:,} decode steps {when}, or shorter outputs.")
