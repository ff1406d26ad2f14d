"""Marks what a learner gave, by the right answers of the compiled lesson, and says in words how it went.
It refuses to store, to show and to draw numbers.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from app.course.answers import half_place
from app.course.contract import contract_words
from app.course.fallbacks import no_fallback
from app.course.given import Given, Refused, interval_in, labelled, number_in, one, words
from app.course.items import Answer, Option, Predict, Question, Try, Variation
from app.course.lesson import Evidence, FailureMode, Rubric
from app.course.plain import plain
from app.course.said import is_sentence
from app.course.typed_numbers import NotRead, read_as
from app.course.verdicts import (
    SAID,
    answer_words,
    direction_verdict,
    inside,
    interval_verdict,
    number_verdict,
    typed_words,
)

SURE: Final[Mapping[str, str]] = {"50": "a guess", "75": "fairly sure", "95": "would bet on it"}
STATES: Final = ("missing", "partial", "ready")
FAILURE_FIELDS: Final[Mapping[str, str]] = {
    "detector": "Detector", "owner": "Owner", "mitigation": "Mitigation", "stop": "Stop",
}  # fmt: skip
NOTE_FIELDS: Final[Mapping[str, str]] = {
    "release": "The release that goes out", "fallback": "The release to fall back to", "note": "Your release note",
}  # fmt: skip


@dataclass(frozen=True)
class Mark:
    """`score` from 0 to 1, None where nothing is graded; `reason` is safe HTML that belongs to a wrong number."""

    score: float | None
    verdict: str
    reason: str = ""


def mark_question(question: Question, given: Given) -> Mark:
    """How a question was answered; one of a family with its numbers in place (`posed`). Raises Refused."""
    if question.kind in ("choice", "multi"):
        return mark_choice(question.options, given, question.kind == "multi")
    if question.kind == "order":
        return _mark_order(question, given)
    if question.kind == "text":
        if not is_sentence(words(given, "words", "Write a line first, or skip.")):
            raise Refused({"words": "Write a whole sentence first, or skip."})
        return Mark(None, "Kept in your words.")
    if question.kind == "fields":
        return _mark_fields(question, given)
    return mark_number(question.answer, given, question.options)


def mark_predict(predict: Predict, given: Given) -> Mark:
    """How a prediction outside a lab came out. Raises Refused."""
    if predict.kind == "choice":
        return mark_choice(predict.options, given, is_multi=False)
    if predict.kind == "direction":
        return mark_direction(predict.right, given)
    return mark_interval(predict.answer, given) if predict.interval else mark_number(predict.answer, given)


def mark_try(block: Try, given: Given) -> Mark:
    """How the prediction about the changed run came out. Raises Refused."""
    if block.kind == "direction":
        return mark_direction(block.direction, given)
    return mark_interval(block.answer, given) if block.interval else mark_number(block.answer, given)


def mark_variation(block: Try, variation: Variation, given: Given) -> Mark:
    """The same with other numbers, without an interval. Raises Refused."""
    if block.kind == "direction":
        return mark_direction(variation.direction, given)
    return mark_number(variation.answer, given)


def mark_panel(block: Rubric | FailureMode | Evidence, given: Given) -> Mark:
    """What is filled in and not graded. Raises Refused when nothing is."""
    if isinstance(block, Rubric):
        names = [f"row-{place}" for place in range(len(block.rows))]
        bad = {
            name: f"{plain(row.row)}: choose missing, partial or ready."
            for name, row in zip(names, block.rows, strict=True)
            if one(given, name) not in STATES
        }
        if bad:
            raise Refused(bad)
        ready = sum(one(given, name) == "ready" for name in names)
        return Mark(None, f"{ready} of {len(names)} rows are ready.")
    labels = FAILURE_FIELDS if isinstance(block, FailureMode) else NOTE_FIELDS
    unread: dict[str, str] = {}
    for name, label in labels.items():
        try:
            _ = words(given, name, f"{label}: write a line, or skip.")
        except Refused as refused:
            unread |= refused.problems
    if isinstance(block, Evidence) and "note" not in unread and not is_sentence(one(given, "note")):
        unread["note"] = "Your release note: say in a sentence why it may go out, or skip."
    if isinstance(block, Evidence) and "fallback" not in unread:
        wrong = no_fallback(block, one(given, "release"), one(given, "fallback"))
        unread |= {"fallback": wrong} if wrong else {}
    if unread:
        raise Refused(unread)
    against = contract_words(block, one(given, "release")) if isinstance(block, Evidence) else ""
    return Mark(None, f"Kept in your words. {against}".strip())


def mark_choice(options: Sequence[Option], given: Given, is_multi: bool) -> Mark:
    """`choice` holds places of options, counted from 0."""
    places = {int(each) for each in given.get("choice", ()) if each.isdecimal() and len(each) < 4}
    if not places or max(places) >= len(options) or (len(places) > 1 and not is_multi):
        said = "Tick at least one, or skip." if is_multi else "Choose one of the options, or skip."
        raise Refused({"choice": said})
    right = {place for place, option in enumerate(options) if option.right}
    if not is_multi:
        return Mark(float(places == right), "Right." if places == right else "Not that one.")
    hits = sum((place in places) == (place in right) for place in range(len(options)))
    if places == right:
        return Mark(1.0, "All right.")
    return Mark(hits / len(options), f"You judged {hits} of {len(options)} options rightly.")


def mark_direction(right: str, given: Given) -> Mark:
    said = one(given, "direction")
    if said not in SAID:
        raise Refused({"direction": "Choose up, down or the same, or skip."})
    return Mark(float(said == right), direction_verdict(said, right))


def mark_number(answer: Answer | None, given: Given, options: Sequence[Option] = ()) -> Mark:
    assert answer is not None
    value = number_in(given, "value", answer.unit, answer.value)
    is_right = abs(value - answer.value) <= answer.tolerance
    reason = ""
    for option in options:
        wrong = Decimal(option.value.split(" ")[0].replace(",", ""))
        if not is_right and not option.right and abs(wrong - value) <= max(answer.tolerance, half_place(wrong)):
            reason = option.reason
    return Mark(float(is_right), number_verdict(value, answer), reason)


def mark_interval(answer: Answer | None, given: Given) -> Mark:
    assert answer is not None
    low, high = interval_in(given, answer.unit, answer.value)
    return Mark(float(inside(low, high, answer)), interval_verdict(low, high, answer))


def shuffled(question: Question) -> tuple[int, ...]:
    """The places of an order question's options as shown, by its `shuffle`, and never the right order."""
    places = list(range(len(question.options)))
    name = f"{question.item.id}:{question.shuffle}" if question.shuffle else question.item.id
    random.Random(name).shuffle(places)
    if places == sorted(places):
        places = [*places[1:], places[0]]
    return tuple(places)


def _mark_order(question: Question, given: Given) -> Mark:
    shown = shuffled(question)
    ranks = [one(given, f"place-{place}") for place in range(len(shown))]
    wanted = [str(rank + 1) for rank in range(len(shown))]
    if sorted(ranks) != sorted(wanted):
        raise Refused({"place-0": f"Give each step another place, from 1 to {len(shown)}, or skip."})
    is_right = all(int(rank) - 1 == shown[place] for place, rank in enumerate(ranks))
    return Mark(float(is_right), "This is the right order." if is_right else "Not this order.")


def _mark_fields(question: Question, given: Given) -> Mark:
    bad: dict[str, str] = {}
    told: list[str] = []
    hits: list[bool] = []
    for field in question.fields:
        if field.answer is None:
            try:
                _ = words(given, field.name, f"{field.label}: write a line, or skip.")
            except Refused as refused:
                bad |= refused.problems
            continue
        try:
            value = read_as(one(given, field.name), field.answer.unit, field.answer.value)
        except NotRead as problem:
            bad[field.name] = labelled(field.label, str(problem))
            continue
        hits.append(abs(value - field.answer.value) <= field.answer.tolerance)
        told.append(f"{field.label}: {answer_words(field.answer)}, you said {typed_words(value)}.")
    if bad:
        raise Refused(bad)
    if not hits:
        return Mark(None, "Kept in your words.")
    return Mark(sum(hits) / len(hits), f"{sum(hits)} of {len(hits)} right. {' '.join(told)}")
