"""Intervals of ratios over prompts: whole prompts are drawn again, because tokens of one prompt hang together.
It refuses to know what is compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DRAWS = 4_000
Reals = NDArray[np.float64]


@dataclass(frozen=True)
class Interval:
    """A value and the 95 % interval around it."""

    value: float
    low: float
    high: float

    def is_apart_from(self, other: Interval) -> bool:
        """Whether the two intervals share no number."""
        return self.low > other.high or self.high < other.low


def interval(columns: Sequence[Sequence[float]], statistic: Callable[..., Reals], seed: int = 1) -> Interval:
    """The statistic of the sums of columns, each with a number a prompt, and its percentile bootstrap interval.

    `statistic` gets one array of sums for each column and works on them together. ValueError below two prompts."""
    table = np.array(columns, dtype=np.float64)
    count = table.shape[1]
    if count < 2:
        raise ValueError(f"{count} prompt gives no interval; give two or more.")
    drawn = np.random.default_rng(seed).integers(0, count, size=(DRAWS, count))
    sums = table[:, drawn].sum(-1)
    low, high = np.percentile(statistic(*sums), [2.5, 97.5])
    return Interval(float(statistic(*table.sum(-1))), float(low), float(high))
