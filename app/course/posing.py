"""A question as one learner gets it: numbers in place, options worked out and shuffled; then it is marked as any other.
It refuses to know learners, and to compute beyond what workings.py gives.
"""

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from app.course.bench import Bench
from app.course.conditions import holds
from app.course.draws import MOST_TRIES, TURNS, Settings, Unfit, attempts, chosen, filled, source, with_words
from app.course.items import Family, Option, Question
from app.course.mistake_words import mistake_reason
from app.course.rows import pose_rows
from app.course.verdicts import answer_words
from app.course.workings import Worked, is_usable, work_out

ANSWER: Final = "answer"


class NoDraw(RuntimeError):
    """No draw of a seed makes a question; the check finds this before a learner does."""


def posed(bench: Bench, question: Question, seed: int) -> tuple[Question, Settings]:
    """The question of this seed without its family, and its settings. Raises NoDraw; BadParams or LabFailed by the lab.

    Each turn differs from the one before, and in its `fresh` settings from all before, as far as the family has other
    numbers.
    """
    family = question.family
    if family is None:
        return shuffled_options(question, source(seed, 0)), ()
    first = seed - seed % TURNS
    earlier: list[Settings] = []
    for turn in range(first, seed + 1):
        make = partial(_turn, bench, question, family, turn, tuple(earlier))
        made, settings = bench.posed_once(question, turn, make)
        earlier.append(settings)
    return made, settings


def _turn(
    bench: Bench, question: Question, family: Family, seed: int, earlier: tuple[Settings, ...]
) -> tuple[Question, Settings]:
    same = other = None
    taken = {_fresh_part(family, each) for each in earlier} if family.fresh else set()
    for draw in attempts(seed):
        try:
            made = pose(bench, question, family, draw)
        except Unfit:
            continue
        if made is not None and made[1] not in earlier[-1:]:
            if _fresh_part(family, made[1]) not in taken:
                return made
            other = other or made
        same = same or made
    found = other or same
    if found is None:
        raise NoDraw(f'no draw of "{question.item.id}" makes a question in {MOST_TRIES} tries')
    return found


def _fresh_part(family: Family, settings: Settings) -> Settings:
    return tuple((name, value) for name, value in settings if name in family.fresh)


def pose(bench: Bench, question: Question, family: Family, draw: random.Random) -> tuple[Question, Settings] | None:
    """One draw as a question; None outside of `only`. Raises Unfit where it makes no question, and as work_out does."""
    if family.rows:
        return pose_rows(bench, question, family, draw)
    settings = chosen(family, draw)
    worked = work_out(bench, family, settings)
    if not is_usable(family, worked):
        return None
    made = with_words(question, worked.words)
    options = _options(question, family, worked)
    answer = worked.answer and replace(worked.answer, within=family.within)
    made = replace(made, options=options, answer=answer, family=None)
    return shuffled_options(made, draw), settings


def shuffled_options(question: Question, draw: random.Random) -> Question:
    """The options in another order for each draw; steps of an order question by their `shuffle`."""
    if question.kind in ("choice", "multi"):
        return replace(question, options=tuple(draw.sample(question.options, len(question.options))))
    return replace(question, shuffle=draw.randrange(1, 2**31)) if question.kind == "order" else question


def _options(question: Question, family: Family, worked: Worked) -> tuple[Option, ...]:
    if question.kind not in ("choice", "multi", "number"):
        return tuple(_filled(each, each.right, worked) for each in question.options)
    if question.kind == "number" or are_numbers(question, family):
        return _number_options(question, worked)
    return _decided(question, worked)


def are_numbers(question: Question, family: Family) -> bool:
    """Whether the options are the right number and those of the mistakes, and the list only gives reasons for them."""
    names = {ANSWER, *(slip.name for slip in family.wrong)}
    return bool(family.wrong) and all(option.value in names for option in question.options)


def _number_options(question: Question, worked: Worked) -> tuple[Option, ...]:
    if worked.answer is None:
        raise Unfit("there is no right number")
    reasons = {option.value: filled(option.reason, worked.words) for option in question.options}
    words = answer_words(worked.answer)
    made = [Option(words, True, reasons.get(ANSWER, ""), words)]
    for slip, wrong in worked.slips:
        words = answer_words(wrong)
        reason = reasons.get(slip.name) or mistake_reason(slip.name)
        made.append(Option(words, False, reason, words, mistakes=(slip.name,)))
    return tuple(made)


def _decided(question: Question, worked: Worked) -> tuple[Option, ...]:
    """Options with the right one found by the numbers, and where each mistake leads."""
    right = _right_places(question, worked.values)
    if question.kind == "choice" and len(right) != 1:
        raise Unfit(f"{len(right) or 'none'} of the options {'is' if not right else 'are'} right")
    if not right:
        raise Unfit("none of the options is right")
    leads: dict[int, list[str]] = {}
    for slip, wrong in worked.slips:
        assert worked.answer is not None
        mistaken = {**worked.values, ANSWER: wrong.value, worked.answer.fact: wrong.value}
        led = _right_places(question, mistaken)
        if question.kind == "choice" and len(led) != 1:
            raise Unfit(f'the mistake "{slip.name}" decides nothing')
        if led != right and led:
            leads.setdefault(led[0], []).append(slip.name)
    return tuple(
        replace(_filled(option, place in right, worked), mistakes=tuple(leads.get(place, ())))
        for place, option in enumerate(question.options)
    )


def _right_places(question: Question, values: Mapping[str, object]) -> list[int]:
    return [
        place
        for place, option in enumerate(question.options)
        if (holds(option.when, values) if option.when else option.right)
    ]


def _filled(option: Option, right: bool, worked: Worked) -> Option:
    return replace(
        option,
        html=filled(option.html, worked.words),
        reason=filled(option.reason, worked.words),
        right=right,
        when=(),
    )
