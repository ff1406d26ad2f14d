"""Task lists and numbered lists inside an item: options, whether each is right, and its reason.
It refuses to know what kind of item it reads for.
"""

import re
from dataclasses import dataclass
from typing import Final

from markdown_it.token import Token

from app.course.conditions import read_conditions
from app.course.desk import Desk
from app.course.diagnostics import Spot, shown
from app.course.items import Option
from app.course.prose import unwrapped, write_prose

# What stands where a box should and was meant as one, in a list or in a line that only looks like one.
LIKE_BOX: Final = re.compile(r"(?P<box>[\[({] {0,3}[xX✓✔]? {0,3}[\])}]|\[[^\[\]\n]{0,80}\](?![(\[{]))[ \t]*")
TICK: Final = re.compile(r"[\[({] {0,3}[xX✓✔]? {0,3}[\])}](?![(\[{])")
LIKE_ITEM: Final = re.compile(
    r"\s{0,8}(?:[-*+][ \t]{0,4})?(?P<box>[\[(] {0,3}[xX]? {0,3}[\])])[ \t]*(?P<text>[^\s(\[{].*)"
)
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
    end = next(
        at for at in range(place, len(tokens)) if tokens[at].nesting < 0 and tokens[at].level == tokens[place].level
    )
    inlines = (each for each in tokens[place:end] if each.type == "inline" and each.level == tokens[place].level + 3)
    return any(BOX.match(each.content + " ") or TICK.match(each.content) for each in inlines)


def read_options(desk: Desk, tokens: list[Token]) -> tuple[Read, ...]:
    """The options of one list, given its tokens from list_open to list_close."""
    level = tokens[0].level + 1
    starts = [place for place, token in enumerate(tokens) if token.type == "list_item_open" and token.level == level]
    ends = [place for place, token in enumerate(tokens) if token.type == "list_item_close" and token.level == level]
    is_boxed = tokens[0].type == "bullet_list_open"
    return tuple(
        _option(desk, tokens[start], tokens[start + 1 : end], is_boxed) for start, end in zip(starts, ends, strict=True)
    )


def tell_near_options(desk: Desk, first: int, end: int) -> bool:
    """A finding for each line of these that was meant as an option and is none; whether there is one."""
    found = False
    for number in range(first, end):
        match = LIKE_ITEM.match(desk.source.lines[number - 1][:200])
        if match:
            found = True
            _tell_box(desk, f"{match['box']} {match['text']}", Spot(number, 1, len(desk.source.lines[number - 1])))
    return found


def _tell_box(desk: Desk, text: str, spot: Spot) -> None:
    """The finding for an option without a box that can be read, at the box, with the two ways to write one."""
    line = desk.source.lines[spot.line - 1]
    match = LIKE_BOX.match(text)
    box, words = (match["box"], text[match.end() :]) if match else ("", text)
    words = shown(words.split("\n")[0], 30)
    place = line.find(box) if box else -1
    where = spot.within(place, len(box)) if place >= 0 else spot
    said = f'"{box}" is no box of an option.' if box else "This option has no box."
    if box in ("[x]", "[X]", "[ ]"):
        said = "A blank stands before the box of an option and behind it."
    message = f"{said} Write `- [x] {words}` when it is right, `- [ ] {words}` when it is not."
    desk.findings.add("E054", where, message)


def _option(desk: Desk, opening: Token, inside: list[Token], is_boxed: bool) -> Read:
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
        elif is_boxed:
            _tell_box(desk, first.content, spot)
    quote = next((place for place, token in enumerate(inside) if token.type == "blockquote_open"), len(inside))
    shown = unwrapped(write_prose(desk, inside[:quote]).html.strip())
    with desk.hidden():
        reason = write_prose(desk, inside[quote + 1 : -1]).html.strip() if quote < len(inside) else ""
    option = Option(shown, right, reason, value.split("\n")[0].strip(), read_conditions(when))
    return Read(option, spot, has_box, when)
