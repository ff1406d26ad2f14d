"""Pearson's test of counts against a law: the statistic with rare cells pooled, and its p-value without a library.
It refuses to know where counts come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log

LEAST_EXPECTED = 5.0
STEPS = 10_000
TINY = 1e-300


@dataclass(frozen=True)
class Fit:
    """Sum of (observed - expected)^2 / expected over `cells`, and how likely chance alone gives as much or more."""

    statistic: float
    cells: int
    p_value: float


def fit(observed: Sequence[float], expected: Sequence[float]) -> Fit:
    """The fit of counts to expected counts of the same total; cells expected below 5 are one cell together.

    A count where nothing is expected is infinitely far off. ValueError for fewer than two cells."""
    if len(observed) != len(expected):
        raise ValueError(f"{len(observed)} counts and {len(expected)} expectations: give one for each cell.")
    pairs = [pair for pair in zip(observed, expected, strict=True) if pair[1] >= LEAST_EXPECTED]
    small = [pair for pair in zip(observed, expected, strict=True) if pair[1] < LEAST_EXPECTED]
    if small:
        pairs.append((sum(seen for seen, _ in small), sum(wanted for _, wanted in small)))
    pairs = [pair for pair in pairs if pair != (0, 0)]
    if len(pairs) < 2:
        raise ValueError(f"{len(pairs)} cells expect {LEAST_EXPECTED:g} or more: count more draws.")
    if any(wanted == 0 for _, wanted in pairs):
        return Fit(float("inf"), len(pairs), 0.0)
    statistic = sum((seen - wanted) ** 2 / wanted for seen, wanted in pairs)
    return Fit(statistic, len(pairs), upper_tail(statistic, len(pairs) - 1))


def upper_tail(statistic: float, freedom: int) -> float:
    """P(chi-square with `freedom` degrees > statistic): the regularised upper incomplete gamma function.

    A series below the mean, a continued fraction above it (Abramowitz and Stegun, 6.5.29 and 6.5.31)."""
    shape, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    front = exp(min(0.0, shape * log(x) - x - lgamma(shape)))
    return 1 - front * _series(shape, x) if x < shape + 1 else front * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1 / shape
    for step in range(1, STEPS):
        term *= x / (shape + step)
        total += term
        if term < total * 1e-16:
            break
    return total


def _fraction(shape: float, x: float) -> float:
    """Lentz's way to sum the fraction from the front."""
    below = x + 1 - shape
    c, d = 1 / TINY, 1 / below
    total = d
    for step in range(1, STEPS):
        part = -step * (step - shape)
        below += 2
        d = 1 / (part * d + below or TINY)
        c = below + part / c or TINY
        total *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return total
