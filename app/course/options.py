"""Task lists and numbered lists inside an item: options, whether each is right, and its reason.
It refuses to know what kind of item it reads for.
"""

import re
from dataclasses import dataclass
from typing import Final

from markdown_it.token import Token

from app.course.conditions import read_conditions
from app.course.desk import Desk
from app.course.diagnostics import Spot
from app.course.items import Option
from app.course.prose import unwrapped, write_prose

BOX: Final = re.compile(r"\[([ xX]|[a-z][^\[\]\n]*[<>=][^\[\]\n]*)\][ \t]+")


@dataclass(frozen=True)
class Read:
    """An option with its place in the file."""

    option: Option
    spot: Spot
    has_box: bool
    when: str = ""


def find_list(tokens: list[Token], kind: str) -> tuple[int, int] | None:
    """Where the last top-level list of this kind begins and ends (behind its last token)."""
    found = None
    for place, token in enumerate(tokens):
        if token.type == f"{kind}_list_open" and token.level == tokens[0].level and _is_wanted(tokens, place, kind):
            end = next(
                at for at in range(place, len(tokens)) if tokens[at].nesting < 0 and tokens[at].level == token.level
            )
            found = (place, end + 1)
    return found


def _is_wanted(tokens: list[Token], place: int, kind: str) -> bool:
    if kind == "ordered":
        return True
    inline = next((token for token in tokens[place:] if token.type == "inline"), None)
    return inline is not None and BOX.match(inline.content + " ") is not None


def read_options(desk: Desk, tokens: list[Token]) -> tuple[Read, ...]:
    """The options of one list, given its tokens from list_open to list_close."""
    level = tokens[0].level + 1
    starts = [place for place, token in enumerate(tokens) if token.type == "list_item_open" and token.level == level]
    ends = [place for place, token in enumerate(tokens) if token.type == "list_item_close" and token.level == level]
    return tuple(_option(desk, tokens[start], tokens[start + 1 : end]) for start, end in zip(starts, ends, strict=True))


def _option(desk: Desk, opening: Token, inside: list[Token]) -> Read:
    line = (opening.map or [0, 0])[0] + 1
    spot = Spot(line, 1, len(desk.source.lines[line - 1]) if line <= len(desk.source.lines) else 1)
    right, has_box, value, when = False, False, "", ""
    first = inside[1] if len(inside) > 1 and inside[1].type == "inline" else None
    if first is not None and first.children:
        value = first.content
        match = BOX.match(first.content)
        if match and first.children[0].type == "text":
            has_box, right = True, match[1] in "xX"
            when = match[1] if len(match[1]) > 1 else ""
            first.children[0].content = first.children[0].content[match.end() :]
            value = first.content[match.end() :]
    quote = next((place for place, token in enumerate(inside) if token.type == "blockquote_open"), len(inside))
    shown = unwrapped(write_prose(desk, inside[:quote]).html.strip())
    with desk.hidden():
        reason = write_prose(desk, inside[quote + 1 : -1]).html.strip() if quote < len(inside) else ""
    option = Option(shown, right, reason, value.split("\n")[0].strip(), read_conditions(when))
    return Read(option, spot, has_box, when)
