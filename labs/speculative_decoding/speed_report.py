"""The recorded speeds of one setting: a line a group, with intervals over prompts and the formula's answer beside them.
It refuses to measure; the decoding room's benchmark did."""

from typing import Any, Final

from labs.decoding import recorded
from labs.lab import Column, Fact, Figure, Result, Scalar, Table
from labs.speculative_decoding.account import PLAIN_LINE, round_cost, round_told
from labs.speculative_decoding.settings import GROUPS, ROWS, SHORT, PairParams
from labs.units import listed, number

SAME: Final = 0.01  # clocks that differ by less say the same
# What a check costs on another machine is a setting of the lab.
ELSEWHERE: Final = "At another price of a check"
FASTER, SLOWER, UNSURE = "faster", "slower", "not told apart"
WORDS: Final = Column("interpretation", "What it means", type="text")
SPEEDS: Final = (
    Column("item", "Group", type="text"),
    Column("speedup", "Speed", "times plain", places=2),
    Column("low", "95 % low end", "times plain", places=2),
    Column("high", "95 % high end", "times plain", places=2),
    Column("predicted", "By the formula", "times plain", places=2),
    Column("elsewhere", ELSEWHERE, "times plain", places=2),
    Column("state", "State", type="text"),
    WORDS,
)
ROUNDS: Final = (
    Column("item", "Group", type="text"),
    Column("acceptance", "Accepted over drafted", places=3),
    Column("low", "95 % low end", places=3),
    Column("high", "95 % high end", places=3),
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
    notes: tuple[str, ...] = (
        f"{words}. Measured on {made['date']}, {made['device']}, one thread, {made['engine']}, Python "
        f"{made['python']}, numpy {made['numpy']}; {watched['prompts']} prompts a group, both ways in turns.",
        _clocks(watched),
        "The interval says how far the ratio moves when other prompts of the group are drawn from those measured. It "
        "does not cover the state of the machine: a busy one, or another one, can give a ratio outside of it.",
        "A round gives a little less than 1 + gamma times accepted over drafted, because the last round of a text "
        "drafts only what is left of it.",
        "The formula is tau / (v + gamma c), with c, v and the acceptance at each place taken from the same run. "
        f"With a verification at {number(params.verify)} times a plain step and the rest as measured it gives "
        f"{SHORT[params.watched]} {_elsewhere(params, watched):.2f}.",
    )
    if watched["draft"] == "lookup":
        notes += (
            "Greedy text of a model as small as this one repeats itself, and repetition is what lookup guesses. The "
            "text of larger models repeats less, so expect less of it there.",
        )
    return Result(says, round_told(watched), _facts(params, rows), _tables(params, rows), (_figure(rows),), notes)


def _row(group: str, wanted: tuple[str, float, int | str]) -> dict[str, Any]:
    for row in recorded()["speeds"]:
        asked = (row["draft"], row["temperature"], row["gamma"])
        if row["group"] == group and asked == wanted and row["chosen_on"] is None:
            found: dict[str, Any] = row
            return found
    raise KeyError(f"the record has no row for {group} at {wanted}")


def _elsewhere(params: PairParams, row: dict[str, Any]) -> float:
    """The formula's speed where a verification costs what was typed, all else as measured."""
    return float(row["tau"] / (float(params.verify) + row["round_draft_ms"] / row["step_ms"]))


def _clocks(row: dict[str, Any]) -> str:
    """What both clocks say, and whether they differ by more than a hundredth."""
    wall, low, high = (row[f"speedup_wall{end}"] for end in ("", "_low", "_high"))
    is_same = abs(wall / row["measured"] - 1) < SAME
    why = "hardly anything else ran beside it" if is_same else "other programs took turns on the processor"
    return f"Times are processor time. By the wall it was {wall:.2f} times plain ({low:.2f} to {high:.2f}): {why}."


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
    made = recorded()["made"]
    ships = "the record that ships with the course"
    facts["measured_on"] = Fact(f"{made['device']}, {made['date']}", "", "Measured on", "measured", source=ships)
    libraries = f"numpy {made['numpy']}, Python {made['python']}"
    facts["measured_with"] = Fact(libraries, "", "Measured with", "measured", source=ships)
    facts["baseline_speedup"] = Fact(1.0, "", "As fast as plain decoding", "assumed", places=1)
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
        f"a round gives {row['tau']:.2f} tokens for {round_cost(row):.2f} plain steps, so "
        f"{row['predicted']:.2f} was to be expected and {row['measured']:.2f} was measured"
    )


def _figure(rows: dict[str, dict[str, Any]]) -> Figure:
    return Figure(
        name="speeds",
        kind="bar",
        table="groups",
        x="item",
        y=("speedup",),
        summary=_order(rows),
        x_title="Group",
        y_title="Speed, times plain",
        interval=("low", "high"),
        lines=(PLAIN_LINE,),
        state="state",
    )


def _below(rows: dict[str, dict[str, Any]], group: str) -> list[str]:
    """Groups whose whole interval lies below this group's."""
    return [other for other, row in rows.items() if row["speedup_high"] < rows[group]["speedup_low"]]


def _order(rows: dict[str, dict[str, Any]]) -> str:
    """What the intervals allow to say about who gains more: groups whose intervals meet are not ordered."""
    best = max(rows, key=lambda group: (len(_below(rows, group)), rows[group]["measured"]))
    less = _below(rows, best)
    if not less:
        return "No group is told apart from another, because every interval meets the others."
    worst = min(less, key=lambda group: rows[group]["measured"])
    unsure = [group for group in rows if group != best and group not in less]
    names, others = ([SHORT[group] for group in groups] for groups in (less, unsure))
    ends = "whose 95 % intervals end" if len(names) > 1 else "whose 95 % interval ends"
    said = (
        f"Of all groups {SHORT[best]} gains more than {listed(names)}, {ends} below its own, "
        f"because {_why(rows, best, worst)}"
    )
    return f"{said}; from {listed(others)} it is not told apart." if others else f"{said}."


def _why(rows: dict[str, dict[str, Any]], best: str, worst: str) -> str:
    if rows[best]["tau"] > rows[worst]["tau"]:
        what, one, two = "gives {:.2f} tokens", rows[best]["tau"], rows[worst]["tau"]
    else:
        what, one, two = "costs {:.2f} plain steps", round_cost(rows[best]), round_cost(rows[worst])
    return f"a round {what.format(one)} for {SHORT[best]} and {two:.2f} for {SHORT[worst]}"


def _places(row: dict[str, Any]) -> str:
    shares = ", ".join(f"{share:.2f}" for share in row["by_position"])
    return f"accepted at place 1, 2, ..., of those checked there: {shares or 'nothing was drafted'}"
