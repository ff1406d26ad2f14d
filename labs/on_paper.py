"""Sums as one writes them on paper, so that a result of a question can show how it comes about.
It refuses to judge a result; formulas and labs compute theirs without it.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType

from labs.arguments import check_between, check_count_list, check_counts, check_whole

LONGEST_SUM = 20


def powers_summed(alpha: float, gamma: int) -> str:
    """`1 + 0.4 + 0.16`: the terms of spec_expected_tokens, each with four decimals at most."""
    check_between("alpha", alpha, 0, 1)
    check_whole("gamma", gamma, 0, LONGEST_SUM)
    return " + ".join(_term(Decimal(str(alpha)) ** place) for place in range(gamma + 1))


def powers_totalled(alpha: float, gamma: int) -> str:
    """`1 + 0.4 + 0.16, about 1.56`: the same terms with their total, which has two decimals."""
    total = sum((Decimal(str(alpha)) ** place for place in range(gamma + 1)), Decimal(0))
    return f"{powers_summed(alpha, gamma)}, about {total:.2f}"


def slots_filled(outputs: Sequence[int], slots: int) -> str:
    """`6 + 2 = 8; 6 + 1 = 7`: what each slot works on, one after the other, and when it is done.

    Whoever is next takes the slot that is free first, and of several the first. Outputs are in steps.
    """
    check_count_list("outputs", outputs, 1)
    check_counts(slots=slots)
    filled: list[list[int]] = [[] for _ in range(slots)]
    for output in outputs:
        min(filled, key=sum).append(output)
    return "; ".join(_filled(slot) for slot in filled if slot)


def beside_limit(value: float, most: float) -> str:
    """`3 - 1.8 = 1.2 to spare`, `4.2 - 3 = 1.2 too much`: how far a value is from the most that is allowed."""
    one, other = Decimal(str(value)), Decimal(str(most))
    if one <= other:
        return f"{_plain(other)} - {_plain(one)} = {_plain(other - one)} to spare"
    return f"{_plain(one)} - {_plain(other)} = {_plain(one - other)} too much"


def mean_taken_apart(overall: float, group: float, percent: int) -> str:
    """`0.04 × 0.031 = 0.00124 of the 0.008; the others: (0.008 - 0.00124) / 0.96 = about 0.007`: what a group that is
    `percent` of all brings into a mean over all, and what is left for each of the others."""
    check_counts(percent=percent)
    share, whole = Decimal(percent) / 100, Decimal(str(overall))
    brought = share * Decimal(str(group))
    rest = (whole - brought) / (1 - share)
    return (
        f"{_plain(share)} × {_plain(Decimal(str(group)))} = {_plain(brought)} of the {_plain(whole)}; the others: "
        f"({_plain(whole)} - {_plain(brought)}) / {_plain(1 - share)} = about {_term(rest)}"
    )


def delays_added(answers: int, gap_s: int, step_ms: int, minutes: int, hours: int) -> str:
    """`100 × 4 s = 400 s; 400 + 0.03 = 400.03 s; ...`: when each of four things is there, one after the other: so many
    answers at one every `gap_s`, then a step, then minutes, then hours."""
    check_counts(answers=answers, gap_s=gap_s, step_ms=step_ms, minutes=minutes, hours=hours)
    watched = Decimal(answers * gap_s)
    changed = watched + Decimal(step_ms) / 1000
    relieved = changed + minutes * 60
    ended = relieved + hours * 3600
    return (
        f"{answers} × {gap_s} s = {_plain(watched)} s; {_plain(watched)} + {_plain(Decimal(step_ms) / 1000)} = "
        f"{_plain(changed)} s; {_plain(changed)} + {minutes} × 60 = {_plain(relieved)} s; "
        f"{_plain(relieved)} + {hours} × 3,600 = {_plain(ended)} s"
    )


def written_sums() -> Mapping[str, Callable[..., str]]:
    """Every written sum by its name; a question may show one behind its answer."""
    sums = (powers_summed, powers_totalled, slots_filled, beside_limit, mean_taken_apart, delays_added)
    return MappingProxyType({each.__name__: each for each in sums})


def _plain(value: Decimal) -> str:
    """All digits, thousands apart, no zeros at the end."""
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _term(value: Decimal) -> str:
    return f"{round(value, 4):f}".rstrip("0").rstrip(".") if value % 1 else f"{value:f}"


def _filled(slot: Sequence[int]) -> str:
    return f"{slot[0]}" if len(slot) == 1 else f"{' + '.join(map(str, slot))} = {sum(slot)}"
