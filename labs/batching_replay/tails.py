"""The tails of both releases side by side, of all and of the group told apart, as a table and its bars.
It refuses to judge them; the contract table does."""

from labs.batching_replay.pair import LETTERS, Pair, few_words, is_few, percent, said, seconds
from labs.batching_replay.sides import Measured
from labs.lab import Column, Figure, Line, Scalar, Table


def tails_table(pair: Pair) -> Table:
    """One row a release: the p99 first token of all callers and of the group told apart."""
    columns = [Column("release", "Release", type="text"), tail_column("all_s", "All")]
    if pair.watched:
        columns.append(tail_column("watched_s", pair.watched[:1].upper() + pair.watched[1:]))
    columns.append(Column("interpretation", "In words", type="text"))
    rows = tuple(_row(pair, name, each) for name, each in zip(pair.names, pair.numbers, strict=True))
    return Table("tails", "p99 of the first token of both releases", tuple(columns), rows)


def tail_column(name: str, label: str) -> Column:
    """A column of p99 in seconds, which says so where there is none."""
    return Column(name, label, "s", places=2, absent="no p99")


def tails_figure(pair: Pair) -> Figure:
    told = (f"{letter}: {_words(pair, each)}" for letter, each in zip(LETTERS, pair.numbers, strict=True))
    return Figure(
        name="tails",
        kind="bar",
        table="tails",
        x="release",
        y=("all_s", "watched_s") if pair.watched else ("all_s",),
        summary=f"{' '.join(told)}{_left_out(pair)}",
        x_title="",
        y_title="p99 first token, s",
        lines=(Line("ttft_limit_s", "contract"),),
    )


def _left_out(pair: Pair) -> str:
    bars = [each for two in pair.numbers for each in (two.ttft, *((two.watched_ttft,) if pair.watched else ()))]
    few = sum(is_few(each) for each in bars)
    return f" {few} of {len(bars)} bars are left out." if few else ""


def _row(pair: Pair, name: str, numbers: Measured) -> tuple[Scalar, ...]:
    tails = (seconds(numbers.ttft.p99), *((seconds(numbers.watched_ttft.p99),) if pair.watched else ()))
    return (name, *tails, _words(pair, numbers))


def _words(pair: Pair, numbers: Measured) -> str:
    """`all 3.51 s, rare 18.8 s; 98.8 % completed inside the limits.`"""
    tails = [("all", numbers.ttft), *([(pair.watched, numbers.watched_ttft)] if pair.watched else [])]
    told = ", ".join(f"{who} {few_words(each) or said(each.p99)}" for who, each in tails)
    return f"{told}; {percent(numbers.attained.goodput)} completed inside the limits."
