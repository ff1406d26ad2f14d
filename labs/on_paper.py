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


def written_sums() -> Mapping[str, Callable[..., str]]:
    """Every written sum by its name; a question may show one behind its answer."""
    return MappingProxyType({each.__name__: each for each in (powers_summed, slots_filled)})


def _term(value: Decimal) -> str:
    return f"{round(value, 4):f}".rstrip("0").rstrip(".") if value % 1 else f"{value:f}"


def _filled(slot: Sequence[int]) -> str:
    return f"{slot[0]}" if len(slot) == 1 else f"{' + '.join(map(str, slot))} = {sum(slot)}"
