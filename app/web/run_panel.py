"""A run of a model as the page shows it: its texts, a line a round with marked tokens, the table of rounds.
It refuses to know any lab: whoever has the tables texts, rounds and tokens is shown so."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from app.web.result import ShownTable, show_table
from labs import Result, Table

# The panel prints these itself; `tokens` follows among the other tables.
TABLES: Final = ("texts", "rounds")
TOKENS: Final = "tokens"
MARKS: Final[Mapping[str, tuple[str, str]]] = {
    "accepted": ("\N{CHECK MARK}", "a draft that the target accepts"),
    "rejected": ("\N{BALLOT X}", "a draft that it rejects, struck out"),
    "not checked": ("\N{EN DASH}", "a draft behind a rejected one, not checked"),
    "residual": (
        "\N{DOWNWARDS ARROW WITH TIP RIGHTWARDS}",
        "the residual: drawn in place of a rejected draft, from what the draft gave too little",
    ),
    "bonus": ("+", "the bonus: one more, when all drafts stood"),
    "target": ("\N{BULLET}", "written by the target, with nothing drafted"),
}


@dataclass(frozen=True)
class Tile:
    """A token with what became of it."""

    state: str
    mark: str
    text: str


@dataclass(frozen=True)
class Line:
    """A round: its number, the sentence that a step says, and its tokens."""

    number: int
    says: str
    written: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Panel:
    """All that the panel prints; `prompt_lang` and `lang` are BCP 47."""

    prompt: str
    prompt_lang: str
    drafted: str
    plain: str
    lang: str
    lines: tuple[Line, ...]
    rounds: ShownTable
    marks: Mapping[str, tuple[str, str]]
    tables: tuple[str, ...] = TABLES


def panel_of(result: Result) -> Panel | None:
    """The panel of a result that tells a run, None for any other."""
    tables = {table.name: table for table in result.tables}
    if not {*TABLES, TOKENS} <= set(tables):
        return None
    texts = tables["texts"]
    (row,) = texts.rows
    said = {column.name: (cell, column.lang) for column, cell in zip(texts.columns, row, strict=True)}
    return Panel(
        prompt=str(said["prompt"][0]),
        prompt_lang=said["prompt"][1],
        drafted=str(said["drafted"][0]),
        plain=str(said["plain"][0]),
        lang=said["drafted"][1],
        lines=_lines(tables["rounds"], tables[TOKENS]),
        rounds=show_table(tables["rounds"], result, ()),
        marks=MARKS,
    )


def _lines(rounds: Table, tokens: Table) -> tuple[Line, ...]:
    keys, texts, states = (tokens.values(name) for name in ("item", "token", "state"))
    tiles = {
        number: tuple(Tile(str(state), MARKS[str(state)][0], str(text)) for _, text, state in group)
        for number, group in groupby(zip(keys, texts, states, strict=True), lambda each: str(each[0]).split(".")[0])
    }
    written = 0
    lines = []
    for number, words, count in zip(
        *(rounds.values(name) for name in ("item", "interpretation", "tokens")), strict=True
    ):
        written += int(count or 0)
        lines.append(Line(int(number or 0), f"Round {number}: {words}.", written, tiles[str(number)]))
    return tuple(lines)
