"""The parts of a full lesson: their names, the blocks that are one by themselves, what is missing.
It refuses to judge how good a part is.
"""

from collections.abc import Mapping
from typing import Final

from app.course.desk import Desk
from app.course.yaml_text import Text

PARTS: Final[Mapping[str, str]] = {
    "thesis": "the thesis, the failure and the limits as a decision in the first minute",
    "objectives": "objectives in the front matter",
    "idea": "the idea, one layer at a time",
    "reasoning": "three steps of reasoning before code",
    "code": "worked code with its captured output",
    "turn": "your turn: prediction, hints, reasoning",
    "spine": "the quantitative spine",
    "labs": "a lab",
    "work": "take it to work: the operating path and its panels",
    "contract": "explain the contract in your own words",
    "checkpoint": "a checkpoint",
    "rubric": "a production rubric",
    "reading": "primary reading with a purpose",
    "return": "the return to the failure",
    "evidence": "the release evidence",
}
BY_BLOCK: Final[Mapping[str, str]] = {
    "code": "code",
    "lab": "labs",
    "try": "labs",
    "checkpoint": "checkpoint",
    "rubric": "rubric",
    "evidence": "evidence",
}


def note_part(desk: Desk, part: Text | None) -> str:
    """Remember the part that a screen or heading is; the name, or empty."""
    if part is None:
        return ""
    if part.value not in PARTS:
        desk.findings.unknown("E119", part.spot, "part", part.value, PARTS)
        return ""
    desk.parts.append(part.value)
    return part.value


def missing(desk: Desk, has_objectives: bool, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """The wanted parts that the lesson lacks, in their order."""
    found = {*desk.parts, *(BY_BLOCK[kind] for kind in desk.kinds if kind in BY_BLOCK)}
    if has_objectives:
        found.add("objectives")
    return tuple(part for part in PARTS if part in wanted and part not in found)
