"""Whether the options of a question can be answered: how many are right, reasons, numbers, conditions of a family.
It refuses to read them.
"""

import re
from collections.abc import Iterable
from typing import Final

from app.course.answers import read_answer
from app.course.conditions import names_in
from app.course.desk import Desk
from app.course.diagnostics import Spot, shown
from app.course.families import Head
from app.course.fields import as_number
from app.course.items import Answer, Family, Prose
from app.course.options import Read, tell_near_options
from app.course.plain import plain
from app.course.scan import Block as Span
from app.course.vary import bad_condition
from app.course.yaml_text import Text

# Words that conclude from the numbers, and those with which a sentence says in which draws it holds.
CONCLUDES: Final = re.compile(r"\b(so|thus|hence|therefore|because|right|wrong|enough)\b", re.IGNORECASE)
SAYS_WHEN: Final = re.compile(
    r"\b(right|wrong) (above|below|over|under|within|from)\b"
    r"|\b(if|when|where|wherever|whenever|unless|as long as|up to|at most|at least|only)\b",
    re.IGNORECASE,
)


def check_choice(desk: Desk, block: Span, kind: str, read: tuple[Read, ...]) -> None:
    if len(read) < 2:
        if not read and tell_near_options(desk, block.line + 1, block.end):
            return
        message = "There are fewer than two options. Write each as `- [ ] text` or, when right, `- [x] text`."
        desk.findings.add("E043", block.spot, message)
        return
    right = [each for each in read if each.option.right]
    # An option whose box could not be read may be the right one, and is told by itself.
    if not right and all(each.has_box for each in read):
        desk.findings.add("E040", block.spot, "No option is right. Mark it with `- [x]`.")
    if kind == "choice" and len(right) > 1:
        where = ", ".join(str(each.spot.line) for each in right)
        message = f"{len(right)} options are right (lines {where}). Keep one, or write `::: question multi`."
        desk.findings.add("E041", block.spot, message)
    if block.name == "question":
        _check_reasons(desk, read)


def _check_reasons(desk: Desk, read: Iterable[Read]) -> None:
    for each in read:
        if not each.option.reason:
            message = (
                "This option has no reason. Write it below, indented: `  > why it is right, or which mistake it is`."
            )
            desk.findings.add("E042", each.spot, message)


def read_right_number(desk: Desk, block: Span, read: tuple[Read, ...]) -> Answer | None:
    """The right answer of a number question; its options are the numbers that a mistake leads to."""
    options = block.attributes.options
    for each in read:
        if as_number(each.option.value.split(" ")[0].replace(",", "")) is None:
            desk.findings.add("E011", each.spot, "An option of a number question is a number, such as `- [ ] 12012`.")
    _check_reasons(desk, [each for each in read if not each.option.right])
    right = [each for each in read if each.option.right]
    given = options.get("answer")
    if given is None and len(right) == 1:
        value = right[0].option.value.split(" ")[0].replace(",", "")
        given = Text(value, Spot(right[0].spot.line, right[0].spot.column, right[0].spot.length))
        if as_number(value) is None:
            return None
    return read_answer(desk, given, block.spot, block.attributes.get("unit") or "", options.get("tolerance"))


def check_family(desk: Desk, block: Span, kind: str, family: Family, read: tuple[Read, ...], head: Head) -> None:
    """Whether drawn numbers decide about the options."""
    names = ("answer", *(slip.name for slip in family.wrong))
    if family.rows:
        _check_rows(desk, block, kind, family, read)
    elif kind == "number" or (kind == "choice" and family.wrong and all(each.option.value in names for each in read)):
        _check_numbers(desk, block, kind, family, read, names)
    elif kind in ("choice", "multi"):
        _check_decision(desk, block, kind, family, read, {*head.drawn, *head.computed})
    elif kind in ("text", "fields"):
        message = f"A question of kind {kind} is not graded by drawn numbers; write number, choice, multi or order."
        desk.findings.add("E051", block.spot, message)
    elif len(read) < 2:
        message = "An order question lists its steps in the right order: `1. ...`, at least two."
        desk.findings.add("E043", block.spot, message)


def _check_rows(desk: Desk, block: Span, kind: str, family: Family, read: tuple[Read, ...]) -> None:
    if kind != "choice" or len(read) != 1 or not family.wrong or not family.fact:
        message = (
            "With `rows` a choice has one option, the form of every row, such as `- [ ] {alpha}: {result}`; "
            "`formula` or `fact` computes it, and `wrong` names the mistakes that one row may hold."
        )
        desk.findings.add("E051", block.spot, message)
    elif 'data-drawn="result' not in read[0].option.html:
        desk.findings.add("E051", read[0].spot, "Each row shows what its calculator says: write `{result}` in it.")
    _check_reasons(desk, read)


def check_rows_apart(desk: Desk, family: Family, ask: tuple[Prose, ...], spot: Spot) -> None:
    """Each row has numbers of its own, so the question before them has none."""
    for name, _ in family.draws:
        if any(f'data-drawn="{name}' in prose.html for prose in ask):
            message = f'"{name}" is another number in each row, so only the row can show it.'
            desk.findings.add("E047", spot, message)


def _check_numbers(
    desk: Desk, block: Span, kind: str, family: Family, read: tuple[Read, ...], names: tuple[str, ...]
) -> None:
    """Options are made from the right number and the mistakes; the list gives reasons for some of them."""
    for each in read:
        if each.option.value not in names:
            desk.findings.unknown("E046", each.spot, "mistake of this question", each.option.value, names)
    if not family.fact:
        message = "No number is computed: name a lab and its `fact`, or a `formula`."
        desk.findings.add("E044", head_spot(block), message)
    _check_reasons(desk, read)
    if kind == "choice" and "answer" not in [each.option.value for each in read]:
        message = "The right number has no reason. Write `- [x] answer` with its reason below: `  > why`."
        desk.findings.add("E042", block.spot, message)


def _check_decision(
    desk: Desk, block: Span, kind: str, family: Family, read: tuple[Read, ...], known: set[str]
) -> None:
    """Options with conditions in their boxes, or marked right whatever is drawn."""
    if not any(each.when for each in read):
        check_choice(desk, block, kind, read)
        return
    for each in read:
        place = each.spot
        if each.when and not each.option.when:
            bad_condition(desk, each.when, place)
        for name in names_in(each.option.when):
            if name not in known:
                desk.findings.unknown("E050", place, "number in a condition", name, sorted(known))
        _check_says_when(desk, family, each)
    if len(read) < 2:
        check_choice(desk, block, kind, read)
    _check_reasons(desk, read)


def _check_says_when(desk: Desk, family: Family, each: Read) -> None:
    """The reason of a drawn option stands beside it in every draw: it shows what decides and says when it is right."""
    reason = each.option.reason
    if not each.option.when or not reason:
        return
    decides = {*names_in(each.option.when)}
    if family.fact and decides & {"answer", family.fact}:
        decides |= {"answer", family.fact}
    if not any(f'data-drawn="{name}{end}"' in reason for name in decides for end in ("", ":n")):
        told = ", ".join(f"{{{name}}}" for name in sorted(decides))
        message = f"This reason stands here in every draw and shows none of the numbers that decide. Show {told}."
        desk.findings.add("E053", each.spot, message)
    elif CONCLUDES.search(said := plain(reason)) and not SAYS_WHEN.search(said):
        message = (
            "This reason states its condition as true, and in other draws it is not. Say when the option is right, "
            'such as "Right up to {limit}; it takes {answer}."'
        )
        desk.findings.add("E053", each.spot, message)


def read_tolerance(desk: Desk, text: Text) -> str:
    """The tolerance of a family as it is written, a number or a share; empty with a finding when it is neither."""
    number = as_number(text.value.removesuffix("%"))
    if number is not None and number >= 0:
        return text.value
    message = f'The tolerance "{shown(text.value)}" must be a number from 0, such as 0.5 or 2%.'
    desk.findings.add("E011", text.spot, message)
    return ""


def head_spot(block: Span) -> Spot:
    """Where the head of a question begins."""
    return Spot(block.head[0] - 1, 1, 3) if block.head else block.spot
