"""The caption of the first picture: which line is over the contract, from which load on, and why there.
It refuses to draw the picture and to run anything."""

from decimal import Decimal

from labs.batching_replay.arrivals import rate_said
from labs.batching_replay.pair import LETTERS, Pair, is_few, said
from labs.batching_replay.reasons import MOST, reason
from labs.batching_replay.sides import Measured
from labs.lab import Column, Table
from labs.replay import FEWEST_FOR_P99
from labs.units import count, number

Swept = list[tuple[Decimal, tuple[Measured, Measured]]]


def caption(pair: Pair, table: Table, swept: Swept) -> str:
    """Which line is over the contract first, and where; how many points are left out for want of values."""
    lines = tuple(each for each in table.columns[1:-1] if any(value is not None for value in table.values(each.name)))
    left = left_out(pair, swept)
    if not lines and left:
        return f"There is no line to draw, because each point would be a p99 of fewer than {FEWEST_FOR_P99} requests."
    if not lines:
        return f"There is no line to draw, because {reason(pair)}."
    told = _over_or_inside(pair, table, swept, lines)
    return f"{told} {left} are left out: a p99 needs {FEWEST_FOR_P99} requests." if left else told


def left_out(pair: Pair, swept: Swept) -> str:
    """`3 of 20 points`; empty where all that could be drawn are."""
    names = ("ttft", "watched_ttft") if pair.watched else ("ttft",)
    points = [getattr(each, name) for _, two in swept for each in two for name in names]
    few = sum(is_few(each) for each in points)
    return f"{few} of {count(len(points), 'point')}" if few else ""


def _over_or_inside(pair: Pair, table: Table, swept: Swept, lines: tuple[Column, ...]) -> str:
    most = float(pair.params.ttft_limit_s)
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
    at, inside = rate_said(swept[first][0]), _last_inside(table, early, first)
    stay = inside is not None and all(_stays(table, column, over[column.name]) for column in early)
    where = f"from somewhere between {number(float(swept[inside or 0][0]))} and {at} on" if stay else f"at {at}"
    rises = "a tail rises as soon as a queue forms, long before the median does"
    why = rises if waits else "there the steps of the slowest prompts themselves take longer"
    return f"{told} {where}, because {why}."


def _over(table: Table, column: Column, most: float) -> list[int]:
    """The places of the loads at which a line is over the contract."""
    return [place for place, each in enumerate(table.values(column.name)) if isinstance(each, float) and each > most]


def _stays(table: Table, column: Column, over: list[int]) -> bool:
    """Whether a line, once over, stays there at every load where it is drawn."""
    drawn = [place for place, each in enumerate(table.values(column.name)) if each is not None]
    return over == [place for place in drawn if place >= over[0]]


def _last_inside(table: Table, early: list[Column], first: int) -> int | None:
    """The highest load below the first where all these lines are drawn; None where they are drawn at none."""
    columns = [table.values(column.name) for column in early]
    return next((place for place in reversed(range(first)) if all(each[place] is not None for each in columns)), None)


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
