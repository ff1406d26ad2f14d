"""Compiled prose made fit for a page: wide tables and code in named scrollers that keys can reach.
It refuses to clean; what comes here was cleaned when the lesson was compiled."""

import html
import re
from functools import lru_cache
from itertools import count

from markupsafe import Markup

from app.course.plain import plain
from app.web.binding import bound_prose

TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
CAPTION = re.compile(r"<caption>(.*?)</caption>", re.DOTALL)
HEADING = re.compile(r"(</?h)([3-6])\b")
CELL = re.compile(r"<t[dh][^>]*>(.*?)</t[dh]>", re.DOTALL)
OPENED = re.compile(r"<t[dh][^>]*>")
NUMERIC = re.compile(r"[-+$€£≤≥<>~]*\s*[\d.,]+(\s*[%×x])?", re.ASCII)
WHOLE_CELL = re.compile(r"<t[dh][^>]*>.*?</t[dh]>", re.DOTALL)
ASKED = ': how do we know?"'
PRE = '<pre class="code">'


@lru_cache(maxsize=2048)
def fit(prose: str, below: int = 1) -> Markup:
    """The prose with a scroller around each table, a name for each piece of code, headings right below level `below`.

    In the file the screen's own heading is of level 2; on a page of its own it is the first.
    """
    text = TABLE.sub(lambda found: _scroller(found[0]), prose)
    if below == 1:
        text = HEADING.sub(lambda found: f"{found[1]}{int(found[2]) - 1}", text)
    return Markup(bound_prose(text).replace(PRE, '<pre class="code" tabindex="0" role="region" aria-label="Code">'))


def _scroller(table: str) -> str:
    caption = CAPTION.search(table)
    name = html.escape(plain(caption[1]) if caption else "Table")
    text = _set_right(_told_apart(table))
    return f'<div class="scroller" role="region" tabindex="0" aria-label="{name}">{text}</div>'


def _told_apart(table: str) -> str:
    """Links of facts with their row and column in the name: two cells may hold the same number of the same fact."""
    before, *parts = table.split("<tr>")
    heads = [plain(cell) for cell in CELL.findall(parts[0])] if parts else []
    return "<tr>".join([before, *(_row_told(part, heads) for part in parts)])


def _row_told(part: str, heads: list[str]) -> str:
    row, places = next((plain(cell) for cell in CELL.findall(part)), ""), count()
    return WHOLE_CELL.sub(lambda cell: _with_place(cell[0], row, heads[next(places)]), part)


def _with_place(cell: str, row: str, head: str) -> str:
    return cell.replace(ASKED, f"{html.escape(f', row {row}, column {head}')}{ASKED}")


def _set_right(table: str) -> str:
    """Columns of numbers are set right, heads too."""
    rows = [CELL.findall(row) for row in table.split("<tr>")[1:]]
    width = max((len(row) for row in rows), default=0)
    numeric = {
        place
        for place in range(1, width)
        if all(NUMERIC.fullmatch(plain(row[place])) for row in rows[1:] if len(row) > place)
    }
    if not numeric or len(rows) < 2:
        return table
    head, *parts = table.split("<tr>")
    return "<tr>".join([head, *(_marked(part, numeric) for part in parts)])


def _marked(row: str, numeric: set[int]) -> str:
    places = count()
    return OPENED.sub(lambda cell: f'{cell[0][:-1]} class="n">' if next(places) in numeric else cell[0], row)
