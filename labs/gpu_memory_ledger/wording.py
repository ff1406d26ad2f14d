"""How the ledger says amounts, and which counts its sweep visits.
It refuses to know modes, models and cards."""

from decimal import Decimal
from fractions import Fraction
from math import ceil

from labs.units import number, significant

Amount = int | float | Decimal | Fraction
SWEEP_ROWS = 80


def gb(amount: Amount) -> str:
    """The size of an amount of GB, without sign: two decimals, or in MB, kB or bytes when they show none."""
    size = abs(float(amount))
    if size == 0 or size >= 0.005:
        return f"{number(size, 2 if size else None)} GB"
    for unit in ("MB", "kB"):
        size *= 1000
        if size >= 0.995:
            return f"{number(significant(size, 2))} {unit}"
    shown = number(significant(size * 1000, 2))
    return f"{shown} {'byte' if shown == '1' else 'bytes'}"


def spare(headroom: Amount) -> str:
    """`0.04 GB to spare` or `0.30 GB over`; an exact fit has nothing to spare."""
    if headroom == 0:
        return "nothing to spare"
    return f"{gb(headroom)} {'to spare' if headroom > 0 else 'over'}"


def percent(part: Amount, whole: Amount) -> str:
    """A share in whole percent, `under 1 %` where that would read as nothing."""
    share = 100 * float(part) / float(whole)
    return "under 1 %" if 0 < share < 0.5 else f"{share:,.0f} %"


def swept(now: int, largest: int | None, most: int) -> list[int]:
    """At most 80 counts up to `most`: 1, even steps beyond what fits, and always `now`, the largest and the next."""
    marks = {1, now}
    if largest is not None:
        marks |= {each for each in (largest, largest + 1) if 1 <= each <= most}
    top = min(most, max(SWEEP_ROWS, max(marks) + max(marks) // 10))
    step = ceil(top / (SWEEP_ROWS - len(marks))) if top > SWEEP_ROWS else 1
    return sorted(marks | set(range(step, top + 1, step)))
