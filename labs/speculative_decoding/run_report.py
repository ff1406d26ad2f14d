"""A watched run as a result: verdict, account, acceptance by place, every round and token; or what there is so far.
It refuses to run anything; the decoding room did."""

from collections.abc import Mapping
from typing import Any, Final

from labs.lab import Fact, Figure, Result, Table
from labs.speculative_decoding import run_tables
from labs.speculative_decoding.account import round_told
from labs.speculative_decoding.asked import pair_names
from labs.speculative_decoding.run_words import emitted
from labs.speculative_decoding.settings import SHORT, PairParams
from labs.units import count

PRICE: Final = 0.10  # dollars an hour: a small rented machine of two cores, a round number to be replaced by yours
HALF_PERCENT: Final = 0.005
CLOCKS: Final = {"cpu": "processor time of one thread", "wall": "wall time"}


def report(params: PairParams, told: Mapping[str, Any], is_recorded: bool) -> Result:
    """The whole run. `told` is the decoding room's result, `is_recorded` says that it ships with the course."""
    figures = told["figures"]
    shares = run_tables.places(told)
    tables: list[Table] = [run_tables.account(figures), *([shares] if shares else [])]
    tables += [run_tables.texts(told), run_tables.rounds(told), run_tables.tokens(told)]
    drawn = [_account_figure(figures), *([_places_figure(shares)] if shares else [])]
    facts = _facts(told, is_recorded)
    return Result(
        _verdict(params, told, is_recorded), round_told(figures), facts, tuple(tables), tuple(drawn), _notes(told)
    )


def so_far(params: PairParams, told: Mapping[str, Any]) -> Result:
    """What an unfinished run has written; nothing is judged before the end."""
    written = sum(map(emitted, told["rounds"]))
    says = f"{count(written, 'token')} in {count(len(told['rounds']), 'round')} so far"
    facts = {
        "answer": Fact(None, "times plain", "Speed with drafts", "measured", source="told at the end of the run"),
        "tokens": Fact(written, "tokens", "Tokens written so far"),
    }
    tables = (run_tables.texts(told), run_tables.rounds(told), run_tables.tokens(told))
    return Result(says, "the run has not ended", facts, tables)


def _verdict(params: PairParams, told: Mapping[str, Any], is_recorded: bool) -> str:
    speed = told["figures"]["measured"]
    where = "the recorded machine" if is_recorded else "this machine"
    if params.pair is not None:
        where += ", {} drafted for by {}".format(*pair_names(params.pair))
    whose = "your prompt" if params.prompt else f"this {SHORT[params.watched]} prompt"
    return f"On {where}, for {whose}, drafting {gain(speed)}"


def gain(speed: float) -> str:
    """`gains 31 %`, `loses 15 %`, of the speed of plain decoding."""
    if abs(speed - 1) < HALF_PERCENT:
        return "is as fast as plain decoding"
    return f"{'gains' if speed > 1 else 'loses'} {abs(speed - 1):.0%}".replace("%", " %")


def where_measured(made: Mapping[str, Any], clock: str) -> str:
    """Device, versions, date and clock."""
    torch = "".join(f", {name} {made[name]}" for name in ("torch", "transformers") if name in made)
    load = "" if made["load"] is None else f", load {made['load'][0]:g}"
    return (
        f"{made['date']}, {made['device']}, one thread, {made['engine']}, Python {made['python']}, numpy "
        f"{made['numpy']}{torch}{load}; times are {CLOCKS[clock]}"
    )


def _notes(told: Mapping[str, Any]) -> tuple[str, ...]:
    figures = told["figures"]
    gap = figures["predicted"] / figures["measured"] - 1
    return (
        "One run proves little: another prompt, another seed or a busier hour may turn it round. Compare here takes "
        "many prompts and gives intervals.",
        f"Measured on {where_measured(told['machine'], told['clock'])}.",
        f"tau / (v + gamma c) predicts {figures['predicted']:.2f} and {figures['measured']:.2f} was measured, "
        f"{_apart(gap)}: the formula takes the share of each place as if it held in every round, and the last "
        "round is cut short.",
        f"At an assumed {PRICE:.2f} dollars an hour a million tokens cost {_dollars(figures['rate']):.3f} dollars "
        f"with drafts and {_dollars(figures['plain_rate']):.3f} plain.",
    )


def _apart(gap: float) -> str:
    """How far the prediction lies from what was measured."""
    if abs(gap) < HALF_PERCENT:
        return "the same to one percent"
    return f"{abs(gap):.0%} {'more' if gap > 0 else 'less'} than measured".replace("%", " %")


def _dollars(rate: float) -> float:
    """A million tokens at so many a second."""
    return PRICE / 3600 / rate * 1e6


def _facts(told: Mapping[str, Any], is_recorded: bool) -> dict[str, Fact]:
    figures, source = told["figures"], where_measured(told["machine"], told["clock"])

    def measured(value: float | None, unit: str, label: str, places: int = 2) -> Fact:
        return Fact(value, unit, label, "measured", places=places, source=source)

    cost = figures["round_draft_ms"] + figures["round_verify_ms"]
    rounds = len(told["rounds"])
    return {
        "answer": measured(figures["measured"], "times plain", "Speed with drafts"),
        "predicted": measured(figures["predicted"], "times plain", "Speed by the formula"),
        "tau": measured(figures["tau"], "tokens", "A round gives"),
        "acceptance": measured(figures["acceptance"], "", "Accepted over drafted", 3),
        "per_call": measured(sum(each["accepted"] for each in told["rounds"]) / rounds, "drafts", "Accepted a round"),
        "c": measured(figures["c"], "plain steps", "A drafted token, c", 3),
        "v": measured(figures["v"], "plain steps", "A verification, v"),
        "round_draft_ms": measured(figures["round_draft_ms"], "ms", "Drafting a round"),
        "round_verify_ms": measured(figures["round_verify_ms"], "ms", "Verifying a round"),
        "token_ms": measured(cost / figures["tau"], "ms", "A token with drafts"),
        "plain_ms": measured(figures["step_ms"], "ms", "A plain step"),
        "rate": measured(figures["rate"], "tokens/s", "With drafts", 0),
        "plain_rate": measured(figures["plain_rate"], "tokens/s", "Plain", 0),
        "cost": measured(_dollars(figures["rate"]), "$", "A million tokens with drafts", 3),
        "plain_cost": measured(_dollars(figures["plain_rate"]), "$", "A million tokens, plain", 3),
        "price": Fact(PRICE, "$/h", "Price of the machine", "assumed", places=2, source="a round number; put in yours"),
        "tokens": Fact(len(told["tokens"]), "tokens", "Tokens written", source="depends on the settings alone"),
        "rounds": Fact(rounds, "rounds", "Rounds", source="depends on the settings alone"),
        "is_recorded": Fact(is_recorded, "", "A recorded run", source="ships with the course"),
    }


def _account_figure(figures: Mapping[str, Any]) -> Figure:
    tau, step = figures["tau"], figures["step_ms"]
    drafting, verifying = figures["round_draft_ms"] / tau, figures["round_verify_ms"] / tau
    is_less = drafting + verifying < step
    words = "less, because a round is shared by" if is_less else "no less, because a round costs too much for"
    return Figure(
        name="costs",
        kind="stacked",
        table="account",
        x="item",
        y=("ms_token",),
        group="way",
        summary=f"A token costs {drafting:.2f} ms of drafting and {verifying:.2f} ms of verifying, against {step:.2f} "
        f"ms plain: {words} {tau:.2f} tokens.",
        x_title="A token costs, ms",
        y_title="",
    )


def _places_figure(shares: Table) -> Figure:
    first, last = shares.values("share")[0], shares.values("share")[-1]
    return Figure(
        name="accepted",
        kind="bands",
        table="places",
        x="place",
        y=("share",),
        interval=("low", "high"),
        summary=f"Of the drafts judged at place 1 {first:.2f} stood, at the last place {last:.2f}; the band is wide, "
        "because one run judges few.",
        x_title="Place in the draft",
        y_title="Share accepted",
    )
