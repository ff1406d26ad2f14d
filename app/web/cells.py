"""Values as cells: the words for the eye and the full value for programs.
It refuses to know layout."""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup, escape

from labs import Column, Fact, Scalar, Table, number

NOT_DEFINED = "not defined"
WORDS = "interpretation"
NUMBER = ' class="n">'


@dataclass(frozen=True)
class Cell:
    """`exact` is the Python repr of a number, which a reader of the page gets beside the rounded `text`."""

    text: str
    exact: str
    is_number: bool


@dataclass(frozen=True)
class Row:
    """A row of a table as markup; the first cell heads it, and the row of the current value says so.
    Written once with the result, because a template takes ten times as long over so many cells."""

    markup: Markup


def cell(value: Scalar, places: int | None, is_number: bool) -> Cell:
    if value is None:
        return Cell(NOT_DEFINED, "", is_number)
    if isinstance(value, bool):
        return Cell("yes" if value else "no", "", False)
    if isinstance(value, str):
        return Cell(value, "", False)
    return Cell(number(value, places), repr(value), True)


def rows(table: Table) -> tuple[Row, ...]:
    """Every row of the table, ready to be printed."""
    columns = [_cells(column, table.values(column.name)) for column in table.columns]
    made = []
    for place, (head, *cells) in enumerate(zip(*columns, strict=True)):
        is_now = place == table.now
        opened = '<tr class="now"><th scope="row"' if is_now else '<tr><th scope="row"'
        word = ' <span class="now-word">now</span>' if is_now else ""
        rest = f"<td{'</td><td'.join(cells)}</td>" if cells else ""
        made.append(Row(Markup(f"{opened}{head}{word}</th>{rest}</tr>")))
    return tuple(made)


def _cells(column: Column, values: Iterable[Scalar]) -> list[str]:
    """Each cell from the class in its opening tag up to its closing tag."""
    numeric, places = is_numeric(column), column.places
    words = ' class="w">' if column.name == WORDS else ">"
    known: dict[Scalar, str] = {}
    made = []
    for value in values:
        if value is not None and not isinstance(value, (str, bool)):
            made.append(f'{NUMBER}<data value="{value!r}">{number(value, places)}</data>')
            continue
        if value not in known:
            said = cell(value, places, numeric)
            text = f'<code lang="{column.lang}">{escape(said.text)}</code>' if column.lang else escape(said.text)
            known[value] = f"{NUMBER if said.is_number else words}{text}"
        made.append(known[value])
    return made


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
