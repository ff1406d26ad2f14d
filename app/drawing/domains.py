"""What the axes of a figure must hold: the extent of its values and the names of its slots.
It refuses to know boxes, ticks and marks."""

from collections.abc import Mapping

from app.drawing.looks import PREDICTION, role
from app.drawing.scales import LEAST, as_number, as_numbers, extent, key, keys
from app.drawing.words import numeral
from labs import Fact, Figure, Line, Table, with_unit


def column_numbers(table: Table, name: str) -> list[float | None]:
    """A column as drawable floats, None where there is nothing to draw."""
    return as_numbers(table.values(name))


def value_domain(figure: Figure, table: Table, facts: Mapping[str, Fact]) -> tuple[float, float]:
    """Extent of the axis that the y column (or the interval of lanes) is read on, with its reference lines."""
    log = figure.scale == "log"
    if figure.kind == "stacked":
        columns = [value for span in stacked_spans(figure, table) if span for value in span]
    else:
        shown = () if figure.kind == "lanes" else figure.y
        names = (*shown, *(figure.interval or ()))
        columns = [each for name in names for each in column_numbers(table, name) if each is not None]
    both = figure.kind in ("stacked", "lanes")
    held = [*columns, *line_values(figure, facts, "y"), *(line_values(figure, facts, "x") if both else ())]
    bars = figure.kind in ("bar", "stacked")
    if figure.kind == "lanes":
        return extent(held, log=log, zero="near", pad=0)
    # Room for the numbers behind the whiskers of bars.
    pad = 0.02 if both else 0.14 if bars and figure.interval else 0.06
    low, high = extent(held, log=log, zero="always" if bars else "near", pad=pad)
    return (low / 2, high) if log and bars else (low, high)


def x_domain(figure: Figure, table: Table, facts: Mapping[str, Fact]) -> tuple[float, float]:
    """Extent of a numeric x column with the reference lines that stand on it or at a value of it."""
    found = [each for each in column_numbers(table, figure.x) if each is not None]
    pad = 0.04 if figure.kind == "scatter" else 0.0
    places = [as_number(line.at) for line in figure.lines if line.axis == "y"]
    held = [*found, *line_values(figure, facts, "x"), *(each for each in places if each is not None)]
    return extent(held, log=figure.x_scale == "log", zero="near" if figure.kind == "scatter" else "never", pad=pad)


def line_values(figure: Figure, facts: Mapping[str, Fact], axis: str) -> list[float]:
    """Values of the reference lines on an axis, brackets of a prediction included."""
    names = [part for each in figure.lines if each.axis == axis for part in bracketed(each.fact)]
    values = [as_number(facts[name].value) for name in names if name in facts]
    return [each for each in values if each is not None]


def level_lines(figure: Figure, facts: Mapping[str, Fact]) -> tuple[tuple[str, str, str], ...]:
    """Of each reference line on the y axis that can be drawn: its fact, its words and the name of its look.
    A prediction is left out, since its bracket has its words beside it."""
    found = []
    for line in figure.lines:
        fact = facts.get(line.fact)
        look = line_look(line)
        value = as_number(fact.value) if fact else None
        has_place = value is not None and (figure.scale != "log" or value >= LEAST)
        if fact and has_place and line.axis == "y" and look != PREDICTION.name:
            found.append((line.fact, line_words(line, fact), look))
    return tuple(found)


def line_look(line: Line) -> str:
    """The name of the look of a reference line: a fixed meaning, or a contract."""
    fixed = role(line.fact) or role(line.label)
    return fixed.name if fixed else "contract"


def line_words(line: Line, fact: Fact) -> str:
    """The words of a reference line: its label, then its value with the unit."""
    value = as_number(fact.value)
    said = with_unit(numeral(value, fact.places), fact.unit) if value is not None else str(fact.value)
    return f"{line.label} {said}"


def bracketed(fact: str) -> tuple[str, str, str]:
    """Names of the fact and of the two ends of its bracket, which need not exist."""
    return fact, f"{fact}_low", f"{fact}_high"


def category_names(figure: Figure, table: Table) -> tuple[str, ...]:
    """Slots of the category axis in order of appearance; empty where x is a numeric axis."""
    if figure.kind == "stacked":
        return unique_keys(table, figure.group) if figure.group else ("",)
    if figure.kind == "lanes":
        return unique_keys(table, figure.y[0])
    numeric = table.columns[table.index(figure.x)].type in ("whole", "decimal")
    return () if numeric and figure.kind not in ("bar", "heatmap") else unique_keys(table, figure.x)


def unique_keys(table: Table, name: str) -> tuple[str, ...]:
    """The distinct cells of a column as slot names, top to bottom."""
    return tuple(dict.fromkeys(keys(table.values(name))))


def stacked_spans(figure: Figure, table: Table) -> list[tuple[float, float] | None]:
    """Start and end of every segment: positive values pile up from zero, negative ones down; null has no span."""
    ends: dict[tuple[str, bool], float] = {}
    spans: list[tuple[float, float] | None] = []
    groups = table.values(figure.group) if figure.group else ("",) * len(table.rows)
    for group, value in zip(groups, column_numbers(table, figure.y[0]), strict=True):
        if value is None:
            spans.append(None)
            continue
        place = (key(group), value < 0)
        start = ends.get(place, 0.0)
        ends[place] = start + value
        spans.append((start, start + value))
    return spans
