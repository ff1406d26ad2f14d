"""The tails of both releases side by side, of all and of the group told apart, as a table and its bars.
It refuses to judge them; the contract table does."""

from labs.batching_replay.pair import Pair, few_words, percent, said, tail_cell
from labs.lab import Column, Figure, Line, Scalar, Table


def tails_table(pair: Pair) -> Table:
    """One row a group of callers: the p99 first token under A and under B."""
    rows = [_row(pair, "all", "ttft")]
    if pair.watched:
        rows.append(_row(pair, pair.watched, "watched_ttft"))
    columns = (
        Column("who", "Callers", type="text"),
        Column("a", pair.names[0], "s", places=2),
        Column("b", pair.names[1], "s", places=2),
        Column("interpretation", "In words", type="text"),
    )
    return Table("tails", "p99 of the first token, all and one group", columns, tuple(rows))


def tails_figure(pair: Pair) -> Figure:
    told = (f"{who}: A {first}, B {second}" for who, first, second in _told(pair))
    shares = (percent(each.attained.goodput) for each in pair.numbers)
    inside = "Completed inside the limits: A {}, B {}".format(*shares)
    return Figure(
        name="tails",
        kind="bar",
        table="tails",
        x="who",
        y=("a", "b"),
        summary=f"p99 of the first token. {'; '.join(told)}. {inside}.",
        x_title="Callers",
        y_title="p99 first token, s",
        lines=(Line("ttft_limit_s", "contract"),),
    )


def _told(pair: Pair) -> tuple[tuple[str, str, str], ...]:
    first, second = pair.numbers
    found = [("All", first.ttft, second.ttft)]
    if pair.watched:
        found.append((pair.watched[:1].upper() + pair.watched[1:], first.watched_ttft, second.watched_ttft))
    return tuple((who, few_words(a) or said(a.p99), few_words(b) or said(b.p99)) for who, a, b in found)


def _row(pair: Pair, who: str, name: str) -> tuple[Scalar, ...]:
    a, b = (getattr(each, name) for each in pair.numbers)
    few = [f"{letter} has {words}" for letter, words in (("A", few_words(a)), ("B", few_words(b))) if words]
    if few:
        return (who, tail_cell(a), tail_cell(b), f"{'; '.join(few)}.")
    if a.p99 is None or b.p99 is None:
        return (who, tail_cell(a), tail_cell(b), "Nobody got a token under one of them.")
    way = "shorter" if b.p99 < a.p99 else "longer" if b.p99 > a.p99 else "the same"
    return (who, tail_cell(a), tail_cell(b), f"From {said(a.p99)} to {said(b.p99)}: {way} under B.")
