"""What a learner does on a screen of the built-in lesson, told by roles and names as a person meets them.
It refuses to know how it is done: by mouse, keys, fingers or ear."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from typing import Literal

from app.course.items import Answer, Option, Predict, Question, Try, Variation
from app.course.lesson import Evidence, FailureMode, Rubric
from app.course.marking import NOTE_FIELDS, shuffled
from app.course.outline import ItemBlock
from app.web.item_views import PANEL_LABELS
from app.web.markup import plain

WAYS = {"up": "It goes up", "down": "It goes down", "same": "It stays the same"}
Kind = Literal["fill", "check", "choose", "press"]


@dataclass(frozen=True)
class Act:
    """One thing done: `role` and the beginning of the accessible name, and the text where one is typed or chosen."""

    kind: Kind
    role: Literal["textbox", "radio", "checkbox", "combobox", "button"]
    name: str
    text: str = ""


def acts_of(block: ItemBlock) -> Iterator[Act]:
    """Answer the item, rightly where it can be right, through to its last step."""
    if isinstance(block, Try):
        yield from _number_or_way(block)
        yield Act("press", "button", "Commit")
        yield from (
            Act("fill", "textbox", "Why? One line", "One term moved."),
            Act("press", "button", "Keep your reason"),
        )
        yield from (Act("check", "checkbox", plain(each)) for each in block.boxes[:1])
        yield Act("press", "button", "Keep the boxes")
        if block.variation is not None:
            yield from _variation(block, block.variation)
            yield Act("press", "button", "Keep this answer")
    elif isinstance(block, Predict):
        yield from _options(block.options, "radio") if block.kind == "choice" else _number_or_way(block)
        yield Act("press", "button", "Commit")
    elif isinstance(block, Question):
        yield from _question(block)
        yield Act("press", "button", "Answer")
    else:
        yield from _panel(block)
        yield Act("press", "button", "Keep")


def _number_or_way(block: Predict | Try) -> Iterator[Act]:
    if block.kind == "direction":
        right = block.right if isinstance(block, Predict) else block.direction
        yield Act("check", "radio", WAYS[right])
    elif block.interval:
        low, high = _around(block.answer)
        yield from (Act("fill", "textbox", "From", low), Act("fill", "textbox", "To", high))
    else:
        yield Act("fill", "textbox", "Your number", _exactly(block.answer))


def _variation(block: Try, variation: Variation) -> Iterator[Act]:
    if block.kind == "direction":
        yield Act("check", "radio", WAYS[variation.direction])
    else:
        yield Act("fill", "textbox", "Your number", _exactly(variation.answer))


def _question(question: Question) -> Iterator[Act]:
    if question.kind in ("choice", "multi"):
        yield from _options(question.options, "radio" if question.kind == "choice" else "checkbox")
    elif question.kind == "order":
        for place in shuffled(question):
            yield Act("choose", "combobox", plain(question.options[place].html), str(place + 1))
    elif question.kind == "number":
        yield Act("fill", "textbox", "Your number", _exactly(question.answer))
    elif question.kind == "text":
        yield Act("fill", "textbox", "In your words", "The slowest hundredth decides.")
    else:
        for each in question.fields:
            text = _exactly(each.answer) if each.answer else "R11 on eleven cards"
            yield Act("fill", "textbox", each.label, text)


def _panel(block: Rubric | FailureMode | Evidence) -> Iterator[Act]:
    if isinstance(block, Rubric):
        raise ValueError("the hour holds no rubric; it lies beyond it")
    labels = list(PANEL_LABELS.values())
    if isinstance(block, Evidence):
        goes_out, back, why = NOTE_FIELDS.values()
        yield Act("fill", "textbox", goes_out, "R11 on eleven cards")
        yield Act("fill", "textbox", back, "R11, first come, twelve cards")
        labels = [why]
    yield from (Act("fill", "textbox", label, "R11 at a p99 of 3 s") for label in labels)


def _options(options: tuple[Option, ...], role: Literal["radio", "checkbox"]) -> Iterator[Act]:
    yield from (Act("check", role, plain(each.html)) for each in options if each.right)


def _exactly(answer: Answer | None) -> str:
    assert answer is not None
    return f"{answer.value:f}"


def _around(answer: Answer | None) -> tuple[str, str]:
    assert answer is not None
    reach = max(abs(answer.value) / 5, Decimal("0.1"))
    if answer.is_whole:
        reach = reach.to_integral_value(ROUND_CEILING)
    return f"{answer.value - reach:f}", f"{answer.value + reach:f}"
