"""Equal decode steps as an arithmetic series: how long k of them last, and how many fill a span.
It refuses to know what a step is made of."""

from math import sqrt


def span(steps: int, first: int, growth: int) -> int:
    """Duration of so many decode steps."""
    return steps * first + growth * (steps * (steps - 1) // 2)


def steps_to_reach(room: int, first: int, growth: int) -> int:
    """The fewest steps, at least 1, that last `room` sub-ticks or longer; the first must last longer than 0."""
    if first >= room:
        return 1
    # Root of growth/2 k^2 + (first - growth/2) k = room in floats as a first guess; whole numbers make it exact.
    lean = 2.0 * first - growth
    steps = int(4.0 * room / (lean + sqrt(lean * lean + 8.0 * growth * room)))
    while span(steps, first, growth) < room:
        steps += 1
    while span(steps - 1, first, growth) >= room:
        steps -= 1
    return steps
