"""Questions as views, with the numbers that this learner gets: what is asked, and after an answer what follows from it.
It refuses to show a right answer, a reason or a reveal before an answer or a skip is stored."""

from typing import Any

from flask import url_for
from markupsafe import Markup

from app.course.draws import Settings
from app.course.given import Given, one
from app.course.items import Question
from app.course.marking import mark_question, shuffled
from app.course.outline import ItemBlock, taught_on
from app.course.posing import posed
from app.course.verdicts import skipped_words
from app.web.course import get_shelf
from app.web.item_states import ANSWER, DRAWN, given_of
from app.web.item_views import errors_of, has_digits_only, heard_among, mark_of, option_views, sure_field
from app.web.markup import fit
from app.web.rounds import AGAIN, can_be_right, is_alone
from app.web.sitting import Sitting
from app.web.views import FieldView, ItemView, OptionView

MISSES = 2


def pose_question(question: Question, seed: int) -> tuple[Question, Settings]:
    """The question with the numbers of this seed, and the settings that were drawn."""
    return posed(get_shelf().store.bench, question, seed)


def question_now(sitting: Sitting, asked: Question) -> Question:
    """The question as it is put to this learner at its present turn."""
    id = asked.item.id
    return pose_question(asked, sitting.draw(id))[0] if id in sitting.turns else asked


def question_view(sitting: Sitting, asked: Question, question: Question, count: str = "") -> ItemView:
    """`question` is `asked` with numbers in place; `count` is how the checkpoint around it stands, in words."""
    id = asked.item.id
    state, has_turns = sitting.state(id), id in sitting.turns
    mark = mark_of(sitting, id, lambda said: mark_question(question, said))
    ask = fit("".join(prose.html for prose in question.ask))
    changed = changed_words(sitting, asked)
    verdict = changed or (mark.verdict if mark else "")
    if state.is_open and not verdict:
        verdict = skipped_words(question.answer if question.kind == "number" else None, "")
    return ItemView(
        id=id,
        key=state.key,
        form=question.kind,
        ask=ask,
        legend="Your answer",
        heard=heard_among(sitting, ask),
        options=_options(sitting, question),
        fields=_fields(question, sitting.given(id), sitting),
        sure=sure_field(id, sitting.given(id)) if question.sure else None,
        errors=errors_of(sitting, id),
        is_open=state.is_open,
        is_once=has_turns,
        is_known=state.is_open and not has_turns and can_be_right(question),
        leads=state.is_open and question.kind in ("choice", "multi", "order"),
        is_next=sitting.is_next(id),
        verdict=verdict,
        reason=fit(mark.reason) if mark and not changed else Markup(""),
        hints=tuple(fit(each) for each in question.hints[: state.hints]),
        hints_left=max(0, len(question.hints) - state.hints),
        draw=sitting.draw(id) if has_turns else None,
        version=asked.item.version if has_turns else "",
        again=again_address(sitting, id) if state.is_open and is_alone(sitting.screen, id) else "",
        taught=_taught(sitting, asked) if state.is_open else None,
        count=count if state.is_open and sitting.sent_at(id) == ANSWER else "",
        unsaved=sitting.unsaved if sitting.sent == id else "",
        sent=sitting.sent_at(id),
    )


def again_address(sitting: Sitting, id: str) -> str:
    """The screen with this question or checkpoint asked anew."""
    again: dict[str, Any] = {AGAIN: id}
    return url_for("screen", lesson=sitting.lesson.id, screen=sitting.screen.id, _anchor=id, **again)


def changed_words(sitting: Sitting, question: Question) -> str:
    """What stands in place of a verdict when drawn numbers are not those of the answer any more; empty otherwise."""
    latest = sitting.state(question.item.id).latest()
    if latest is None or question.family is None or latest.item_version == question.item.version:
        return ""
    drawn = ", ".join(each.replace("=", " ", 1) for each in given_of(latest).get(DRAWN, ()))
    judged = "skipped" if latest.skipped else "judged right" if latest.score == 1 else "judged not right"
    asked = f" It had been asked with {drawn}." if drawn else ""
    return f"This question was changed after your answer.{asked} Your answer was {judged} then, and that stands."


def first_field(block: ItemBlock) -> str:
    """The name of the field that a sentence about the whole answer stands beside."""
    if not isinstance(block, Question):
        return ANSWER
    names = {"number": "value", "order": "place-0", "text": "words"}
    return block.fields[0].name if block.kind == "fields" else names.get(block.kind, "choice")


def _taught(sitting: Sitting, question: Question) -> tuple[str, str, str] | None:
    """In a checkpoint always, elsewhere after two misses, the screen that teaches it: words, its title and address."""
    id, name = question.item.id, question.item.teaches
    screen = taught_on(sitting.lesson, name)
    is_missed = sitting.states.of(id).misses() >= MISSES
    is_in_round = id in sitting.turns and not is_alone(sitting.screen, id)
    if screen is None or not (is_missed or is_in_round):
        return None
    anchor = None if screen.id == name else name
    leads = "Missed twice. It is taught here:" if is_missed else "It is taught here:"
    return leads, screen.title, url_for("screen", lesson=sitting.lesson.id, screen=screen.id, _anchor=anchor)


def _options(sitting: Sitting, question: Question) -> tuple[OptionView, ...]:
    id = question.item.id
    if question.kind in ("choice", "multi"):
        right = "the one with the mistake" if question.sort == "calculator" else "right"
        return option_views(sitting, question.options, id, right, question.kind == "multi")
    if question.kind == "order":
        return _order(sitting, question)
    if not sitting.state(id).is_open:
        return ()
    # The numbers that a named mistake leads to, behind the right one where its reason is given.
    told = sorted((each for each in question.options if each.reason), key=lambda each: not each.right)
    return tuple(
        OptionView(each.value, fit(each.html), False, "right" if each.right else "", fit(each.reason)) for each in told
    )


def _order(sitting: Sitting, question: Question) -> tuple[OptionView, ...]:
    given, is_open = sitting.given(question.item.id), sitting.state(question.item.id).is_open
    views = []
    for shown, place in enumerate(shuffled(question)):
        option = question.options[place]
        said = one(given, f"place-{shown}")
        word = _place_words(str(place + 1), said) if is_open else ""
        reason = fit(option.reason) if is_open else Markup("")
        views.append(OptionView(said, fit(option.html), False, word, reason))
    return tuple(views)


def _place_words(place: str, said: str) -> str:
    """Where a step belongs and whether it was put there; nothing was said in a skip."""
    if not said:
        return f"belongs at place {place}"
    told = "right" if said == place else f"you said {said}: not right"
    return f"belongs at place {place}, {told}"


def _fields(question: Question, given: Given, sitting: Sitting) -> tuple[FieldView, ...]:
    id, problems = question.item.id, sitting.problems(question.item.id)
    if question.kind == "number":
        unit = question.answer.unit if question.answer else ""
        return (
            FieldView(
                f"{id}-value",
                "value",
                "Your number",
                one(given, "value"),
                f"in {unit}" if unit else "",
                problems.get("value", ""),
                is_number=has_digits_only(question.answer),
            ),
        )
    if question.kind == "text":
        return (
            FieldView(
                f"{id}-words",
                "words",
                "In your words",
                one(given, "words"),
                "",
                problems.get("words", ""),
                is_long=True,
            ),
        )
    if question.kind == "fields":
        return tuple(
            FieldView(
                f"{id}-{each.name}",
                each.name,
                each.label,
                one(given, each.name),
                f"in {each.answer.unit}" if each.answer and each.answer.unit else "",
                problems.get(each.name, ""),
                is_wide=each.answer is None,
                is_number=each.answer is not None and has_digits_only(each.answer),
            )
            for each in question.fields
        )
    return ()
