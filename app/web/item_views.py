"""Predictions and panels as views, and what all items share: fields, options, errors, the mark of what was stored.
It refuses to show a right answer, a reason or a reveal before an answer or a skip."""

from collections.abc import Callable

from markupsafe import Markup

from app.course.given import Given, one
from app.course.items import Answer, Option, Predict
from app.course.kept_answers import mark_kept
from app.course.lesson import Evidence, FailureMode, Rubric
from app.course.marking import NOTE_FIELDS, SURE, Mark, mark_panel, mark_predict
from app.course.outline import item_ids
from app.course.plain import plain
from app.course.verdicts import skipped_words
from app.web.item_states import given_of
from app.web.later import first_counts
from app.web.markup import fit
from app.web.phrases import lower, short_question
from app.web.sitting import Sitting
from app.web.views import FieldView, ItemView, OptionView

CHANGED = "This was changed after your answer, so that it cannot be compared any more. Your answer is kept."
DIRECTIONS = (("up", "It goes up"), ("down", "It goes down"), ("same", "It stays the same"))
# What a panel is about that asks nothing in words.
UNASKED = {
    Rubric: Markup("how ready it is"),
    Evidence: Markup("your release note"),
    FailureMode: Markup("what can break"),
}
PANEL_LABELS = {
    "detector": "Detector: what would show it first",
    "owner": "Owner: who acts",
    "mitigation": "Mitigation: what is done",
    "stop": "Stop: at which number",
}


def predict_view(sitting: Sitting, predict: Predict) -> ItemView:
    id = predict.item.id
    given, state = sitting.given(id), sitting.state(id)
    mark = mark_of(sitting, id, lambda said: mark_predict(predict, said))
    ask = fit("".join(prose.html for prose in predict.ask))
    verdict = mark.verdict if mark else ""
    if state.is_open and not verdict:
        verdict = skipped_words(predict.answer, predict.right)
    return ItemView(
        id=id,
        key=state.key,
        form="interval" if predict.interval and predict.kind == "number" else predict.kind,
        ask=ask,
        legend="Your prediction",
        about=lower(predict.answer.label) if predict.answer else "",
        heard=heard_among(sitting, ask),
        options=option_views(sitting, predict.options, id),
        fields=number_fields(sitting, id, predict.answer, predict.interval) if predict.kind == "number" else (),
        sure=sure_field(id, given) if predict.sure else None,
        errors=errors_of(sitting, id),
        is_open=state.is_open,
        is_next=sitting.is_next(id),
        is_once=True,
        verdict=f"{verdict} {first_counts(sitting, predict)}".strip(),
        hints=tuple(fit(each) for each in predict.hints[: state.hints]),
        hints_left=max(0, len(predict.hints) - state.hints),
        unsaved=sitting.unsaved if sitting.sent == id else "",
        sent=sitting.sent_at(id),
    )


def panel_view(sitting: Sitting, block: Rubric | FailureMode | Evidence) -> ItemView:
    id = block.item.id
    state = sitting.state(id)
    mark = mark_of(sitting, id, lambda said: mark_panel(block, said))
    ask = fit(block.failure) if isinstance(block, FailureMode) else Markup("")
    fields: tuple[FieldView, ...] = ()
    if isinstance(block, FailureMode):
        fields = tuple(_line(sitting, id, name, label) for name, label in PANEL_LABELS.items())
    elif isinstance(block, Evidence):
        names = ((name, f"{NOTE_FIELDS[name]}, by name") for name in ("release", "fallback"))
        lines = tuple(_line(sitting, id, name, label) for name, label in names)
        fields = (*lines, _line(sitting, id, "note", f"{NOTE_FIELDS['note']}: why it may go out", is_long=True))
    return ItemView(
        id=id,
        key=state.key,
        form="panel",
        ask=ask,
        legend="Your answer",
        heard=heard_among(sitting, ask or UNASKED[type(block)]),
        fields=fields,
        errors=errors_of(sitting, id),
        is_open=state.is_open,
        is_next=sitting.is_next(id),
        verdict=(mark.verdict if mark else "You skipped this.") if state.is_open else "",
        unsaved=sitting.unsaved if sitting.sent == id else "",
        sent=sitting.sent_at(id),
    )


def heard_among(sitting: Sitting, ask: Markup) -> str:
    """What is asked, in short, where a page asks more than one thing; empty where nothing needs to be told apart."""
    is_alone = len(item_ids(sitting.screen)) == 1 and not sitting.is_paper
    return "" if is_alone else short_question(plain(ask))


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
            f"{prefix}-{name}",
            name,
            label,
            one(given, name),
            f"in {unit}" if unit else "",
            problems.get(name, ""),
            is_number=has_digits_only(answer),
        )
        for name, label in names
    )


def has_digits_only(answer: Answer | None) -> bool:
    """Whether the keys of a phone that hold digits and a point are enough; they hold no minus."""
    return answer is None or answer.value >= 0


def sure_field(id: str, given: Given) -> FieldView:
    return FieldView(f"{id}-sure", "sure", "How sure are you?", one(given, "sure"), choices=tuple(SURE.items()))


def errors_of(sitting: Sitting, id: str, step: str = "answer") -> tuple[tuple[str, str], ...]:
    """(id of the field, sentence) for the summary."""
    prefix = id if step == "answer" else f"{id}-{step}"
    return tuple((f"{prefix}-{name}", said) for name, said in sitting.problems(id, step).items())


def mark_of(sitting: Sitting, id: str, mark: Callable[[Given], Mark]) -> Mark | None:
    """The mark of what was last stored; None when nothing was, or it was skipped."""
    latest = sitting.state(id).latest()
    if latest is None or latest.skipped:
        return None
    return mark_kept(mark, given_of(latest)) or Mark(None, CHANGED)


def option_views(
    sitting: Sitting, options: tuple[Option, ...], id: str, right: str = "right", is_multi: bool = False
) -> tuple[OptionView, ...]:
    """The options, each with what it was and why once the item is open."""
    chosen, is_open = sitting.given(id).get("choice", ()), sitting.state(id).is_open
    views = []
    for place, option in enumerate(options):
        is_chosen = str(place) in chosen
        if not is_open:
            views.append(OptionView(str(place), fit(option.html), is_chosen))
            continue
        word = right if option.right else f"not {right}"
        if is_chosen:
            word = f"{word}, and you chose it"
        elif option.right and chosen and is_multi:
            word = f"{word}, and you left it out"
        views.append(OptionView(str(place), fit(option.html), is_chosen, word, fit(option.reason)))
    return tuple(views)


def _line(sitting: Sitting, id: str, name: str, label: str, is_long: bool = False) -> FieldView:
    text, problem = one(sitting.given(id), name), sitting.problems(id).get(name, "")
    return FieldView(f"{id}-{name}", name, label, text, "", problem, is_long=is_long, is_wide=True)
