"""Says when arrivals look made rather than measured: a coarse grid, few distinct times, or all gaps equal.
It refuses to change them."""

import numpy as np
from numpy.typing import NDArray

SECOND = 1_000_000
CROWD = 4


def grid_note(ticks: NDArray[np.int64]) -> tuple[str, ...]:
    """At most one sentence about sorted arrivals; a grid counts from one second up, all with ten rows or more."""
    gaps = np.diff(ticks)
    if len(ticks) < 10 or not gaps.any():
        return ("all requests arrive at the same time",) if len(ticks) >= 10 else ()
    step = int(np.gcd.reduce(gaps))
    if (gaps == step).all():
        return (f"every gap between arrivals is {step / SECOND:g} s: these times look made, not measured",)
    times, counts = np.unique(ticks, return_counts=True)
    most = f"up to {int(counts.max()):,} at one time: such bursts come from the clock"
    if step >= SECOND:
        return (f"all arrivals lie on a grid of {step / SECOND:g} s, {most}",)
    if len(times) * CROWD <= len(ticks):
        return (f"the {len(ticks):,} arrivals share {len(times):,} distinct times, {most}",)
    return ()
