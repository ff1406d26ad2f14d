"""Marks of heat maps: a cell for each row, its value told by one of seven steps of one hue.
It refuses to know axes, titles and the colours of the steps."""

import math

from app.drawing.frame import Frame
from app.drawing.looks import Look
from app.drawing.marks import Mark
from app.drawing.scales import LEAST, as_number
from labs import Figure, Table

STEPS = 7


def value_range(figure: Figure, table: Table) -> tuple[float, float] | None:
    """Least and greatest value that can be shown; None when there is none."""
    log = figure.scale == "log"
    numbers = [each for each in map(as_number, table.values(figure.y[1])) if each is not None]
    values = [each for each in numbers if each >= LEAST or not log]
    return (min(values), max(values)) if values else None


def step_of(value: float, low: float, high: float, log: bool) -> int:
    """The step 0 to 6 of a value between low and high; one value alone is in the middle."""
    if high - low <= LEAST:
        return STEPS // 2
    if log:
        value, low, high = math.log10(value), math.log10(low), math.log10(high)
    if high <= low:
        return STEPS // 2
    # Halves first, so that a span beyond the largest float stays finite.
    share = (value / 2 - low / 2) / (high / 2 - low / 2)
    return min(STEPS - 1, int(share * STEPS))


def cell_marks(figure: Figure, table: Table, frame: Frame) -> list[Mark]:
    """A cell at (x, first y column) for each row whose second y column has a value."""
    bounds = value_range(figure, table)
    log = figure.scale == "log"
    found = []
    xs, values = table.values(figure.x), table.values(figure.y[1])
    places = zip(frame.x.places(xs), frame.y.places(table.values(figure.y[0])), strict=True)
    for row, (across, down) in enumerate(places):
        number = as_number(values[row])
        if bounds is None or number is None or (log and number < LEAST) or across is None or down is None:
            continue
        look = Look(f"h{step_of(number, *bounds, log)}", "solid", "circle", "plain")
        left, top = across - frame.x.step / 2, down - frame.y.step / 2
        box = (round(left, 2), round(top, 2), round(frame.x.step, 2), round(frame.y.step, 2))
        now = " now" if table.now == row else ""
        found.append(Mark(row, figure.y[1], values[row], xs[row], look, None, box, None, None, None, now))
    return found
