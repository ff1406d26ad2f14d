"""Whether ranges that were called 80 % sure held the outcome 80 % of the time: a sentence, a table and its figure.
It refuses to know items and attempts; each range is passed in with what came out."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Final

from labs import Column, Fact, Figure, Line, Result, Scalar, Table

SURE: Final = 0.8
# With fewer, one range more or less would turn the verdict.
FEWEST: Final = 8
# What happens to an honest 80 % more rarely than this is called too narrow or too wide.
RARE: Final = 0.05


@dataclass(frozen=True)
class Given:
    """One range with its outcome, in words; `missed` is empty, "above" or "below" when the outcome lay beside it."""

    where: str
    said: str
    outcome: str
    held: bool
    missed: str = ""


@dataclass(frozen=True)
class Honest:
    """The counts that are not rare when each of `num` ranges holds with probability 0.8."""

    low: int
    high: int


def honest(num: int) -> Honest:
    """The least and the most ranges of `num` that hold without being called too narrow or too wide.

    A count is outside when honest ranges give one so low, or so high, in at most 5 of 100 cases (binomial tails).
    """
    chances = [comb(num, held) * SURE**held * (1 - SURE) ** (num - held) for held in range(num + 1)]
    low = next(held for held in range(num + 1) if sum(chances[: held + 1]) > RARE)
    high = next(held for held in range(num, -1, -1) if sum(chances[held:]) > RARE)
    return Honest(low, high)


def sentence(given: Sequence[Given]) -> str:
    """What the ranges say so far; below FEWEST only how many there are."""
    num, held = len(given), sum(each.held for each in given)
    if not num:
        return "You have given no range yet. A prediction that asks for From and To is one."
    counted = f"{held} of your {num} {'range' if num == 1 else 'ranges'} held the outcome"
    if num < FEWEST:
        return f"{counted}. From {FEWEST} ranges on it can be said whether they are too narrow; {num} are too few."
    fair = honest(num)
    share = f"{counted}, {held / num:.0%}; you called each of them 80 % sure".replace("%;", " %;")
    if held < fair.low:
        return f"{share}. Too narrow: with honest ranges fewer than {fair.low} of {num} is rare. Make them wider."
    if held > fair.high:
        return f"{share}. Too wide: with honest ranges more than {fair.high} of {num} is rare. Dare narrower ones."
    return f"{share}. That fits: with honest ranges {fair.low} to {fair.high} of {num} is usual."


def result(given: Sequence[Given]) -> Result:
    """The running share after each range, with the shares that are usual for honest ones. Needs one range or more."""
    rows: list[tuple[Scalar, ...]] = []
    for num in range(1, len(given) + 1):
        one, fair = given[num - 1], honest(num)
        held = sum(each.held for each in given[:num])
        shares = (100 * count / num for count in (held, fair.low, fair.high))
        rows.append((num, one.where, one.said, one.outcome, *shares, _told(one)))
    columns = (
        Column("range", "Range", "", "whole"),
        Column("where", "Where", "", "text"),
        Column("said", "You said", "", "text"),
        Column("outcome", "It is", "", "text"),
        Column("share", "Held so far", "%", "decimal", places=0),
        Column("low", "Usual from", "%", "decimal", places=0),
        Column("high", "Usual to", "%", "decimal", places=0),
        Column("interpretation", "What it means", "", "text"),
    )
    table = Table("ranges", "Your ranges in the order in which you gave them", columns, tuple(rows))
    facts = {"sure": Fact(100 * SURE, "%", "What you were sure of", "assumed", places=0)}
    said = sentence(given)
    return Result(
        said, "each outcome came from the lab after your range was stored", facts, (table,), (_figure(table),)
    )


def _figure(table: Table) -> Figure:
    last = table.rows[-1]
    return Figure(
        name="ranges",
        kind="bands",
        table="ranges",
        x="range",
        y=("share",),
        interval=("low", "high"),
        lines=(Line("sure", "what you were sure of"),),
        summary=f"Share of your ranges that held, after each: {last[4]:.0f} % in the end. Shaded is what is usual "
        "when ranges are honest.",
        x_title="Ranges given so far",
        y_title="Held so far, %",
    )


def _told(one: Given) -> str:
    if one.held:
        return "held it"
    return f"missed it: the outcome is {one.missed} your range" if one.missed else "missed it"
