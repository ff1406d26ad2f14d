"""Questions, predictions and panels as views: what is asked, and after an answer or a skip what follows from it.
It refuses to show a right answer, a reason or a reveal before that."""

from collections.abc import Callable

from markupsafe import Markup

from app.course.draws import drawn, drawn_answer, filled
from app.course.items import Answer, Option, Predict, Question
from app.course.lesson import Evidence, FailureMode, Rubric
from app.course.marking import SURE, Given, Mark, Refused, mark_panel, mark_predict, mark_question, one, shuffled
from app.course.verdicts import skipped_words
from app.web.course import get_shelf
from app.web.item_states import given_of
from app.web.markup import fit
from app.web.sitting import Sitting
from app.web.views import FieldView, ItemView, OptionView

CHANGED = "This was changed after your answer, so that it cannot be compared any more. Your answer is kept."
DIRECTIONS = (("up", "It goes up"), ("down", "It goes down"), ("same", "It stays the same"))
PANEL_LABELS = {
    "detector": "Detector: what would show it first",
    "owner": "Owner: who acts",
    "mitigation": "Mitigation: what is done",
    "stop": "Stop: at which number",
}


def question_view(sitting: Sitting, question: Question) -> ItemView:
    id = question.item.id
    given, state = sitting.given(id), sitting.state(id)
    seed = sitting.draw(id) if question.family else None
    settings = dict(drawn(question.family, seed)) if question.family and seed is not None else {}
    asked = "".join(prose.html for prose in question.ask)
    mark = _mark_of(sitting, id, lambda said: mark_question(question, said, answer_drawn(question, seed)))
    verdict = mark.verdict if mark else ""
    if state.is_open and not verdict:
        verdict = skipped_words(answer_drawn(question, seed), "")
    return ItemView(
        id=id,
        key=state.key,
        form=question.kind,
        ask=fit(filled(asked, settings) if settings else asked),
        legend="Your answer",
        options=_question_options(sitting, question),
        fields=_question_fields(question, given, sitting),
        sure=sure_field(id, given) if question.sure else None,
        errors=errors_of(sitting, id),
        is_open=state.is_open,
        is_next=sitting.is_next(id),
        verdict=verdict,
        reason=fit(mark.reason) if mark else Markup(""),
        hints=tuple(fit(each) for each in question.hints[: state.hints]),
        hints_left=max(0, len(question.hints) - state.hints),
        draw=seed,
        unsaved=sitting.unsaved if sitting.sent == id else "",
        sent=sitting.sent_at(id),
    )


def predict_view(sitting: Sitting, predict: Predict) -> ItemView:
    id = predict.item.id
    given, state = sitting.given(id), sitting.state(id)
    mark = _mark_of(sitting, id, lambda said: mark_predict(predict, said))
    verdict = mark.verdict if mark else ""
    if state.is_open and not verdict:
        verdict = skipped_words(predict.answer, predict.right)
    return ItemView(
        id=id,
        key=state.key,
        form="interval" if predict.interval and predict.kind == "number" else predict.kind,
        ask=fit("".join(prose.html for prose in predict.ask)),
        legend="Your prediction",
        options=_options(sitting, predict.options, id),
        fields=number_fields(sitting, id, predict.answer, predict.interval) if predict.kind == "number" else (),
        sure=sure_field(id, given) if predict.sure else None,
        errors=errors_of(sitting, id),
        is_open=state.is_open,
        is_next=sitting.is_next(id),
        is_once=True,
        verdict=verdict,
        hints=tuple(fit(each) for each in predict.hints[: state.hints]),
        hints_left=max(0, len(predict.hints) - state.hints),
        unsaved=sitting.unsaved if sitting.sent == id else "",
        sent=sitting.sent_at(id),
    )


def panel_view(sitting: Sitting, block: Rubric | FailureMode | Evidence) -> ItemView:
    id = block.item.id
    state = sitting.state(id)
    mark = _mark_of(sitting, id, lambda said: mark_panel(block, said))
    fields: tuple[FieldView, ...] = ()
    if isinstance(block, FailureMode):
        fields = tuple(_line(sitting, id, name, label) for name, label in PANEL_LABELS.items())
    elif isinstance(block, Evidence):
        fallback = _line(sitting, id, "fallback", "The release to fall back to, by name")
        fields = (fallback, _line(sitting, id, "note", "Your release note", is_long=True))
    return ItemView(
        id=id,
        key=state.key,
        form="panel",
        ask=fit(block.failure) if isinstance(block, FailureMode) else Markup(""),
        legend="Your answer",
        fields=fields,
        errors=errors_of(sitting, id),
        is_open=state.is_open,
        is_next=sitting.is_next(id),
        verdict=(mark.verdict if mark else "You skipped this.") if state.is_open else "",
        unsaved=sitting.unsaved if sitting.sent == id else "",
        sent=sitting.sent_at(id),
    )


def answer_drawn(question: Question, seed: int | None) -> Answer | None:
    """The right number: the engine's for drawn numbers, else that of the lesson."""
    if question.family is None or seed is None:
        return question.answer
    return drawn_answer(get_shelf().store.bench, question.family, seed)[1]


def number_fields(
    sitting: Sitting, id: str, answer: Answer | None, is_interval: bool, step: str = "answer"
) -> tuple[FieldView, ...]:
    """One field for a number, two for the ends of an 80 % range."""
    given, problems = sitting.given(id, step), sitting.problems(id, step)
    unit = answer.unit if answer else ""
    names = (("low", "From"), ("high", "To")) if is_interval else (("value", "Your number"),)
    prefix = id if step == "answer" else f"{id}-{step}"
    return tuple(
        FieldView(
            f"{prefix}-{name}", name, label, one(given, name), f"in {unit}" if unit else "", problems.get(name, "")
        )
        for name, label in names
    )


def sure_field(id: str, given: Given) -> FieldView:
    return FieldView(f"{id}-sure", "sure", "How sure are you?", one(given, "sure"), choices=tuple(SURE.items()))


def errors_of(sitting: Sitting, id: str, step: str = "answer") -> tuple[tuple[str, str], ...]:
    """(id of the field, sentence) for the summary."""
    prefix = id if step == "answer" else f"{id}-{step}"
    return tuple((f"{prefix}-{name}", said) for name, said in sitting.problems(id, step).items())


def _mark_of(sitting: Sitting, id: str, mark: Callable[[Given], Mark]) -> Mark | None:
    """The mark of what was last stored; None when nothing was, or it was skipped."""
    latest = sitting.state(id).latest()
    if latest is None or latest.skipped:
        return None
    try:
        return mark(given_of(latest))
    except Refused:
        return Mark(None, CHANGED)


def _options(sitting: Sitting, options: tuple[Option, ...], id: str) -> tuple[OptionView, ...]:
    chosen, is_open = sitting.given(id).get("choice", ()), sitting.state(id).is_open
    views = []
    for place, option in enumerate(options):
        is_chosen = str(place) in chosen
        if not is_open:
            views.append(OptionView(str(place), fit(option.html), is_chosen))
            continue
        word = (
            ("right, and you chose it" if is_chosen else "right")
            if option.right
            else "your choice"
            if is_chosen
            else ""
        )
        views.append(OptionView(str(place), fit(option.html), is_chosen, word, fit(option.reason)))
    return tuple(views)


def _question_options(sitting: Sitting, question: Question) -> tuple[OptionView, ...]:
    id = question.item.id
    if question.kind in ("choice", "multi"):
        return _options(sitting, question.options, id)
    if question.kind == "order":
        return _order(sitting, question)
    if not sitting.state(id).is_open:
        return ()
    # The numbers that a named mistake leads to.
    wrong = (each for each in question.options if not each.right)
    return tuple(OptionView(each.value, fit(each.html), False, "", fit(each.reason)) for each in wrong)


def _order(sitting: Sitting, question: Question) -> tuple[OptionView, ...]:
    if question.kind != "order":
        return ()
    given, is_open = sitting.given(question.item.id), sitting.state(question.item.id).is_open
    views = []
    for shown, place in enumerate(shuffled(question)):
        option = question.options[place]
        word = f"belongs at place {place + 1}" if is_open else ""
        reason = fit(option.reason) if is_open else Markup("")
        views.append(OptionView(one(given, f"place-{shown}"), fit(option.html), False, word, reason))
    return tuple(views)


def _question_fields(question: Question, given: Given, sitting: Sitting) -> tuple[FieldView, ...]:
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
            )
            for each in question.fields
        )
    return ()


def _line(sitting: Sitting, id: str, name: str, label: str, is_long: bool = False) -> FieldView:
    text, problem = one(sitting.given(id), name), sitting.problems(id).get(name, "")
    return FieldView(f"{id}-{name}", name, label, text, "", problem, is_long=is_long, is_wide=True)
