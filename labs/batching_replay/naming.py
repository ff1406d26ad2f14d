"""The two releases under the names that a lesson gives them, in every word of a result; numbers are untouched.
It refuses names from outside: they are chosen from a list."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from labs.lab import Fact, Figure, Result, Scalar, Table

PLAIN: Final = "a-b"
NAMES: Final[Mapping[str, tuple[str, str]]] = {
    PLAIN: ("A", "B"),
    "orders": ("R11's order", "R12's order"),
    "r11-order-r13": ("R11's order", "R13"),
    "r12-stop": ("R12", "R12 with a stop"),
}
CHOICES: Final = {name: f"{first} and {second}" for name, (first, second) in NAMES.items()}
# Three sentences of the lab begin with the article.
LETTER: Final = re.compile(r"\bA\b(?! (?:million|hatched|queue)\b)|\bB\b")
# A letter of the word kind, so that a group that is called A is no longer that word while sentences are made.
VEIL: Final = "\u02b9"


def veiled(text: str) -> str:
    """A text of the reader's own, as the name of a group, in which `named` finds no release."""
    return LETTER.sub(lambda found: found[0] + VEIL, text)


def unveiled(text: str) -> str:
    """The text as the reader wrote it."""
    return text.replace(VEIL, "")


def named(result: Result, names: str) -> Result:
    """The result with the names of the choice in place of A and B."""
    if names == PLAIN:
        return result
    first, second = NAMES[names]

    def told(text: str) -> str:
        return unveiled(LETTER.sub(lambda found: first if found[0] == "A" else second, text))

    def fact(each: Fact) -> Fact:
        return replace(each, label=told(each.label))

    def cell(each: Scalar) -> Scalar:
        return told(each) if isinstance(each, str) else each

    def table(each: Table) -> Table:
        columns = tuple(replace(column, label=told(column.label)) for column in each.columns)
        rows = tuple(tuple(cell(one) for one in row) for row in each.rows)
        return replace(each, caption=told(each.caption), columns=columns, rows=rows)

    def figure(each: Figure) -> Figure:
        return replace(each, summary=told(each.summary))

    return Result(
        says=told(result.says),
        because=told(result.because),
        facts={name: fact(each) for name, each in result.facts.items()},
        tables=tuple(table(each) for each in result.tables),
        figures=tuple(figure(each) for each in result.figures),
        notes=tuple(told(each) for each in result.notes),
    )
