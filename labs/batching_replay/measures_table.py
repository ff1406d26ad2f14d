"""Three measures that are never merged, side by side: tokens scheduled, requests inside the limits, the tail.
It refuses to compute them."""

from labs.batching_replay.pair import Pair, are_alike, percent, said, seconds, verdict
from labs.lab import Column, Scalar, Table
from labs.replay import CHARGE, DENOMINATOR
from labs.units import number

COLUMNS = (
    Column("measure", "Measure", type="text"),
    Column("a", "A"),
    Column("b", "B"),
    Column("unit", "Unit", type="text"),
    Column("interpretation", "In words", type="text"),
)


def measures_table(pair: Pair) -> Table:
    """One row a measure; the last says the contract."""
    a, b = pair.numbers
    watched = pair.watched or "all"
    most = said(float(pair.params.ttft_limit_s) * 1e6)
    share = (a.attained.goodput, b.attained.goodput)
    rows: list[tuple[Scalar, ...]] = [
        ("Tokens scheduled", a.tokens_per_s, b.tokens_per_s, "tokens/s", _tokens(pair)),
        (
            "Completed inside the limits",
            *(None if each is None else 100 * each for each in share),
            "%",
            f"{DENOMINATOR[0].upper()}{DENOMINATOR[1:]}: A {percent(share[0])}, B {percent(share[1])}.",
        ),
        ("p99 first token, all", seconds(a.ttft.p99), seconds(b.ttft.p99), "s", _tail(pair, most)),
        (
            f"p99 first token, {watched}" if pair.watched else "p99 first token, one group only",
            seconds(a.watched_ttft.p99),
            seconds(b.watched_ttft.p99),
            "s",
            f"Of {a.watched_ttft.count:,} and {b.watched_ttft.count:,} requests{_few(pair)}.",
        ),
        ("Cost of a million output tokens", a.cost, b.cost, "$", CHARGE),
        (
            "Contract",
            None,
            None,
            "",
            f"A {verdict(a, pair.params)}; B {verdict(b, pair.params)}: p99 at most {most}, "
            f"at most ${number(float(pair.params.cost_limit), 2)}.",
        ),
    ]
    return Table("measures", f"Three measures and the contract{_at(pair)}", COLUMNS, tuple(rows))


def _at(pair: Pair) -> str:
    return "" if pair.load is None else f" at {number(float(pair.load))} requests/s a card"


def _tokens(pair: Pair) -> str:
    a, b = (each.tokens_per_s for each in pair.numbers)
    if a is None or b is None:
        return "Nothing was computed."
    if are_alike(a, b):
        return "Prompt and output together: the same within 1 %."
    more, less, who = (a, b, "A") if a > b else (b, a, "B")
    return f"Prompt and output together: {who} schedules {percent(more / less - 1)} more." if less else f"{who} alone."


def _tail(pair: Pair, most: str) -> str:
    first, second = (
        "nobody got a token"
        if value is None
        else "inside"
        if value <= float(pair.params.ttft_limit_s) * 1e6
        else "over"
        for value in (each.ttft.p99 for each in pair.numbers)
    )
    return f"Against {most}: A {first}, B {second}."


def _few(pair: Pair) -> str:
    least = min(each.watched_ttft.count for each in pair.numbers)
    return "; under 100 values this leans to the largest" if least < 100 else ""
