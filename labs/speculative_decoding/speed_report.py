"""The recorded speeds of one setting: a line a group, with intervals over prompts and the formula's answer beside them.
It refuses to measure; the decoding room's benchmark did."""

from typing import Any, Final

from labs.decoding import recorded
from labs.lab import Column, Fact, Figure, Result, Scalar, Table
from labs.speculative_decoding.settings import GROUPS, ROWS, SHORT, PairParams
from labs.units import number

# What a check costs on another machine is a setting of the lab.
ELSEWHERE: Final = "At another price of a check"
FASTER, SLOWER, UNSURE = "faster", "slower", "not told apart"
WORDS: Final = Column("interpretation", "What it means", type="text")
SPEEDS: Final = (
    Column("item", "Group", type="text"),
    Column("speedup", "Speed", "times plain", places=2),
    Column("low", "Low end", "times plain", places=2),
    Column("high", "High end", "times plain", places=2),
    Column("predicted", "By the formula", "times plain", places=2),
    Column("elsewhere", ELSEWHERE, "times plain", places=2),
    Column("state", "State", type="text"),
    WORDS,
)
ROUNDS: Final = (
    Column("item", "Group", type="text"),
    Column("acceptance", "Accepted over drafted", places=3),
    Column("low", "Low end", places=3),
    Column("high", "High end", places=3),
    Column("tau", "A round gives", "tokens", places=2),
    Column("c", "Draft, c", "plain steps", places=2),
    Column("v", "Verification, v", "plain steps", places=2),
    Column("plain_rate", "Plain", "tokens/s", places=0),
    Column("rate", "Drafted", "tokens/s", places=0),
    WORDS,
)


def report(params: PairParams) -> Result:
    """The record's rows of the setting."""
    words, wanted = ROWS[params.setting]
    rows = {group: _row(group, wanted) for group in GROUPS}
    watched = rows[params.watched]
    made = recorded()["made"]
    says = (
        f"For {SHORT[params.watched]} this draft gives {watched['measured']:.2f} times the speed of plain decoding "
        f"(95 % interval {watched['speedup_low']:.2f} to {watched['speedup_high']:.2f}): {_state(watched)}"
    )
    because = (
        f"a round gives {watched['tau']:.2f} tokens and costs {_cost(watched):.2f} plain steps, {watched['v']:.2f} of "
        "them to verify"
    )
    notes: tuple[str, ...] = (
        f"{words}. Measured on {made['date']}, {made['device']}, one thread, {made['engine']}, Python "
        f"{made['python']}, numpy {made['numpy']}; {watched['prompts']} prompts a group, both ways in turns.",
        "Times are processor time, which other programs on the machine disturb less than the wall clock. By the wall "
        f"the watched group ran at {watched['speedup_wall']:.2f} times plain decoding.",
        "The formula is tau / (v + gamma c), with c, v and the acceptance at each place taken from the same run. "
        f"With a verification of {number(params.verify)} plain steps and the rest as measured it gives "
        f"{SHORT[params.watched]} {_elsewhere(params, watched):.2f}.",
    )
    if watched["draft"] == "lookup":
        notes += (
            "Greedy text of a model as small as this one repeats itself, and repetition is what lookup guesses. The "
            "text of larger models repeats less, so expect less of it there.",
        )
    return Result(says, because, _facts(params, rows), _tables(params, rows), (_figure(rows),), notes)


def _row(group: str, wanted: tuple[str, float, int | str]) -> dict[str, Any]:
    for row in recorded()["speeds"]:
        asked = (row["draft"], row["temperature"], row["gamma"])
        if row["group"] == group and asked == wanted and row["chosen_on"] is None:
            found: dict[str, Any] = row
            return found
    raise KeyError(f"the record has no row for {group} at {wanted}")


def _cost(row: dict[str, Any]) -> float:
    """Of a round, in plain steps."""
    return float(row["v"] + row["round_draft_ms"] / row["step_ms"])


def _elsewhere(params: PairParams, row: dict[str, Any]) -> float:
    """The formula's speed where a verification costs what was typed, all else as measured."""
    return float(row["tau"] / (float(params.verify) + row["round_draft_ms"] / row["step_ms"]))


def _state(row: dict[str, Any]) -> str:
    if row["speedup_low"] > 1:
        return FASTER
    return SLOWER if row["speedup_high"] < 1 else UNSURE


def _facts(params: PairParams, rows: dict[str, dict[str, Any]]) -> dict[str, Fact]:
    source = f"recorded {recorded()['made']['date']}, {recorded()['made']['device']}"

    def measured(value: Scalar, unit: str, label: str, places: int = 2) -> Fact:
        return Fact(value, unit, label, "measured", places=places, source=source)

    facts = {"answer": measured(rows[params.watched]["measured"], "times plain", "Speed of the watched group")}
    for group, row in rows.items():
        facts |= {
            f"{group}_speedup": measured(row["measured"], "times plain", f"Speed, {group}"),
            f"{group}_low": measured(row["speedup_low"], "times plain", f"Low end, {group}"),
            f"{group}_high": measured(row["speedup_high"], "times plain", f"High end, {group}"),
            f"{group}_acceptance": measured(row["acceptance"], "", f"Accepted over drafted, {group}", 3),
            f"{group}_acceptance_low": measured(row["acceptance_low"], "", f"Low end of acceptance, {group}", 3),
            f"{group}_acceptance_high": measured(row["acceptance_high"], "", f"High end of acceptance, {group}", 3),
        }
        value = _elsewhere(params, row)
        source_elsewhere = "tau and c as measured, the verification as typed"
        facts[f"{group}_elsewhere"] = Fact(
            value, "times plain", f"{ELSEWHERE}, {group}", places=2, source=source_elsewhere
        )
    gaps = [abs(row["measured"] / row["predicted"] - 1) for row in rows.values()]
    facts["formula_gap"] = measured(max(gaps), "", "Largest distance from the formula, as a share", 3)
    facts["prompts"] = measured(rows[params.watched]["prompts"], "prompts", "Prompts a group", 0)
    facts["plain"] = Fact(1.0, "times plain", "Plain decoding, the baseline", "assumed", places=0)
    return facts


def _tables(params: PairParams, rows: dict[str, dict[str, Any]]) -> tuple[Table, Table]:
    now = list(GROUPS).index(params.watched)
    speeds = tuple(
        (
            SHORT[group],
            *(row[name] for name in ("measured", "speedup_low", "speedup_high", "predicted")),
            _elsewhere(params, row),
            _state(row),
            _words(row),
        )
        for group, row in rows.items()
    )
    names = ("acceptance", "acceptance_low", "acceptance_high", "tau", "c", "v", "plain_rate", "rate")
    rounds = tuple((SHORT[group], *(row[name] for name in names), _places(row)) for group, row in rows.items())
    return (
        Table("groups", "Speed of this setting, a line a group, with 95 % intervals", SPEEDS, speeds, now=now),
        Table("rounds", "What rounds gave and cost, a line a group", ROUNDS, rounds, now=now),
    )


def _words(row: dict[str, Any]) -> str:
    return (
        f"a round gives {row['tau']:.2f} tokens for {_cost(row):.2f} plain steps, so {row['predicted']:.2f} was to be "
        f"expected and {row['measured']:.2f} was measured"
    )


def _figure(rows: dict[str, dict[str, Any]]) -> Figure:
    best, worst = (pick(rows, key=lambda group: rows[group]["measured"]) for pick in (max, min))
    return Figure(
        name="speeds",
        kind="bar",
        table="groups",
        x="item",
        y=("speedup",),
        summary=f"Of all groups {SHORT[best]} gains most and {SHORT[worst]} least, because {_why(rows, best, worst)}.",
        x_title="Group",
        y_title="Speed, times plain",
        state="state",
    )


def _why(rows: dict[str, dict[str, Any]], best: str, worst: str) -> str:
    if rows[best]["tau"] > rows[worst]["tau"]:
        what, one, two = "gives {:.2f} tokens", rows[best]["tau"], rows[worst]["tau"]
    else:
        what, one, two = "costs {:.2f} plain steps", _cost(rows[best]), _cost(rows[worst])
    return f"a round {what.format(one)} for {SHORT[best]} and {two:.2f} for {SHORT[worst]}"


def _places(row: dict[str, Any]) -> str:
    shares = ", ".join(f"{share:.2f}" for share in row["by_position"])
    return f"accepted at place 1, 2, ..., of those checked there: {shares or 'nothing was drafted'}"
