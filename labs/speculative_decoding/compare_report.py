"""A comparison of all groups: for whom drafting gains or loses on a machine, by how much, and why.
It refuses to measure; a run of the lab or the recorded benchmark did."""

from collections.abc import Mapping
from typing import Any, Final

from labs.decoding import shares
from labs.lab import Column, Fact, Figure, Result, Table
from labs.speculative_decoding.account import PLAIN_LINE, round_cost
from labs.speculative_decoding.run_report import gain, where_measured
from labs.speculative_decoding.settings import SHORT, PairParams
from labs.units import begun, count, listed

FASTER, SLOWER, UNSURE = "gains", "loses", "not told apart"
Rows = Mapping[str, Mapping[str, Any]]
WORDS: Final = Column("interpretation", "What it means", type="text")
GROUPS: Final = (
    Column("item", "Group", type="text"),
    Column("speedup", "Speed", "times plain", places=2, measured=True),
    Column("low", "95 % low end", "times plain", places=2, measured=True),
    Column("high", "95 % high end", "times plain", places=2, measured=True),
    Column("predicted", "By the formula", "times plain", places=2, measured=True),
    Column("gamma", "Drafts a round", type="text", measured=True),
    Column("state", "Drafting", type="text", measured=True),
    WORDS,
)
ACCOUNTS: Final = (
    Column("item", "Group", type="text"),
    Column("draft_ms", "Drafting a round", "ms", places=2, measured=True),
    Column("verify_ms", "Verifying a round", "ms", places=2, measured=True),
    Column("tau", "A round gives", "tokens", places=2, measured=True),
    Column("cost", "A round costs", "plain steps", places=2, measured=True),
    Column("token_ms", "A token with drafts", "ms", places=2, measured=True),
    Column("step_ms", "A plain step", "ms", places=2, measured=True),
    Column("acceptance", "Accepted over drafted", places=2, measured=True),
    Column("acceptance_low", "95 % low end", places=2, measured=True),
    Column("acceptance_high", "95 % high end", places=2, measured=True),
    WORDS,
)
PLACES: Final = (
    Column("item", "Group and place", type="text"),
    Column("reached", "Judged there", "drafts", type="whole", measured=True),
    Column("share", "Share accepted", places=2, measured=True),
    Column("low", "95 % low end", places=2, measured=True),
    Column("high", "95 % high end", places=2, measured=True),
    WORDS,
)


def report(params: PairParams, rows: Rows, made: Mapping[str, Any], is_recorded: bool) -> Result:
    """All groups. `rows` are comparisons as plain values, a group each."""
    where = "the recorded machine" if is_recorded else "this machine"
    says = f"On {where} drafting {'; it '.join(_verdicts(rows))}"
    first = next(iter(rows.values()))
    on = "chosen for each group on other prompts than are reported" if first["chosen_on"] else "as set"
    notes: tuple[str, ...] = (
        f"{first['prompts']} prompts a group, {first['max_new']} tokens each, plain and drafted in turns in one "
        f"process; drafts a round {on}. Intervals are of 95 %, over whole prompts; those of places as if each draft "
        "were judged by itself. They cover other prompts; another hour of the same machine may differ by more.",
        f"Measured on {where_measured(made, first['clock'])}.",
        "The formula is tau / (v + gamma c) with the share of each place; what differs is the work around a round that "
        "it does not count, and rounds cut short at the end.",
    )
    now = list(rows).index(params.watched)
    tables = (_groups(rows, now), _accounts(rows, now), _places(rows))
    if first["chosen_on"]:
        notes = (
            "Each group has its own length of draft here, and the view Speed 4 drafts for all: a group may gain "
            "here and not there.",
            *notes,
            "A length that was fastest on other prompts need not be the fastest on these; so it is chosen there.",
        )
    return Result(says, _because(rows), _facts(params, rows, made, is_recorded), tables, (_figure(rows),), notes)


def state(row: Mapping[str, Any]) -> str:
    """By the whole interval, never by the number alone."""
    if row["speedup_low"] > 1:
        return FASTER
    return SLOWER if row["speedup_high"] < 1 else UNSURE


def line_done(row: Mapping[str, Any]) -> str:
    """What a group came to, told while the others go on."""
    interval = f"{row['measured']:.2f} times plain, {row['speedup_low']:.2f} to {row['speedup_high']:.2f}"
    what = "is not told apart from plain" if state(row) == UNSURE else gain(row["measured"])
    return f"{begun(SHORT[row['group']])} is done: drafting {what} ({interval})."


def _because(rows: Rows) -> str:
    """Of the verdict that matters most: a loss, else a doubt, else the least gain."""
    least = min(rows, key=lambda group: rows[group]["measured"])
    unsure = [SHORT[group] for group, row in rows.items() if state(row) == UNSURE]
    if state(rows[least]) == UNSURE or (unsure and state(rows[least]) != SLOWER):
        return f"the prompts of {listed(unsure)} differ so much that plain speed lies inside the interval"
    return f"a round for {SHORT[least]} {_round(rows[least])}"


def _round(row: Mapping[str, Any]) -> str:
    return f"gives {row['tau']:.2f} tokens for the price of {round_cost(row):.2f} plain steps"


def _verdicts(rows: Rows) -> list[str]:
    def named(wanted: str) -> str:
        found = sorted((row["measured"], group) for group, row in rows.items() if state(row) == wanted)
        told = [f"{SHORT[group]} ({_interval(rows[group])})" for _, group in found]
        return listed(told) if told else ""

    worst = min(rows, key=lambda group: rows[group]["measured"])
    parts = []
    for wanted, words in ((SLOWER, "loses for"), (FASTER, "gains for"), (UNSURE, "cannot be told from plain for")):
        names = named(wanted)
        if not names:
            parts += ["loses for no group"] if wanted == SLOWER else []
            continue
        if wanted == SLOWER:
            by = gain(rows[worst]["measured"]).removeprefix("loses ")
            parts.append(f"{words} {names}, by {by}{' at worst' if ' and ' in names else ''}")
        else:
            parts.append(f"{words} {names}")
    return parts


def _interval(row: Mapping[str, Any]) -> str:
    return f"{row['measured']:.2f}, {row['speedup_low']:.2f} to {row['speedup_high']:.2f}"


def _facts(params: PairParams, rows: Rows, made: Mapping[str, Any], is_recorded: bool) -> dict[str, Fact]:
    source = where_measured(made, rows[params.watched]["clock"])

    def measured(value: Any, unit: str, label: str, places: int | None = 2) -> Fact:
        return Fact(value, unit, label, "measured", places=places, source=source)

    facts = {"answer": measured(rows[params.watched]["measured"], "times plain", "Speed, watched group")}
    for group, row in rows.items():
        facts |= {
            f"{group}_speedup": measured(row["measured"], "times plain", f"Speed, {group}"),
            f"{group}_low": measured(row["speedup_low"], "times plain", f"Low end, {group}"),
            f"{group}_high": measured(row["speedup_high"], "times plain", f"High end, {group}"),
            f"{group}_gamma": measured(_length(row["gamma"]), "", f"Drafts a round, {group}", None),
        }
    losing = [SHORT[group] for group, row in rows.items() if state(row) == SLOWER]
    facts["losing"] = measured(
        listed(losing) if losing else "none", "", "Drafting loses, by the whole interval, for", None
    )
    facts["prompts"] = Fact(rows[params.watched]["prompts"], "prompts", "Prompts a group", source="as set")
    facts["baseline_speedup"] = Fact(1.0, "", "As fast as plain decoding", "assumed", places=1)
    facts["is_recorded"] = Fact(is_recorded, "", "A recorded comparison", source="ships with the course")
    return facts


def _groups(rows: Rows, now: int) -> Table:
    cells = tuple(
        (
            SHORT[group],
            *(row[name] for name in ("measured", "speedup_low", "speedup_high", "predicted")),
            _length(row["gamma"]),
            state(row),
            _words(row),
        )
        for group, row in rows.items()
    )
    return Table("groups", "Speed with drafts, a line a group, with 95 % intervals", GROUPS, cells, now=now)


def _length(gamma: int | str) -> str:
    return gamma if isinstance(gamma, str) else count(gamma, "draft")


def _words(row: Mapping[str, Any]) -> str:
    if state(row) == UNSURE:
        return "plain speed lies inside the interval, so nobody can say"
    return f"drafting {gain(row['measured'])}, the whole interval on that side"


def _accounts(rows: Rows, now: int) -> Table:
    cells = tuple(
        (
            SHORT[group],
            row["round_draft_ms"],
            row["round_verify_ms"],
            row["tau"],
            round_cost(row),
            (row["round_draft_ms"] + row["round_verify_ms"]) / row["tau"],
            *(row[name] for name in ("step_ms", "acceptance", "acceptance_low", "acceptance_high")),
            f"{row['round_draft_ms']:.2f} + {row['round_verify_ms']:.2f} ms for {row['tau']:.2f} tokens",
        )
        for group, row in rows.items()
    )
    return Table("accounts", "The account of a round, a line a group", ACCOUNTS, cells, now=now)


def _places(rows: Rows) -> Table:
    cells = tuple(
        (f"{SHORT[group]} {place}", reached, share, low, high, words)
        for group, row in rows.items()
        for place, reached, _, share, low, high, words in shares(row["by_position"], row["reached"])
    )
    return Table("places", "Accepted at each place of the draft, with 95 % intervals", PLACES, cells)


def _figure(rows: Rows) -> Figure:
    best, worst = (pick(rows, key=lambda group: rows[group]["measured"]) for pick in (max, min))
    return Figure(
        name="speeds",
        kind="bar",
        table="groups",
        x="item",
        y=("speedup",),
        summary=f"{begun(SHORT[best])} measured most and {SHORT[worst]} least, because a round {_round(rows[best])} "
        f"for {SHORT[best]}, and for {SHORT[worst]} {_round(rows[worst])}.",
        x_title="Group",
        y_title="Speed, times plain",
        interval=("low", "high"),
        lines=(PLAIN_LINE,),
        state="state",
    )
