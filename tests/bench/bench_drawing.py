"""Prints what one drawing of each kind costs: milliseconds a box, bytes on the wire. Run it as a script.
It refuses to judge: the budgets are in the tests."""

import gzip
import time

from app.drawing import both, draw
from app.plot import plot
from labs import Column, Figure, Table

ROUNDS = 200
KINDS = ("line", "step", "bands", "scatter", "bar", "stacked", "lanes", "heatmap")


def sample(kind: str, rows: int) -> tuple[Figure, Table]:
    """A figure of the kind over plain numbers."""
    table_rows = tuple((row, f"part {row}", row * 0.5 + 1, row + 2.25, f"slot {row % 4}") for row in range(rows))
    columns = (
        Column("x", "x", type="whole"),
        Column("name", "name", type="text"),
        Column("y", "value"),
        Column("high", "high"),
        Column("lane", "lane", type="text"),
    )
    shapes = {"stacked": ("name", ("y",)), "lanes": ("name", ("lane",)), "heatmap": ("x", ("lane", "y"))}
    x, y = shapes.get(kind, ("x", ("y", "high")))
    interval = ("y", "high") if kind in ("lanes", "bands") else None
    return Figure("f", kind, "t", x, y, "", "x, s", "y, GB", interval), Table("t", "", columns, table_rows)  # type: ignore[arg-type]


def main() -> None:
    """One line a kind and size."""
    for kind in KINDS:
        for rows in (12, 800):
            figure, table = sample(kind, rows)
            start = time.perf_counter()
            for _ in range(ROUNDS if rows < 100 else 5):
                draw(figure, table, {})
            each = (time.perf_counter() - start) * 1000 / (ROUNDS if rows < 100 else 5)
            start = time.perf_counter()
            plot(figure, table, {})
            plotly = (time.perf_counter() - start) * 1000
            size = len(gzip.compress(both(figure, table, {}).encode(), 6))
            print(f"{kind:8} {rows:4} rows  {each:6.2f} ms a drawing  {plotly:7.2f} ms Plotly  {size:6} bytes gzip")


if __name__ == "__main__":
    main()
