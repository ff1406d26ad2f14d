"""Requests that end before their last token: callers who hang up or lose patience, and those shed from the queue.
It refuses to know when boundaries come; an iteration under way is never cut short."""

from heapq import heappop, heappush

from labs.replay.drafting import Rates
from labs.replay.outcomes import CANCELLED, SHED, TIMED_OUT
from labs.replay.server import DECODING, GONE, PREFILLING, WAITING, Server

# Order of causes at one instant: the caller's word comes before the server's.
HANG_UP, OUT_OF_PATIENCE, QUEUE_DELAY = range(3)
OUTCOME = (CANCELLED, TIMED_OUT, SHED)
PHASES = ((WAITING, PREFILLING, DECODING), (WAITING, PREFILLING), (WAITING,))


def expect(server: Server, index: int) -> None:
    """Note when an arrived request would leave. A queue delay equal to the limit is still allowed."""
    arrival, unit = server.arrival[index], server.subticks
    if server.cancel and server.cancel[index] >= 0:
        heappush(server.leaving, ((arrival + server.cancel[index]) * unit, HANG_UP, index))
    if server.patience and server.patience[index] >= 0:
        heappush(server.leaving, ((arrival + server.patience[index]) * unit, OUT_OF_PATIENCE, index))
    if server.bounds.queue_delay is not None:
        heappush(server.leaving, ((arrival + server.bounds.queue_delay) * unit + 1, QUEUE_DELAY, index))


def next_leave(server: Server) -> int | None:
    """The sub-tick at which the next request leaves, or None; notes that no longer hold are dropped."""
    leaving = server.leaving
    while leaving:
        when, cause, index = leaving[0]
        if server.phase[index] in PHASES[cause]:
            return when
        heappop(leaving)
    return None


def leave(server: Server, before: int, stepped: bool) -> None:
    """End all who leave before a sub-tick. `stepped`: a decode step is ending whose tokens they no longer get."""
    while (when := next_leave(server)) is not None and when < before:
        _, cause, index = heappop(server.leaving)
        _account(server, index, stepped)
        server.columns.end(index, OUTCOME[cause], (when - (cause == QUEUE_DELAY)) // server.subticks)
        if server.phase[index] == WAITING:
            server.phase[index] = GONE
        else:
            server.vacate(index)


def _account(server: Server, index: int, stepped: bool) -> None:
    """Write down the tokens computed for a request that leaves or stays open, and take it out of the batch."""
    columns, phase = server.columns, server.phase[index]
    columns.prefilled[index] = server.done[index]
    if phase == PREFILLING:
        server.prefilling.remove(index)
        if server.done[index] == server.prompt[index] and server.output[index]:
            columns.discarded[index] = 1
    if phase == DECODING:
        steps = server.step - columns.joined[index]
        columns.steps[index] = steps - stepped
        columns.produced[index] = delivered(server, index, steps - stepped)
        columns.discarded[index] = delivered(server, index, steps) - columns.produced[index]
        server.stop_decoding(index)


def delivered(server: Server, index: int, steps: int) -> int:
    """Output tokens after so many decode steps: the first, and the whole part of what steps are expected to give."""
    return 1 + min(server.output[index] - 1, gained(server.rates, server.group[index], steps))


def gained(rates: Rates, group: int, steps: int) -> int:
    """Whole tokens that so many decode steps give a request of a group, were its output long enough."""
    return steps * rates.tokens[group] // rates.unit


def account_open(server: Server) -> None:
    """Write down the tokens of all who are in service when a time limit ends the run."""
    for index in range(server.size):
        if server.phase[index] in (PREFILLING, DECODING):
            _account(server, index, stepped=False)
