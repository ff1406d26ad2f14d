"""Draws a figure with its table as SVG in the page: `draw` for one box, `both` for the wide and the narrow one.
It refuses to know pages, colours (static/figure.css has them) and Plotly."""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.drawing import axes, bars, cells, labels, lines, reference
from app.drawing.frame import WIDE, Frame, frame_of, frames_of
from app.drawing.marks import MOST_SINGLE, Mark, Told, elements, values_list
from app.drawing.patterns import Patterns, prefix_of
from app.drawing.placing import Room, Spot
from app.drawing.scales import LEAST, MOST, Scale, as_number
from app.drawing.svg import join, number, tag
from app.drawing.words import numeral
from labs import Fact, Figure, Table

__all__ = ["LATER", "Drawing", "Frame", "Scale", "both", "draw", "frame_of", "scale_of", "wide"]

# Keeps the room of a wide drawing until the page asks for it.
LATER = tag("svg", class_="drawing wide later", viewBox=f"0 0 {WIDE[0]} {WIDE[1]}", width=WIDE[0], height=WIDE[1])


@dataclass(frozen=True)
class Drawing:
    """`svg` is safe markup, `x` and `y` are the scales that its marks stand on, `notes` say what is not drawn."""

    svg: Markup
    x: Scale
    y: Scale
    notes: tuple[str, ...]


def both(figure: Figure, table: Table, facts: Mapping[str, Fact], prefix: str = "") -> Markup:
    """The wide and the narrow drawing one after the other; the stylesheet shows the one that the box has room for.
    `prefix` keeps ids apart where a page has the same figure twice."""
    told: Told = {}
    drawn = [_draw(figure, table, facts, each, prefix, told)[0] for each in frames_of(figure, table, facts)]
    return join(drawn)


def wide(figure: Figure, table: Table, facts: Mapping[str, Fact]) -> Markup:
    """The wide drawing alone, for a page that shows no other."""
    return _draw(figure, table, facts, frame_of(figure, table, facts), "", {})[0]


def scale_of(figure: Figure, table: Table, facts: Mapping[str, Fact], narrow: bool = False) -> tuple[Scale, Scale]:
    """The horizontal and the vertical scale of the drawing, for anyone who checks where marks stand."""
    frame = frame_of(figure, table, facts, narrow)
    return frame.x, frame.y


def draw(figure: Figure, table: Table, facts: Mapping[str, Fact], narrow: bool = False, prefix: str = "") -> Drawing:
    """The figure as one SVG of 560 x 240 units, or 288 x 192 when narrow, at one CSS pixel a unit.

    Each mark carries data-row, data-column, data-value and data-x (and data-low, data-high for intervals) as Python
    writes the cell. Over 60 rows a line carries its column as a JSON list in data-values instead of symbols, and other
    marks are joined into one path a look with data-rows (unless all rows are there in order) and data-values; the
    narrow drawing leaves these lists to the wide one. A null cell has no mark.
    """
    frame = frame_of(figure, table, facts, narrow)
    svg, has_marks = _draw(figure, table, facts, frame, prefix, {})
    notes = (*reference.references(figure, facts, frame)[1], *_undrawn(figure, table)) if has_marks else ()
    return Drawing(svg, frame.x, frame.y, notes)


def _draw(
    figure: Figure, table: Table, facts: Mapping[str, Fact], frame: Frame, prefix: str, told: Told
) -> tuple[Markup, bool]:
    """The drawing, and whether it has a mark."""
    size = "wide" if frame.has_lists else "narrow"
    patterns = Patterns(prefix_of(prefix + figure.name, size))
    room = Room(frame.width, frame.height)
    shapes, marks = _marks(figure, table, frame, patterns, told)
    if not marks:
        said = "No values to draw" if table.rows else "No rows to draw"
        empty = axes.words(Spot(frame.width / 2, frame.height / 2, "middle"), said)
        return _root(frame, size, empty), False
    lines.mind(figure, marks, room)
    around = [axes.titles(frame, room), axes.axes(frame, room), axes.key(frame, patterns, room)]
    if figure.kind == "heatmap":
        around.append(_heat_key(figure, table, frame, room))
    ends = labels.line_ends(figure, table, frame, marks, room)
    found = reference.references(figure, facts, frame)[0]
    ruled = reference.ruled(found, frame, room, figure.kind == "bar")
    now = reference.now(figure, table, frame, room)
    over = Markup("")
    is_told = figure.kind == "bar" and any(each.beside is not None for each in found)
    if is_told:
        # The numbers of bars come before the words of a prediction, which has more places to go to.
        over = _words(figure, table, frame, marks, room)
    said_lines = reference.words_of(found, frame, room)
    over = over if is_told else _words(figure, table, frame, marks, room)
    # Over bars, which would hide it; a line of points lies over its rules.
    below, above = (
        ((now,), (ruled, bars.whiskers(marks, frame))) if frame.flipped or figure.kind == "bar" else ((now, ruled), ())
    )
    ground = lines.shade(figure, table, frame)
    inside = join([patterns.definitions(), *around, ground, *below, shapes, *above, ends, said_lines, over])
    return _root(frame, size, inside), True


def _marks(figure: Figure, table: Table, frame: Frame, patterns: Patterns, told: Told) -> tuple[Markup, list[Mark]]:
    if figure.kind in ("line", "step", "bands", "scatter"):
        return lines.series(figure, table, frame, told)
    if figure.kind == "bar":
        marks = bars.bar_marks(figure, table, frame, patterns.fill)
        groups = [[each for each in marks if each.column == column] for column in figure.y]
        parts = [_group(column, group, frame, told) for column, group in zip(figure.y, groups, strict=True)]
        return join(parts), marks
    if figure.kind == "stacked":
        marks = bars.part_marks(figure, table, frame, patterns.fill)
    elif figure.kind == "lanes":
        marks = bars.lane_marks(figure, table, frame, patterns.fill)
    else:
        marks = cells.cell_marks(figure, table, frame)
        return _group(figure.y[1], marks, frame, told), marks
    return _group(figure.y[0], marks, frame, told), marks


def _group(column: str, marks: list[Mark], frame: Frame, told: Told) -> Markup:
    looks = {each.look for each in marks}
    look = looks.pop() if len(looks) == 1 else None
    kind = f"series {look.name}" if look else "series"
    pattern = look.pattern if look else None
    return tag("g", elements(marks, told, frame.has_lists), class_=kind, data_series=column, data_pattern=pattern)


def _words(figure: Figure, table: Table, frame: Frame, marks: list[Mark], room: Room) -> Markup:
    if figure.kind == "scatter":
        return labels.point_names(figure, table, marks, room)
    if figure.kind == "bar":
        return labels.bar_numbers(table, frame, marks, room)
    if figure.kind == "stacked":
        return labels.part_names(figure, table, frame, marks, room)
    if figure.kind == "lanes":
        return labels.lane_names(frame, marks, room)
    return labels.cell_numbers(figure, table, marks, room) if figure.kind == "heatmap" else Markup("")


def _heat_key(figure: Figure, table: Table, frame: Frame, room: Room) -> Markup:
    low, high = cells.value_range(figure, table) or (0.0, 0.0)
    places = table.columns[table.index(figure.y[1])].places
    return axes.heat_key(frame, numeral(low, places), numeral(high, places), room)


def _undrawn(figure: Figure, table: Table) -> tuple[str, ...]:
    columns = [figure.y[1]] if figure.kind == "heatmap" else list(figure.y)
    values = [each for name in columns for each in table.values(name)]
    numbers = [as_number(each) for each in values] if figure.scale == "log" else []
    low = sum(each is not None and each < LEAST for each in numbers)
    big = len([each for each in values if each is not None and not isinstance(each, str) and not -MOST <= each <= MOST])
    notes = []
    if low:
        notes.append(
            f"A logarithmic axis cannot show zero or less: {low} of {len(values)} values are in the table only."
        )
    if big:
        notes.append(f"Beyond 1e300 nothing is drawn: {big} of {len(values)} values are in the table only.")
    return tuple(notes)


def _root(frame: Frame, size: str, inside: Markup) -> Markup:
    return tag(
        "svg",
        inside,
        class_=f"drawing {size}",
        viewBox=f"0 0 {frame.width} {frame.height}",
        width=frame.width,
        height=frame.height,
        data_x_scale=frame.x.kind,
        data_x_domain=_domain(frame.x, frame),
        data_x_range=f"[{number(frame.x.range[0])},{number(frame.x.range[1])}]",
        data_y_scale=frame.y.kind,
        data_y_domain=_domain(frame.y, frame),
        data_y_range=f"[{number(frame.y.range[0])},{number(frame.y.range[1])}]",
    )


def _domain(scale: Scale, frame: Frame) -> str | None:
    if len(scale.names) > MOST_SINGLE and not frame.has_lists:
        return None
    return values_list(scale.names if scale.kind == "category" else scale.domain)
