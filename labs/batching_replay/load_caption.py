"""The caption of the first picture: which line is over the contract, from which load on, and why there.
It refuses to draw the picture and to run anything."""

from decimal import Decimal

from labs.batching_replay.arrivals import rate_said
from labs.batching_replay.pair import LETTERS, Pair, said
from labs.batching_replay.reasons import MOST, reason
from labs.batching_replay.sides import Measured
from labs.lab import Column, Table
from labs.units import number

Swept = list[tuple[Decimal, tuple[Measured, Measured]]]


def caption(pair: Pair, table: Table, swept: Swept) -> str:
    """Which line is over the contract first, and where."""
    most, lines = float(pair.params.ttft_limit_s), table.columns[1:-1]
    if all(value is None for column in lines for value in table.values(column.name)):
        return f"There is no line to draw, because {reason(pair)}."
    over = {column.name: _over(table, column, most) for column in lines}
    firsts = [places[0] for places in over.values() if places]
    if not firsts:
        return f"No line is over {said(most * 1e6)} at the loads drawn, because {_why_inside(pair, swept)}."
    first = min(firsts)
    early = [column for column in lines if first in over[column.name]]
    who = "Every line" if len(early) == len(lines) > 2 else _named([column.label for column in early])
    told = f"{who} {'is' if len(early) == 1 or who == 'Every line' else 'are'} over {said(most * 1e6)}"
    waits = all(_waits(column.name, swept[first][1]) for column in early)
    if first == 0:
        why = "a queue stands there too" if waits else "the steps of a prompt itself take longer"
        return f"{told} already at the lowest load drawn, because {why}."
    stay = all(places == list(range(first, len(swept))) for places in (over[column.name] for column in early))
    at = rate_said(swept[first][0])
    last_inside = number(float(swept[first - 1][0]))
    where = f"from somewhere between {last_inside} and {at} on" if stay else f"at {at}"
    rises = "a tail rises as soon as a queue forms, long before the median does"
    why = rises if waits else "there the steps of the slowest prompts themselves take longer"
    return f"{told} {where}, because {why}."


def _over(table: Table, column: Column, most: float) -> list[int]:
    """The places of the loads at which a line is over the contract."""
    return [place for place, each in enumerate(table.values(column.name)) if isinstance(each, float) and each > most]


def _named(labels: list[str]) -> str:
    """`B (spf), all` and `B (spf), rare` as one: `B (spf), all and rare`."""
    groups: dict[str, list[str]] = {}
    for label in labels:
        name, _, group = label.rpartition(", ")
        groups.setdefault(name, []).append(group)
    return " and ".join(f"{name}, {' and '.join(group)}" for name, group in groups.items())


def _waits(name: str, numbers: tuple[Measured, Measured]) -> bool:
    """Whether the queue is most of the slowest first tokens of the release that a line belongs to."""
    each = numbers[LETTERS.index(name[0].upper())]
    return (each.parts_of_all if name.endswith("_all") else each.parts).wait_share >= MOST


def _why_inside(pair: Pair, swept: Swept) -> str:
    """What keeps all lines inside: the bound on the wait, or queues that stay short."""
    if pair.params.queue_delay_s is not None and any(dict(each.outcomes)["shed"] for _, two in swept for each in two):
        return f"whoever waits longer than {number(float(pair.params.queue_delay_s))} s for a slot is shed"
    return "no queue grows long enough there"
