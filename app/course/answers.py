"""Right answers: typed or computed by a run, their tolerance, the hash of what is graded, and prose that spoils them.
It refuses to mark what a learner gave.
"""

import hashlib
import re
from dataclasses import replace
from decimal import Decimal

from app.course.desk import Desk, ItemUse
from app.course.diagnostics import Findings, Spot, shown
from app.course.fields import as_number
from app.course.finder import Finder
from app.course.items import Answer, Item, Level
from app.course.kinds import LEVELS
from app.course.scan import Block
from app.course.yaml_text import Text
from labs import Fact

SPOILING_DIGITS = 3


def read_answer(desk: Desk, text: Text | None, spot: Spot, unit: str, tolerance: Text | None) -> Answer | None:
    """The right number: written out, or `RUN#FACT`; a finding when it is neither."""
    if text is None:
        message = (
            "The right answer is missing. Write answer=NUMBER or answer=RUN#FACT, or a right option `- [x] NUMBER`."
        )
        desk.findings.add("E044", spot, message)
        return None
    typed = as_number(text.value)
    if typed is not None:
        return Answer(typed, unit, _tolerance(desk, tolerance, typed, half_place(typed)))
    if "#" not in text.value:
        message = f'The answer "{shown(text.value)}" is no number and no RUN#FACT. Write 1234.5 without separators.'
        desk.findings.add("E044", text.spot, message)
        return None
    found = desk.fact(text.value, text.spot)
    if found is None:
        return None
    return number_of(desk, found[0].address, found[1], text.value.partition("#")[2], text.spot, tolerance)


def number_of(
    desk: Desk, address: str, fact: Fact, name: str, where: Spot, tolerance: Text | None = None
) -> Answer | None:
    """A fact as the right answer; a finding when it is no number."""
    answer = fact_answer(address, fact, name)
    if answer is None:
        desk.findings.add("E044", where, f'The fact "{shown(name)}" is no number here, so it cannot be the answer.')
        return None
    allowed = _tolerance(desk, tolerance, answer.value, answer.tolerance)
    return replace(answer, tolerance=allowed, is_whole=answer.is_whole and allowed == 0)


def fact_answer(address: str, fact: Fact, name: str) -> Answer | None:
    """A fact as the right answer: whole numbers exactly, others to half of the last place asked, else 0.05 %."""
    if isinstance(fact.value, bool | str) or fact.value is None:
        return None
    value = Decimal(str(fact.value))
    last = fact.places if fact.asked is None else fact.asked
    tolerance = Decimal(5).scaleb(-last - 1) if last is not None else abs(value) * Decimal("0.0005")
    is_whole = isinstance(fact.value, int)
    allowed = Decimal(0) if is_whole else tolerance
    return Answer(value, fact.unit, allowed, address, name, label=fact.label, is_whole=is_whole)


def half_place(value: Decimal) -> Decimal:
    """Half of the last place that a number is written with; nothing for a whole number."""
    exponent = value.as_tuple().exponent
    return Decimal(5).scaleb(exponent - 1) if isinstance(exponent, int) and exponent < 0 else Decimal(0)


def _tolerance(desk: Desk, text: Text | None, value: Decimal, default: Decimal) -> Decimal:
    if text is None:
        return default
    percent = text.value.endswith("%")
    number = as_number(text.value.removesuffix("%"))
    if number is None or number < 0:
        message = f'The tolerance "{shown(text.value)}" must be a number from 0, such as 0.5 or 2%.'
        desk.findings.add("E011", text.spot, message)
        return default
    return abs(value) * number / 100 if percent else number


def read_item(desk: Desk, block: Block, *graded: object) -> Item:
    """The id, version and objective of a block that stores answers; also noted for the checks of the lesson."""
    options = block.attributes.options
    level_text = options.get("level")
    level: Level = ""
    for each in LEVELS:
        if level_text and level_text.value == each:
            level = each
    if level_text and not level:
        desk.findings.unknown("E025", level_text.spot, "level", level_text.value, LEVELS)
    teaches = options.get("teaches")
    if teaches:
        desk.point("E096", teaches, "screen that teaches this")
    id = block.attributes.id.value if block.attributes.id else ""
    desk.items.append(ItemUse(block.name, id, options.get("objective"), level, desk.is_in_checkpoint))
    objective = options["objective"].value if "objective" in options else ""
    return Item(id, graded_hash(graded), objective, level, teaches.value if teaches else "")


def with_version(item: Item, *graded: object) -> Item:
    return replace(item, version=graded_hash(graded))


def graded_hash(graded: object) -> str:
    """Twelve hex digits; over what decides a mark only, so that an edit of prose keeps an item's version."""
    return hashlib.sha256(repr(graded).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def check_spoiled(desk: Desk, answer: Answer | None, block: Block) -> None:
    """A finding for each number in earlier prose that gives the prediction away: same unit, three digits or more."""
    if answer is None or not answer.unit:
        return
    pattern = re.compile(rf"(?<![\d.,])(\d[\d,]*(?:\.\d+)?)[ \u00a0]*{re.escape(answer.unit)}(?!\w)")
    for said in desk.said:
        for match in pattern.finditer(said.text):
            if is_same(match[1], answer.value):
                finder = Finder(desk.source.lines, said.spot.line, said.spot.line + 20)
                message = (
                    f'"{match[0]}" gives away the prediction "{block.title}" at line {block.line}; move it behind.'
                )
                desk.findings.add("E115", finder.spot(match[1]), message)


def is_same(text: str, value: Decimal) -> bool:
    """Whether a number as written, with three digits or more, is this value rounded to its places."""
    digits = text.replace(",", "")
    if sum(each.isdigit() for each in digits) < SPOILING_DIGITS or len(digits) > 40:
        return False
    written = Decimal(digits)
    places = -int(written.as_tuple().exponent)
    return abs(written - value) <= Decimal(5).scaleb(-places - 1)


def missing_id(block: Block, suggested: str, findings: Findings, line: str) -> None:
    """The finding for a block that stores answers and has no id, with the text to insert."""
    message = f'Block "{shown(block.title)}" needs an id, because answers and addresses hang on it. '
    opening = line.find("{")
    spot = Spot(block.line, opening + 2 if opening >= 0 else len(line.rstrip()) + 1, 0)
    fix = f"#{suggested} " if opening >= 0 else f" {{#{suggested}}}"
    findings.add("E027", spot, f"{message}Perhaps {{#{suggested}}}?", suggestion=suggested, fix=fix)
