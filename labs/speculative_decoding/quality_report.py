"""What a lenient rule does to the real pair: shift from the target and perplexity a group, held against a gate.
It refuses to compute laws; the decoding room did, place by place along held-out text."""

from typing import Any, Final

from labs.decoding import recorded
from labs.lab import Column, Fact, Figure, Result, Table
from labs.speculative_decoding.settings import GROUPS, LENIENCES, SHORT, PairParams
from labs.units import begun

INSIDE, OVER = "inside the gate", "over the gate"
NONE = 1e-9  # below this a shift is a double's rounding
COLUMNS: Final = (
    Column("item", "Group", type="text"),
    Column("shift", "Shift from the target", places=3),
    Column("acceptance", "Drafts accepted", places=3),
    Column("perplexity", "Perplexity", places=2),
    Column("exact", "Perplexity, exact rule", places=2),
    Column("breaks_at", "Passes 0.02 below lenience", places=3),
    Column("state", "State", type="text"),
    Column("interpretation", "What it means", type="text"),
)


def report(params: PairParams) -> Result:
    """All groups at this lenience."""
    place = LENIENCES.index(params.lenience)
    rows = {row["group"]: row for row in recorded()["quality"]}
    now = {group: rows[group]["lenient"][place] for group in GROUPS}
    watched, gate = now[params.watched], float(params.gate)
    worst = max(now, key=lambda group: now[group]["shift"])
    first = max(rows, key=lambda group: rows[group]["breaks_at"])
    if watched["shift"] < NONE:
        says, because = (
            f"At lenience {params.lenience} {SHORT[params.watched]} shifts by nothing",
            "a refused draft is replaced by a draw from exactly what the draft lacks",
        )
    else:
        says = (
            f"At lenience {params.lenience} {SHORT[params.watched]} shifts by {watched['shift']:.3f}, "
            f"{_state(watched['shift'], gate)} of {gate:g}; {SHORT[worst]} shifts most, by {now[worst]['shift']:.3f}"
        )
        because = "drafts stand that the target would have refused, and they follow the draft's law"
    notes = (
        f"The groups pass 0.02 below these leniences, the first one first: {_order(rows)}. A draft that is often "
        "nearly right lets more in at a mild lenience than one that is plainly wrong; at 0.2 the far ones have "
        "overtaken it.",
        "Perplexity is no alarm here: for rare text it first falls under lenience, since target and draft together "
        "guess the true text better than the target alone, while the output is already another one than the target's.",
        f"Computed along {sum(row['places'] for row in rows.values()):,} places of held-out text, the true text before "
        "each, with the distilled draft at temperature 1. Shift is total variation: half of the sum of differences. "
        "These are figures of these texts: groups that lie close together may change places on others.",
    )
    table = _table(params, rows, now, gate)
    return Result(says, because, _facts(params, rows, now, worst, first), (table,), (_figure(now, worst),), notes)


def _order(rows: dict[str, Any]) -> str:
    ranked = sorted(rows, key=lambda group: -rows[group]["breaks_at"])
    return ", ".join(f"{SHORT[group]} {rows[group]['breaks_at']:.3f}" for group in ranked)


def _state(shift: float, gate: float) -> str:
    return INSIDE if shift <= gate else OVER


def _facts(params: PairParams, rows: dict[str, Any], now: dict[str, Any], worst: str, first: str) -> dict[str, Fact]:
    def computed(value: Any, label: str, places: int | None = 3) -> Fact:
        return Fact(value, "", label, "measured", digits=4, places=places, source="held-out text and the real pair")

    facts = {"answer": computed(now[params.watched]["shift"], "Shift of the watched group")}
    for group in GROUPS:
        facts |= {
            f"{group}_shift": computed(now[group]["shift"], f"Shift, {group}"),
            f"{group}_perplexity": computed(now[group]["perplexity"], f"Perplexity, {group}", 2),
            f"{group}_accepted": computed(now[group]["acceptance"], f"Drafts accepted, {group}"),
            f"{group}_breaks_at": computed(rows[group]["breaks_at"], f"Passes 0.02 below lenience, {group}"),
        }
    facts["worst_shift"] = computed(now[worst]["shift"], "Largest shift of a group")
    facts["worst"] = computed(worst, "Group that shifts most", None)
    facts["first_over"] = computed(SHORT[first], "First group over 0.02", None)
    facts["gate"] = Fact(float(params.gate), "", "Gate", "assumed", places=3, source="typed here")
    return facts


def _table(params: PairParams, rows: dict[str, Any], now: dict[str, Any], gate: float) -> Table:
    cells = tuple(
        (
            SHORT[group],
            now[group]["shift"],
            now[group]["acceptance"],
            now[group]["perplexity"],
            rows[group]["lenient"][0]["perplexity"],
            rows[group]["breaks_at"],
            _state(now[group]["shift"], gate),
            _words(now[group], rows[group]["lenient"][0]),
        )
        for group in GROUPS
    )
    caption = f"At lenience {params.lenience}, a line a group"
    return Table("groups", caption, COLUMNS, cells, now=list(GROUPS).index(params.watched))


def _words(row: dict[str, Any], exact: dict[str, Any]) -> str:
    if row["shift"] < NONE:
        return "the output has the target's own law"
    more = row["acceptance"] - exact["acceptance"]
    change = "falls" if row["perplexity"] < exact["perplexity"] else "rises"
    return f"{100 * more:.1f} of 100 drafts more stand; perplexity {change} to {row['perplexity']:.2f}"


def _figure(now: dict[str, Any], worst: str) -> Figure:
    if now[worst]["shift"] < NONE:
        summary = "No group shifts, because the exact rule gives the target's own law."
    else:
        name = begun(SHORT[worst])
        summary = f"{name} shifts most, because its draft stands where the target would have refused."
    return Figure(
        name="shifts",
        kind="bar",
        table="groups",
        x="item",
        y=("shift",),
        summary=summary,
        x_title="Group",
        y_title="Shift, total variation",
        state="state",
    )
