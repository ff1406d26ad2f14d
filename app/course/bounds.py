"""Which numbers an answer could be at all: those that the lesson declares, and whole ones where the engine counts.
It refuses to mark, and to know which of them is right.
"""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from app.course.desk import Desk
from app.course.diagnostics import shown
from app.course.fields import as_number
from app.course.given import ENDS, Given, Refused, labelled, number_in
from app.course.items import ANY, Answer, Predict, Question, Try, Within
from app.course.verdicts import typed_words
from app.course.yaml_text import Text

VALUE = "value"


def read_within(desk: Desk, text: Text | None, kind: str) -> Within:
    """The bounds of `within`, LEAST..MOST with one end or both; a finding when they are none."""
    if text is None:
        return ANY
    if kind != "number":
        desk.findings.add("E011", text.spot, f'"within" bounds a number, and this asks for none: it is a {kind}.')
        return ANY
    low, dots, high = text.value.partition("..")
    least, most = as_number(low), as_number(high)
    is_read = dots and (low == "" or least is not None) and (high == "" or most is not None) and (low or high)
    if not is_read or (least is not None and most is not None and least >= most):
        message = f'"within" is "{shown(text.value)}". Write the least and the most, 0..1, or one of them, 0.. or ..1.'
        desk.findings.add("E011", text.spot, message)
        return ANY
    return Within(least, most)


def bounded(desk: Desk, answer: Answer | None, within: Within, text: Text | None) -> Answer | None:
    """The answer with its bounds; a finding when it lies outside of them."""
    if answer is None or text is None:
        return answer
    made = replace(answer, within=within)
    if (said := _outside(answer.value, made)) != "":
        desk.findings.add("E011", text.spot, f"The right answer itself is outside of within={text.value}: {said}")
    return made


def refuse_outside(block: object, is_variation: bool, given: Given) -> None:
    """Nothing for an answer that could be; `given` has been marked, so that its numbers can be read. Raises Refused."""
    bad: dict[str, str] = {}
    for name, label, answer in _numbers(block, is_variation):
        said = _outside(number_in(given, name, answer.unit, answer.value), answer)
        if said:
            bad[name] = labelled(label, said) if label else said
    if bad:
        raise Refused(bad)


def _numbers(block: object, is_variation: bool) -> Iterator[tuple[str, str, Answer]]:
    """Name, label and answer of each field that takes a number; one alone has no label."""
    if isinstance(block, Question):
        if block.kind == "fields":
            yield from ((each.name, each.label, each.answer) for each in block.fields if each.answer)
        elif block.kind == "number" and block.answer:
            yield VALUE, "", block.answer
    elif isinstance(block, Predict | Try) and block.kind == "number":
        answer = block.answer
        if is_variation:
            answer = block.variation.answer if isinstance(block, Try) and block.variation else None
        if answer and block.interval and not is_variation:
            yield from ((name, label, answer) for name, label in ENDS.items())
        elif answer:
            yield VALUE, "", answer


def _outside(value: Decimal, answer: Answer) -> str:
    """Why the number cannot be the answer, and what could be; empty when it could."""
    least, most = answer.within.least, answer.within.most
    unit = f", in {answer.unit}" if answer.unit else ""
    if least is not None and value < least:
        return f"{typed_words(value)} is below {least}. Type a number {_words(answer.within)}{unit}."
    if most is not None and value > most:
        return f"{typed_words(value)} is above {most}. Type a number {_words(answer.within)}{unit}."
    if answer.is_whole and value != value.to_integral_value():
        return f"{typed_words(value)} is not a whole number. Type a whole number{unit}."
    return ""


def _words(within: Within) -> str:
    if within.least is not None and within.most is not None:
        return f"from {within.least} to {within.most}"
    return f"from {within.least} up" if within.least is not None else f"up to {within.most}"
