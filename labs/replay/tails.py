"""What may be told of the slowest of so many values: their p99, or of too few the largest.
It refuses to compute either."""

# Of fewer values the formula's p99 lies between the two largest: it tells of one or two and of no hundredth.
FEWEST_FOR_P99 = 100


def has_p99(count: int) -> bool:
    """Whether so many values have a p99 that may be told."""
    return count >= FEWEST_FOR_P99


def largest_of(count: int, largest: str, who: str = "") -> str:
    """`the largest of 33 rare is 4.2 s`; `the only one is 4.2 s`."""
    return (
        f"the only one is {largest}"
        if count == 1
        else f"the largest of {' '.join((f'{count:,}', who)).strip()} is {largest}"
    )


def no_p99(count: int, largest: str) -> str:
    """What stands in place of a p99 that may not be told: `no p99; the largest of 33 is 4.2 s`."""
    return f"no p99; {largest_of(count, largest)}" if count else "nobody has one"


def rolling(window: int) -> str:
    """What a stop condition reads off its last completions: `p99 first token`, of fewer than 100 another name."""
    if has_p99(window):
        return "p99 first token"
    return "near-slowest first token" if window > 1 else "first token"
