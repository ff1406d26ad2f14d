"""The facts of both releases: the same names with a_ and b_ before them.
It refuses to compute: it names and labels what labs/batching_replay/sides.py measured."""

from labs.batching_replay.pair import Pair, instead, keeps_contract, seconds
from labs.batching_replay.sides import Measured
from labs.lab import Fact
from labs.replay import CARDS, DENOMINATOR, Summary

REPLAY_SOURCE = "one replay of these requests"


def pair_facts(pair: Pair) -> dict[str, Fact]:
    """Headline, limits, and both sides."""
    watched = pair.watched or "all"
    b = pair.numbers[1]
    headline = p99_fact(b.watched_ttft, f"p99 first token, {watched}, B")
    found = {"headline": headline, "watched_ratio": _ratio(pair, watched)} | _limit_facts(pair)
    for letter, numbers in zip("ab", pair.numbers, strict=True):
        found |= _side_facts(letter, numbers, pair, watched)
    if pair.sides[1].fallback is not None:
        found["b_switched_s"] = Fact(
            seconds(pair.numbers[1].switched), "s", "Fell back at, B", places=1, source=REPLAY_SOURCE
        )
    return found


def _ratio(pair: Pair, watched: str) -> Fact:
    first, second = (each.watched_ttft.p99 for each in pair.numbers)
    value = second / first if first and second is not None else None
    return Fact(
        value, "", f"p99 first token, {watched}, B over A", places=2, source="two replays of these requests",
        absent="no p99 of both to compare",
    )  # fmt: skip


def p99_fact(values: Summary, label: str, places: int = 2, source: str = REPLAY_SOURCE) -> Fact:
    """A p99 in seconds; of too few its words instead."""
    value = seconds(values.p99)
    absent = instead(values) if value is None else ""
    return Fact(value, "s", label, places=places, source=source, absent=absent)


def _limit_facts(pair: Pair) -> dict[str, Fact]:
    params = pair.params
    load = None if pair.load is None else float(pair.load)
    return {
        "load": Fact(load, "requests/s", "Load of a card", "assumed"),
        "ttft_limit_s": Fact(float(params.ttft_limit_s), "s", "Contract, first token", "assumed", places=2),
        "cost_limit": Fact(float(params.cost_limit), "$", "Contract, a million output tokens", "assumed", places=2),
        "accuracy": Fact(_accuracy(params.card), "", "Accuracy of the step times", "assumed"),
    }


def _accuracy(name: str) -> str:
    for each in CARDS:
        if each.name == name:
            return each.accuracy
    return "Whole seconds, exact; no card is like that."


def _side_facts(letter: str, numbers: Measured, pair: Pair, watched: str) -> dict[str, Fact]:
    side = letter.upper()

    def fact(value: float | int | bool | str | None, unit: str, label: str, places: int | None = None) -> Fact:
        return Fact(value, unit, f"{label}, {side}", places=places, source=REPLAY_SOURCE)

    ttft, tail = numbers.ttft, numbers.watched_ttft
    tpot = seconds(numbers.tpot.mean)
    found = {
        "ttft_mean_s": fact(seconds(ttft.mean), "s", "Mean first token", 2),
        "ttft_p50_s": fact(seconds(ttft.p50), "s", "Median first token", 2),
        "ttft_p99_s": p99_fact(ttft, f"p99 first token, all, {side}"),
        "watched_ttft_p99_s": p99_fact(tail, f"p99 first token, {watched}, {side}"),
        "ttft_max_s": fact(seconds(ttft.maximum), "s", "Longest first token, all", 2),
        "watched_ttft_max_s": fact(seconds(tail.maximum), "s", f"Longest first token, {watched}", 2),
        "ttft_n": fact(ttft.count, "requests", "Requests with a first token"),
        "watched_n": fact(tail.count, "requests", f"Of these in group {watched}"),
        "tpot_mean_ms": fact(None if tpot is None else tpot * 1000, "ms", "Mean time per output token", 1),
        "inside": fact(numbers.attained.goodput, "", f"Completed inside the limits, {DENOMINATOR}", 4),
        "watched_inside": fact(numbers.watched_attained.goodput, "", f"The same, group {watched}", 4),
        "tokens_per_s": fact(numbers.tokens_per_s, "tokens/s", "Tokens scheduled, prompt and output", 0),
        "output_per_s": fact(numbers.output_per_s, "tokens/s", "Output tokens", 0),
        "cost": fact(numbers.cost, "$", "Cost of a million output tokens, idle time included", 3),
        "idle_share": fact(numbers.idle_share, "", "Share of the time without work", 3),
        "tokens_computed": fact(numbers.computed, "tokens", "Tokens computed, rejected drafts included"),
        "tokens_rejected": fact(numbers.rejected, "tokens", "Drafts checked and rejected"),
        "offered": fact(numbers.offered, "requests", "Requests offered"),
        "conserves": fact(numbers.conserves, "", "Tokens and requests all accounted for"),
        "keeps_contract": Fact(
            keeps_contract(numbers, pair.params),
            "",
            f"Keeps the contract, {side}",
            source=REPLAY_SOURCE,
            absent="not proved, because there is no p99 of fewer than 100",
        ),
    }
    return {f"{letter}_{name}": each for name, each in (found | _outcomes(numbers, side)).items()}


def _outcomes(numbers: Measured, side: str) -> dict[str, Fact]:
    return {
        name: Fact(count, "requests", f"{name.replace('_', ' ').capitalize()}, {side}", source=REPLAY_SOURCE)
        for name, count in numbers.outcomes
    }
