"""The head of a question, YAML between two lines `---`: inputs of its own, and what its numbers are drawn from.
It refuses to draw; app/course/posing.py does.
"""

from dataclasses import dataclass
from typing import Final

from app.course.answers import read_answer
from app.course.desk import Desk
from app.course.diagnostics import Spot
from app.course.fields import Fields
from app.course.items import Family, Field
from app.course.scan import Block
from app.course.vary import VARY_KEYS, Vary, read_vary

HEAD_KEYS: Final = ("vary", "fields")
FIELD_KEYS: Final = ("name", "label", "answer", "unit", "tolerance")


@dataclass(frozen=True)
class Head:
    """What the head says. Prose may show the `drawn` names in braces, and behind the answer the `computed` ones too.

    `is_broken` when there is a `vary` that cannot be used.
    """

    family: Family | None = None
    fields: tuple[Field, ...] = ()
    drawn: tuple[str, ...] = ()
    computed: tuple[str, ...] = ()
    spot: Spot | None = None
    is_broken: bool = False


def read_head(desk: Desk, block: Block) -> Head:
    if block.head is None:
        return Head()
    first, end = block.head
    node = desk.heads(block.name, desk.source.between(first, end), Spot(first - 1))
    fields = Fields(node, Spot(first - 1, 1, 3), f'The head of "{block.name}"', HEAD_KEYS, desk.findings, node is None)
    vary = fields.entries.get("vary")
    found: Vary | None = None
    if vary is not None:
        found = read_vary(desk, Fields(vary, fields.place("vary"), '"vary"', VARY_KEYS, desk.findings))
    read = tuple(_fields(desk, fields))
    if found is None:
        return Head(None, read)
    return Head(found.family, read, found.drawn, found.computed, found.spot, found.family is None)


def _fields(desk: Desk, head: Fields) -> list[Field]:
    read = []
    for each in head.groups("fields", '"fields"', FIELD_KEYS):
        each.require("name", "label")
        answer = None
        if each.has("answer"):
            answer = read_answer(desk, each.text("answer"), each.spot, each.word("unit"), each.text("tolerance"))
        read.append(Field(each.word("name"), each.word("label"), answer))
    return read
