"""Measures that are never merged, side by side: tokens scheduled, requests inside the limits, tails, cost.
It refuses to compute them."""

from labs.batching_replay.arrivals import rate_said
from labs.batching_replay.pair import (
    LETTERS,
    Pair,
    are_alike,
    few_words,
    keeps_contract,
    keeps_cost,
    keeps_tail,
    percent,
    said,
    seconds,
    verdict,
)
from labs.lab import Column, Scalar, Table
from labs.replay import CHARGE, DENOMINATOR
from labs.units import begun, count, number

COLUMNS = (
    Column("measure", "Measure", type="text"),
    Column("a", "A"),
    Column("b", "B"),
    Column("unit", "Unit", type="text"),
    Column("interpretation", "In words", type="text"),
)


def measures_table(pair: Pair) -> Table:
    """One row a measure."""
    a, b = pair.numbers
    watched = pair.watched or "all"
    most = said(float(pair.params.ttft_limit_s) * 1e6)
    few = _few(pair, "watched_ttft")
    share = (a.attained.goodput, b.attained.goodput)
    rows: list[tuple[Scalar, ...]] = [
        ("Tokens scheduled", a.tokens_per_s, b.tokens_per_s, "tokens/s", _tokens(pair)),
        (
            "Completed inside the limits",
            *(None if each is None else 100 * each for each in share),
            "%",
            f"{begun(DENOMINATOR)}: A {percent(share[0])}, B {percent(share[1])}.",
        ),
        ("p99 first token, all", seconds(a.ttft.p99), seconds(b.ttft.p99), "s", _tail(pair, most)),
        (
            f"p99 first token, {watched}" if pair.watched else "p99 first token, one group only",
            seconds(a.watched_ttft.p99),
            seconds(b.watched_ttft.p99),
            "s",
            f"Of {count(a.watched_ttft.count, 'request')} under A and {b.watched_ttft.count:,} under B{few}.",
        ),
        ("Cost of a million output tokens", a.cost, b.cost, "$", CHARGE),
    ]
    return Table("measures", f"Measures side by side, not merged into one{_at(pair)}", COLUMNS, tuple(rows))


def contract_table(pair: Pair) -> Table:
    """Each part of the contract, kept or broken, and the whole of it."""
    a, b = pair.numbers
    params = pair.params
    most, price = said(float(params.ttft_limit_s) * 1e6), f"${number(float(params.cost_limit), 2)}"
    parts = (
        (
            "Tail",
            keeps_tail,
            f"p99 of the first token, all{f' and {pair.watched}' if pair.watched else ''}: {most}{_unproved(pair)}.",
        ),
        ("Cost", keeps_cost, f"A million output tokens: at most {price}."),
    )
    rows = [(name, _kept(keeps(a, params)), _kept(keeps(b, params)), words) for name, keeps, words in parts]
    whole = (_kept(keeps_contract(a, params)), _kept(keeps_contract(b, params)))
    rows.append(("Contract", *whole, f"A {verdict(a, params)}; B {verdict(b, params)}."))
    columns = (
        Column("part", "Part", type="text"),
        Column("a", "A", type="text"),
        Column("b", "B", type="text"),
        Column("interpretation", "In words", type="text"),
    )
    return Table("contract", "The contract, kept or broken", columns, tuple(rows))


def _unproved(pair: Pair) -> str:
    if not any(_few(pair, name) for name in ("ttft", "watched_ttft")):
        return ""
    is_open = any(keeps_tail(each, pair.params) is None for each in pair.numbers)
    return f"; of fewer than 100 requests there is no p99{', so this is not proved' if is_open else ''}"


def _kept(keeps: bool | None) -> str:
    return "not proved" if keeps is None else "kept" if keeps else "broken"


def _at(pair: Pair) -> str:
    return "" if pair.load is None else f" at {rate_said(pair.load)} a card"


def _tokens(pair: Pair) -> str:
    a, b = (each.tokens_per_s for each in pair.numbers)
    if a is None or b is None:
        return "Nothing was computed."
    beside = "".join(
        f" {letter} checks {number(each.rejected_per_s, 0)} rejected drafts a second beside them."
        for letter, each in zip("AB", pair.numbers, strict=True)
        if each.rejected_per_s
    )
    if are_alike(a, b):
        return f"Prompt and output together: the same within 1 %.{beside}"
    more, less, who = (a, b, "A") if a > b else (b, a, "B")
    told = f"{who} schedules {percent(more / less - 1)} more" if less else f"{who} alone schedules any"
    return f"Prompt and output together: {told}.{beside}"


def _tail(pair: Pair, most: str) -> str:
    few = _few(pair, "ttft")
    if few:
        return f"Against {most}, nothing is proved{few}."
    first, second = (
        "nobody got a token"
        if value is None
        else "inside"
        if value <= float(pair.params.ttft_limit_s) * 1e6
        else "over"
        for value in (each.ttft.p99 for each in pair.numbers)
    )
    return f"Against {most}: A {first}, B {second}."


def _few(pair: Pair, name: str) -> str:
    """Where a release has fewer than 100 values, so that there is no p99 of them."""
    told = {letter: few_words(getattr(each, name)) for letter, each in zip(LETTERS, pair.numbers, strict=True)}
    return "".join(f"; {letter} has {words}" for letter, words in told.items() if words)
