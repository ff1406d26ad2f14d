"""Figures of every kind over tables of any values, for the tests of both renderers.
It refuses to know how anything is drawn."""

from dataclasses import dataclass, replace
from typing import get_args

from hypothesis import strategies as st

from labs import Column, Fact, Figure, Line, Scalar, Table
from labs.lab import FigureKind

KINDS = get_args(FigureKind)
STATES = ("resident", "does not fit", "kept free", "idle", "recomputed", "offloaded", "running", None)
FACTS = {
    "limit": Fact(12.5, "GB", "usable", places=1),
    "rare_mean": Fact(3, "ms", "rare group"),
    "prediction": Fact(7.0, "GB", "you said"),
    "prediction_low": Fact(5.0, "GB", "you said at least"),
    "prediction_high": Fact(9.0, "GB", "you said at most"),
}


@dataclass(frozen=True)
class Sample:
    """A figure with the table and the facts it is drawn from."""

    figure: Figure
    table: Table
    facts: dict[str, Fact]


words = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn")), max_size=60)
sizes = st.floats(min_value=-1e15, max_value=1e15, allow_nan=False)
numbers: st.SearchStrategy[Scalar] = st.one_of(
    sizes, st.integers(-(10**15), 10**15), st.floats(-1e-12, 1e-12), st.sampled_from((0.0, -0.0, 1, 0.1, 5e-324, 1e300))
)
cells = st.one_of(st.none(), numbers)


@st.composite
def samples(draw: st.DrawFn, kind: str, most: int = 80) -> Sample:
    """Any figure of the kind, up to `most` rows."""
    numeric_x = kind not in ("stacked", "lanes") and draw(st.booleans())
    names = st.sampled_from(draw(st.lists(words, min_size=1, max_size=9)))
    values = st.sampled_from(draw(st.lists(cells, min_size=1, max_size=25)))
    xs = numbers if numeric_x else names
    row = st.tuples(
        xs, values, values, values, values, names, st.sampled_from(STATES), st.sampled_from(("a", "b", "rare"))
    )
    # A heat map has one row a cell of its grid; elsewhere a name may come back.
    rows = draw(st.lists(row, max_size=most, unique_by=_place if kind == "heatmap" else None))
    labels = [draw(words) for _ in range(5)]
    columns = (
        Column("x", labels[0], type="decimal" if numeric_x else "text"),
        *(Column(name, label) for name, label in zip(("y1", "rare", "low", "high"), labels[1:], strict=True)),
        Column("lane", "lane", type="text"),
        Column("state", "state", type="text"),
        Column("group", "group", type="text"),
    )
    now = draw(st.integers(0, len(rows) - 1)) if rows and draw(st.booleans()) else None
    lines = tuple(
        Line(fact, draw(words), draw(st.sampled_from(("x", "y"))))
        for fact in draw(st.lists(st.sampled_from(("limit", "rare_mean", "prediction")), max_size=3, unique=True))
    )
    figure = Figure(
        name="sample",
        kind=kind,  # type: ignore[arg-type]
        table="t",
        x="x",
        y=draw(st.sampled_from((("y1",), ("y1", "rare")))),
        summary="",
        x_title=draw(words),
        y_title=draw(words),
        lines=lines,
        scale=draw(st.sampled_from(("linear", "log"))),
        x_scale=draw(st.sampled_from(("linear", "log"))),
        state=draw(st.sampled_from((None, "state"))),
    )
    return Sample(_shaped(figure, draw(st.booleans())), Table("t", "", columns, tuple(rows), now), FACTS)


def _place(row: tuple[Scalar, ...]) -> tuple[str, str]:
    """Slot across and slot down of a row: x and lane."""
    return repr(row[0]), repr(row[5])


def _shaped(figure: Figure, grouped: bool) -> Figure:
    if figure.kind == "stacked":
        return replace(figure, y=("y1",), group="group" if grouped else None)
    if figure.kind == "lanes":
        return replace(figure, y=("lane",), interval=("low", "high"))
    if figure.kind == "heatmap":
        return replace(figure, y=("lane", "y1"))
    return replace(figure, interval=("low", "high")) if figure.kind == "bands" or grouped else figure


def shown_columns(figure: Figure) -> tuple[str, ...]:
    """The columns whose cells are marks."""
    return figure.y[1:] if figure.kind == "heatmap" else figure.y


def rows_within_reach(sample: Sample, most: float) -> list[int]:
    """Rows of a stacked bar whose parts begin and end within `most`, after those piled up before them."""
    figure, table = sample.figure, sample.table
    reached: dict[tuple[str, bool], float] = {}
    groups = table.values(figure.group) if figure.group else ("",) * len(table.rows)
    found = []
    for row, (group, value) in enumerate(zip(groups, table.values(figure.y[0]), strict=True)):
        if not isinstance(value, int | float):
            continue
        pile = (str(group), value < 0)
        begin, end = reached.get(pile, 0.0), reached.get(pile, 0.0) + value
        reached[pile] = end
        if abs(begin) <= most and abs(end) <= most:
            found.append(row)
    return found
