"""Drafting in a batch by exact fractions, one batch size after another: slow and obvious.
It knows the printed numbers of one card and nothing of the project."""

from fractions import Fraction

PEAK, BANDWIDTH = 312 * 10**12, 2039 * 10**9
DECODE = Fraction("10.74"), Fraction("0.0235")
PREFILL = Fraction("5.21"), Fraction("0.0509")
CACHE = Fraction("0.00008155")


def mean_tokens(alpha: Fraction, gamma: int) -> Fraction:
    """Tokens of a round: each further one needs all before it."""
    total, reached = Fraction(1), Fraction(1)
    for _ in range(gamma):
        reached *= alpha
        total += reached
    return total


def roofline(alpha: Fraction, gamma: int, c: Fraction, batch: int) -> Fraction:
    """Speed beside plain when a step lasts a weight read, or as long as its arithmetic at two bytes a weight."""
    # Seconds for one weight: two bytes to read, two operations a token.
    read = Fraction(2, BANDWIDTH)
    plain = max(read, Fraction(2 * batch, PEAK))
    verify = max(read, Fraction(2 * batch * (gamma + 1), PEAK))
    return mean_tokens(alpha, gamma) * plain / (gamma * c * plain + verify)


def step_ms(tokens: int, batch: int, context: int) -> Fraction:
    """A step by the fitted lines."""
    lines = [fixed + slope * tokens for fixed, slope in (DECODE, PREFILL)]
    return max(lines) + CACHE * batch * context


def fitted(alpha: Fraction, gamma: int, c: Fraction, batch: int, context: int) -> Fraction:
    """Speed beside plain by the fitted lines."""
    plain = step_ms(batch, batch, context)
    drafted = gamma * c * plain + step_ms(batch * (gamma + 1), batch, context)
    return mean_tokens(alpha, gamma) * plain / drafted


def last_paying(speeds: list[Fraction]) -> int | None:
    """The batch before the first that is slower, counted from 1; None when none is."""
    for place, speed in enumerate(speeds):
        if speed < 1:
            return place
    return None
