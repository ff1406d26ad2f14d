"""Small arrivals that a person can follow: two for sums by hand, and one very long prompt among short ones.
It refuses to read files."""

from collections.abc import Sequence

from labs.replay import Workload

S = 1_000_000
FOUR = ((0, 4, 5), (0, 2, 2), (1 * S, 3, 3), (2 * S, 2, 4))
FIVE = ((0, 6, 3), (2 * S, 2, 6), (6 * S, 4, 1), (20 * S, 3, 2), (44 * S, 5, 3))
LONG_PROMPT, SHORT_PROMPT, SHORT_OUTPUT, CALLERS = 30_000, 500, 400, 32
GROUPS = ("short", "long")


def small_workload(name: str) -> Workload | None:
    """The named workload, or None when it is not one of the small ones."""
    if name == "four":
        return _rows(FOUR)
    if name == "five":
        return _rows(FIVE)
    return _long_prompt() if name == "long-prompt" else None


def _rows(rows: Sequence[tuple[int, int, int]]) -> Workload:
    arrival, prompt, output = (tuple(row[place] for row in rows) for place in range(3))
    return Workload(arrival, prompt, output, tuple(range(1, len(rows) + 1)))


def _long_prompt() -> Workload:
    """Thirty-two short callers, one each 50 ms, who are all being answered when the long one comes after 2 s."""
    rows = [(place * S // 20, SHORT_PROMPT, SHORT_OUTPUT) for place in range(CALLERS)]
    base = _rows([*rows, (2 * S, LONG_PROMPT, 10)])
    group = (0,) * CALLERS + (1,)
    return Workload(base.arrival, base.prompt, base.output, base.row, group=group, groups=GROUPS)
