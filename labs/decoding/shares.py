"""Shares of drafts accepted at each place, with 95 % intervals, in one row form for a run and for a comparison.
It refuses to know where the counts come from."""

import math
from collections.abc import Sequence
from typing import Final

NORMAL_975: Final = 1.959964
Share = tuple[int, int, int, float, float, float, str]


def wilson(stood: int, reached: int) -> tuple[float, float]:
    """The 95 % interval of a share `stood` of `reached`, which must be above 0, as if each draft were judged by itself.

    Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209-212."""
    share, z2 = stood / reached, NORMAL_975**2
    middle = share + z2 / (2 * reached)
    half = NORMAL_975 * math.sqrt(share * (1 - share) / reached + z2 / (4 * reached**2))
    scale = 1 + z2 / reached
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def shares(by_position: Sequence[float], reached: Sequence[int]) -> list[Share]:
    """A row a place: place, judged there, accepted, share, low, high, words."""
    rows = []
    for place, (share, count) in enumerate(zip(by_position, reached, strict=True), 1):
        stood = round(share * count)
        low, high = wilson(stood, count)
        rows.append((place, count, stood, stood / count, low, high, f"{stood} of the {count} judged here stood"))
    return rows
