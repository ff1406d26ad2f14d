"""The loop of a try as a view: baseline, prediction, control, comparison, why, worked reason with boxes, variation.
It refuses to run the changed value or to show the sweep before a prediction or a skip is stored."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup

from app.course.given import Given, one
from app.course.items import Answer, Try
from app.course.kept_answers import mark_kept
from app.course.marking import Mark, mark_try, mark_variation
from app.course.verdicts import skipped_words, typed_words
from app.web.cells import shown
from app.web.change import change_sentence
from app.web.item_states import ANSWER, given_of
from app.web.item_views import CHANGED, errors_of, heard_among, number_fields, sure_field
from app.web.later import first_counts
from app.web.lesson_results import Part, show_part
from app.web.markup import fit
from app.web.phrases import lower, setting_words
from app.web.runs import run_lab
from app.web.sitting import Sitting
from app.web.sweeps import (
    Sweep,
    at,
    base_value,
    build_sweep,
    computed,
    fact_at,
    nearest_value,
    said_at,
    spec_of,
    value_of,
)
from app.web.told import told_of
from app.web.views import EMPTY, FieldView, ItemView
from labs import Figure, Spec, Table

SHAPES = ("stacked", "lanes", "bar", "heatmap")
WHY, BOXES, VARIATION = "why", "boxes", "variation"
STEPS = (ANSWER, WHY, BOXES, VARIATION)


@dataclass(frozen=True)
class StepView:
    """A later step: its form while it waits, what came of it when it is done, and of a variation the run's reason."""

    step: str
    ask: Markup
    fields: tuple[FieldView, ...] = ()
    choices: tuple[tuple[str, Markup, bool], ...] = ()
    is_open: bool = False
    verdict: str = ""
    errors: tuple[tuple[str, str], ...] = ()
    because: str = ""


@dataclass(frozen=True)
class TryView:
    """What stands beside the prediction. `sweep`, `says`, `shape` and the steps are None before the answer;
    `left_out` are values at which the lab turned out to fail."""

    spec: Spec
    values: tuple[tuple[str, str], ...]
    now: str
    place: int
    base_words: str
    base: Part | None
    sweep: Sweep | None = None
    says: str = ""
    because: str = ""
    change: str = ""
    left_out: str = ""
    shape: Part | None = None
    why: StepView | None = None
    boxes: StepView | None = None
    variation: StepView | None = None
    reason: Markup = EMPTY
    address: str = ""


def try_item(sitting: Sitting, block: Try) -> ItemView:
    """The prediction itself."""
    id, state = block.item.id, sitting.state(block.item.id)
    first = state.first()
    verdict = ""
    if first is not None:
        verdict = skipped_words(block.answer if block.kind == "number" else None, block.direction)
        if not first.skipped:
            verdict = _marked(partial(mark_try, block), given_of(first))
        verdict = f"{verdict} {first_counts(sitting, block)}".strip()
    spec, fact = spec_of(block), fact_at(block, block.base.params)
    asked = f"<p>What will {fact.label.lower()} be {setting_words(spec, value_of(block))}?</p>"
    ask = fit(block.ask or asked)
    return ItemView(
        id=id,
        key=state.key,
        form="interval" if block.interval and block.kind == "number" else block.kind,
        ask=ask,
        legend="Your prediction",
        about=lower(fact.label),
        heard=heard_among(sitting, ask),
        fields=number_fields(sitting, id, block.answer, block.interval) if block.kind == "number" else (),
        sure=sure_field(id, sitting.given(id)) if block.sure else None,
        errors=errors_of(sitting, id),
        is_open=state.is_open,
        is_next=sitting.is_next(id),
        is_once=True,
        verdict=verdict,
        hints=tuple(fit(each) for each in block.hints[: state.hints]),
        hints_left=max(0, len(block.hints) - state.hints),
        unsaved=sitting.unsaved if sitting.sent == id else "",
        sent=sitting.sent_at(id),
    )


def try_view(sitting: Sitting, block: Try) -> TryView:
    id, state, spec = block.item.id, sitting.state(block.item.id), spec_of(block)
    base = fact_at(block, block.base.params)
    labels = tuple((value, spec.choices.get(value, value)) for value in block.values)
    words = f"{base.label}: {shown(base)}, {setting_words(spec, base_value(block))}."
    first = state.first()
    if first is None:
        start = nearest_value(block, base_value(block))
        place = block.values.index(start) if start in block.values else 0
        return TryView(spec, labels, base_value(block), place, words, baseline_part(block))
    block = computed(block)
    now = nearest_value(block, sitting.asked.get(f"{id}.at", value_of(block)))
    params = at(block, now)
    result = run_lab(block.base.slug, params)
    before = (block.base.params, run_lab(block.base.slug, block.base.params))
    return TryView(
        spec=spec,
        values=tuple(each for each in labels if each[0] in block.values),
        left_out=", ".join(word for value, word in labels if value not in block.values),
        now=now,
        place=block.values.index(now) if now in block.values else 0,
        base_words=words,
        base=None,
        sweep=build_sweep(block, told_of(block, given_of(first)), now),
        says=result.says,
        because=result.because,
        change=change_sentence(block.fact, before, (params, result)),
        shape=shape_part(block, now),
        address=block.changed.address,
        **later_steps(sitting, block),
    )


def later_steps(sitting: Sitting, block: Try) -> dict[str, Any]:
    """Why, then the worked reason with its boxes, then one variation; each comes with the answer before it."""
    id, state = block.item.id, sitting.state(block.item.id)
    why_given = sitting.given(id, WHY)
    line = FieldView(
        f"{id}-why-why",
        WHY,
        "Why? One line",
        one(why_given, WHY),
        "",
        sitting.problems(id, WHY).get(WHY, ""),
        is_wide=True,
    )
    said_why = state.latest(WHY)
    ask = fit(block.why) if block.why else Markup("<p>Say in one line why it came out so.</p>")
    why = StepView(WHY, ask, (line,), (), said_why is not None, _kept(said_why), errors_of(sitting, id, WHY))
    found: dict[str, Any] = {"why": why}
    if said_why is None:
        return found
    found["reason"] = fit(block.reason)
    ticked = sitting.given(id, BOXES).get("box", ())
    boxes = tuple((str(place), fit(each), str(place) in ticked) for place, each in enumerate(block.boxes))
    if boxes:
        kept = state.latest(BOXES)
        said = f"{len(ticked)} of {len(boxes)} ticked." if kept else ""
        found["boxes"] = StepView(BOXES, Markup("<p>Tick what yours said.</p>"), (), boxes, kept is not None, said)
    if block.variation is not None:
        found["variation"] = _variation(sitting, block)
    return found


def _variation(sitting: Sitting, block: Try) -> StepView:
    assert block.variation is not None
    id, latest = block.item.id, sitting.state(block.item.id).latest(VARIATION)
    fields: tuple[FieldView, ...] = ()
    if block.kind == "number":
        fields = number_fields(sitting, id, block.variation.answer, False, VARIATION)
    verdict = ""
    if latest is not None:
        verdict = skipped_words(block.variation.answer if block.kind == "number" else None, block.variation.direction)
        if not latest.skipped:
            verdict = _marked(partial(mark_variation, block, block.variation), given_of(latest))
    ask = fit(block.variation.ask) if block.variation.ask else Markup("<p>And with these other numbers?</p>")
    run, errors = block.variation.run, errors_of(sitting, id, VARIATION)
    because = said_at(run.slug, run.params, block.fact)[2] if latest is not None else ""
    return StepView(VARIATION, ask, fields, (), latest is not None, verdict, errors, because)


def _kept(attempt: object) -> str:
    if attempt is None:
        return ""
    return "You skipped this." if getattr(attempt, "skipped", False) else "Kept in your words."


def _marked(mark: Callable[[Given], Mark], given: Given) -> str:
    kept = mark_kept(mark, given)
    return kept.verdict if kept else CHANGED


def shape_part(block: Try, value: str) -> Part | None:
    """The lab's first figure when its shape changes with the value, with its table."""
    params = at(block, value)
    figures = run_lab(block.base.slug, params).figures
    if not figures or figures[0].kind not in SHAPES:
        return None
    return show_part(block.base.slug, params, f"{block.item.id}-shape", (figures[0].name,))


def baseline_part(block: Try) -> Part | None:
    """The lab's first figure at the baseline, unless it, its table or its sentence would give the answer away."""
    result = run_lab(block.base.slug, block.base.params)
    if not result.figures or result.figures[0].x == block.vary:
        return None
    figure, table = result.figures[0], result.table(result.figures[0].table)
    if block.answer is not None and _gives_away(figure, table, block.answer):
        return None
    return show_part(block.base.slug, block.base.params, f"{block.item.id}-base", (figure.name,))


def _gives_away(figure: Figure, table: Table, answer: Answer) -> bool:
    """Whether a number of the table, or one in its words, is the answer."""
    cells = [cell for row in table.rows for cell in row]
    numbers = [float(cell) for cell in cells if isinstance(cell, int | float) and not isinstance(cell, bool)]
    allowed = float(answer.tolerance) or abs(float(answer.value)) * 1e-9
    if any(abs(each - float(answer.value)) <= allowed for each in numbers):
        return True
    words = " ".join([figure.summary, table.caption, *(cell for cell in cells if isinstance(cell, str))])
    return typed_words(answer.value) in words.replace(",", "").split()
