"""The rows of a sweep from the totals of one and of two: each further sample or sequence adds the same exact amount.
It refuses to know what a sample is, and how the two totals are computed."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from math import lcm

from labs.gpu_memory_ledger.columns import Row

Exact = int | Decimal | Fraction


def swept_rows(counts: Iterable[int], one: Exact, two: Exact, usable: Exact, unit: int = 1) -> tuple[Row, ...]:
    """(count, total, headroom, fits) for each count. Amounts are in 1/unit GB, cells in GB, correctly rounded once.

    Whole numbers over one denominator: a decimal or a fraction for each cell costs ten times as much.
    """
    ratios = [each.as_integer_ratio() for each in (one, two, usable)]
    shared = lcm(*(below for _, below in ratios))
    first, second, room = (above * (shared // below) for above, below in ratios)
    adds, gb = second - first, shared * unit
    totals = [(each, first + (each - 1) * adds) for each in counts]
    return tuple((each, total / gb, (room - total) / gb, total <= room) for each, total in totals)
