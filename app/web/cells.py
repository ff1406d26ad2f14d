"""Values as cells: the words for the eye and the full value for programs.
It refuses to know layout."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import escape

from app.web.binding import bound
from labs import SMALL_GB, Column, Fact, Scalar, Table, brief_places, briefly, number, with_unit

NOT_DEFINED = "not defined"
WORDS = "interpretation"
NUMBER = ' class="n">'
UNSAFE = re.compile("[<>&'\"]")


@dataclass(frozen=True)
class Cell:
    """`exact` is the Python repr of a number, which a reader of the page gets beside the rounded `text`."""

    text: str
    exact: str
    is_number: bool


def cell(value: Scalar, places: int | None, is_number: bool) -> Cell:
    if value is None:
        return Cell(NOT_DEFINED, "", is_number)
    if isinstance(value, bool):
        return Cell("yes" if value else "no", "", False)
    if isinstance(value, str):
        return Cell(value, "", False)
    return Cell(number(value, places), repr(value), True)


def escaped(text: str) -> str:
    """Text as it stands in markup; most words of a result are safe, and to look is quicker than to escape."""
    return str(escape(text)) if UNSAFE.search(text) else text


# A lab has the same columns at most of its settings.
@lru_cache(maxsize=256)
def heads(columns: tuple[Column, ...]) -> str:
    """The cells of a table's head as markup."""
    return "".join([_head(each) for each in columns])


def _head(column: Column) -> str:
    numeric = is_numeric(column)
    cells = f'data-label="{escaped(column.label) if numeric else ""}" data-unit="{escaped(column.unit)}"'
    right = ' class="n"' if numeric else ""
    return f'<th scope="col" data-column="{escaped(column.name)}" {cells}{right}>{escaped(heading(column))}</th>'


def rows(table: Table) -> tuple[str, ...]:
    """Every row of the table as markup; the first cell heads it, and the row of the current value says so.
    Written once with the result, because a template takes ten times as long over so many cells."""
    columns = [_cells(column, table.values(column.name)) for column in table.columns]
    made = []
    for place, (head, *cells) in enumerate(zip(*columns, strict=True)):
        is_now = place == table.now
        opened = '<tr class="now"><th scope="row"' if is_now else '<tr><th scope="row"'
        word = ' <span class="now-word">now</span>' if is_now else ""
        rest = f"<td{'</td><td'.join(cells)}</td>" if cells else ""
        made.append(f"{opened}{head}{word}</th>{rest}</tr>")
    return tuple(made)


def _cells(column: Column, values: Iterable[Scalar]) -> list[str]:
    """Each cell from the class in its opening tag up to its closing tag."""
    numeric, places = is_numeric(column), column.places
    words = ' class="w">' if column.name == WORDS else ">"
    brief = brief_places(column.unit, places)
    known: dict[Scalar, str] = {}
    made = []
    for value in values:
        if type(value) is float or not (value is None or isinstance(value, (str, bool))):
            is_small = brief is not None and -SMALL_GB < value < SMALL_GB
            text = briefly(value, brief or 0) if is_small else number(value, places)
            made.append(f'{NUMBER}<data value="{value!r}">{text}</data>')
            continue
        if value not in known:
            said = cell(value, places, numeric)
            shown_text = column.absent if value is None else said.text
            text = escaped(bound(shown_text) if column.name == WORDS else shown_text)
            if column.lang:
                text = f'<code data-piece lang="{column.lang}">{text}</code>'
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
    return with_unit(cell(fact.value, fact.places, True).text, fact.unit) if fact.value is not None else fact.absent
