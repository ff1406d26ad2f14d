"""Values as cells: the words for the eye and the full value for programs.
It refuses to know layout."""

from dataclasses import dataclass

from labs import Column, Fact, Scalar, Table, number

NOT_DEFINED = "not defined"


@dataclass(frozen=True)
class Cell:
    """`exact` is the Python repr of a number, which a reader of the page gets beside the rounded `text`."""

    text: str
    exact: str
    is_number: bool


@dataclass(frozen=True)
class Row:
    """The cells of a row; the first one heads it. `now` marks the row of the current value."""

    head: Cell
    cells: tuple[Cell, ...]
    now: bool


def cell(value: Scalar, places: int | None, is_number: bool) -> Cell:
    if value is None:
        return Cell(NOT_DEFINED, "", is_number)
    if isinstance(value, bool):
        return Cell("yes" if value else "no", "", False)
    if isinstance(value, str):
        return Cell(value, "", False)
    return Cell(number(value, places), repr(value), True)


def rows(table: Table) -> tuple[Row, ...]:
    """Every row of the table, ready to be shown."""
    made = []
    for place, values in enumerate(table.rows):
        cells = [
            cell(value, column.places, is_numeric(column)) for value, column in zip(values, table.columns, strict=True)
        ]
        made.append(Row(cells[0], tuple(cells[1:]), place == table.now))
    return tuple(made)


def is_numeric(column: Column) -> bool:
    """Whether the column is set right, as numbers are."""
    return column.type in ("whole", "decimal")


def heading(column: Column) -> str:
    """The head of a column with its unit."""
    return f"{column.label}, {column.unit}" if column.unit else column.label


def shown(fact: Fact) -> str:
    """A fact with its unit."""
    text = cell(fact.value, fact.places, True).text
    return f"{text} {fact.unit}" if fact.unit and fact.value is not None else text
