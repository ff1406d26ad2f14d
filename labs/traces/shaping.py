"""The same requests faster or slower, a stretch of time, or the first rows.
It refuses to change tokens, groups and the callers' patience."""

import math
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from labs.replay.workload import Workload
from labs.traces.limits import BadTrace

TICKS = 1_000_000
LATEST_S = 4_000_000_000
COLUMNS = ("arrival", "prompt", "output", "row", "tenant", "group", "priority", "patience", "cancel")


def scale(workload: Workload, factor: Decimal | int | float) -> Workload:
    """Arrivals divided by `factor` and floored to the tick: 2 doubles the load. Patience is the callers' and stays.

    A factor from 0.001 to 1,000; a float counts as the decimal that it shows.
    """
    exact = Fraction(str(factor)) if Decimal(str(factor)).is_finite() else Fraction(0)
    if not Fraction(1, 1_000) <= exact <= 1_000:
        raise BadTrace(f"The load factor is {factor}; a number from 0.001 to 1,000 is allowed.")
    if exact == 1:
        return workload
    above, below = exact.as_integer_ratio()
    arrival = array("q", [ticks * below // above for ticks in workload.arrival])
    return replace(workload, arrival=arrival, notes=(*workload.notes, f"arrivals divided by {factor}"))


def window(workload: Workload, start_s: Decimal | int | float, end_s: Decimal | int | float) -> Workload:
    """The requests with start_s <= arrival < end_s, counted again from the first of them."""
    edges = [Decimal(str(edge)) for edge in (start_s, end_s)]
    if not all(edge.is_finite() and 0 <= edge <= LATEST_S for edge in edges):
        raise BadTrace(f"The window is {start_s} to {end_s} s; times from 0 to {LATEST_S:,} s are allowed.")
    low, high = (math.ceil(edge * TICKS) for edge in edges)
    first, last = bisect_left(workload.arrival, low), bisect_left(workload.arrival, high)
    if first >= last:
        end = workload.arrival[-1] / TICKS if len(workload) else 0.0
        raise BadTrace(f"No request arrives from {start_s} s to before {end_s} s. The last is at {end:,.3f} s.")
    return _part(workload, first, last, f"only arrivals from {start_s} s to before {end_s} s")


def head(workload: Workload, count: int) -> Workload:
    """The first `count` requests in order of arrival."""
    if count < 1:
        raise BadTrace(f"The number of requests is {count}; 1 or more is allowed.")
    return workload if count >= len(workload) else _part(workload, 0, count, f"only the first {_requests(count)}")


def _part(workload: Workload, first: int, last: int, note: str) -> Workload:
    parts: dict[str, Sequence[int]] = {name: getattr(workload, name)[first:last] for name in COLUMNS}
    origin = parts["arrival"][0]
    parts["arrival"] = array("q", [ticks - origin for ticks in parts["arrival"]])
    return replace(workload, **parts, notes=(*workload.notes, note))  # type: ignore[arg-type]


def _requests(amount: int) -> str:
    return "request" if amount == 1 else f"{amount:,} requests"
