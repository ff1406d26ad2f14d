"""Takes an answer, a skip or a wish for a hint: stored first, then the same screen with what follows from it.
It refuses to show consequences of an answer that it could not read; when storing fails it says so and goes on."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from flask import Flask, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.course.bounds import refuse_outside
from app.course.draws import turn_of
from app.course.given import MOST_WORDS, Given, Refused, words
from app.course.items import Predict, Question, Try
from app.course.marking import Mark, mark_panel, mark_predict, mark_question, mark_try, mark_variation
from app.course.outline import ItemBlock, Place
from app.store import Attempt, NewAttempt, NotSaved, record_attempt
from app.web.course import get_course, get_shelf, new_ids
from app.web.item_states import ANSWER, DRAWN, HINT, ItemState, answer_text
from app.web.learner import ensure_learner, get_store
from app.web.lessons import learner_states, render_screen, screen_context, sitting_at
from app.web.question_views import first_field, pose_question
from app.web.rounds import group_of
from app.web.screen_views import screen_views
from app.web.sitting import Refusal, Sitting
from app.web.sweeps import computed, nearest_value
from app.web.try_views import BOXES, STEPS, VARIATION, WHY, shape_part
from app.web.views import view_of
from labs import quote

OWN_FIELDS = ("key", "step", "do", "draw", "at", "version", DRAWN)
STALE = "This question has other numbers now than your page showed. Here it is anew; nothing was counted."
MOST_FIELDS = 40
MOST_HINTS = 3


def register(app: Flask) -> None:
    app.add_url_rule("/items/<id>", "item", take, methods=["POST"])
    app.add_url_rule("/items/<id>/shape", "shape", shape)


def take(id: str) -> ResponseReturnValue:
    place = find_place(id)
    step = _step(place.block)
    do = request.form.get("do", "commit")
    sent_step = HINT if do == "hint" else "moved" if "at" in request.form else step
    sitting = sitting_at(place.lesson, place.screen, learner_states(), sent=place.block.item.id, sent_step=sent_step)
    try:
        sitting = _at_turn(place, sitting)
    except Refused as stale:
        return _refused(place, sitting, Refusal(place.block.item.id, step, {}, stale.problems))
    given = {} if do == "skip" else given_fields()
    try:
        new = _attempt(place, sitting, step, do, given)
    except Refused as refused:
        return _refused(place, sitting, Refusal(place.block.item.id, step, given, refused.problems))
    if do == "hint":
        # What was typed before a wish for a hint is no answer yet, and stays as it stands.
        sitting = replace(sitting, refused=Refusal(place.block.item.id, step, given, {}))
    return _stored(place, sitting, new)


def find_place(id: str) -> Place:
    """Where the item stands, under its newest id."""
    found = get_shelf().places.get(new_ids().get(id, id))
    if found is None and get_course().preparing:
        abort(503, "This lesson is being prepared after a start, so nothing was stored. Send it again in a minute.")
    if found is None:
        abort(
            404, f'There is no item "{quote(id)}" in this course; it may have been taken out since you opened the page.'
        )
    return found


def shape(id: str) -> ResponseReturnValue:
    """The figure of a try at another value, once a prediction or a skip is stored."""
    place = find_place(id)
    if not isinstance(place.block, Try):
        abort(404, "This item has no figure of its own.")
    if not learner_states().of(place.block.item.id).is_open:
        abort(403, "Predict or skip first; the figure comes with that.")
    id = place.block.item.id
    value = nearest_value(computed(place.block), request.args.get(f"{id}.at", ""))
    part, query = shape_part(place.block, value), f"?{id}.at={value}"
    return render_template("_parts/shape.html", part=part, id=id, sitting=place, csv_query=query)


def _step(block: ItemBlock) -> str:
    step = request.form.get("step", ANSWER)
    if step not in (STEPS if isinstance(block, Try) else (ANSWER,)):
        abort(400, f'This item has no step "{quote(step)}".')
    return step


def given_fields() -> Given:
    """The fields of an answer as typed, within limits."""
    names = [name for name in request.form if name not in OWN_FIELDS][:MOST_FIELDS]
    return {name: tuple(text[: 2 * MOST_WORDS] for text in request.form.getlist(name)[:MOST_FIELDS]) for name in names}


def _attempt(place: Place, sitting: Sitting, step: str, do: str, given: Given) -> NewAttempt:
    """What is to be stored. Raises Refused."""
    block, state = place.block, sitting.state(place.block.item.id)
    if do not in ("commit", "skip", "hint"):
        abort(400, "Commit, skip or ask for a hint.")
    draw = sitting.draw(block.item.id) if block.item.id in sitting.turns else None
    mark = _mark(block, step, given, draw) if do == "commit" else Mark(None, "")
    return NewAttempt(
        key=request.form.get("key", state.key)[:40],
        item_id=block.item.id,
        item_version=block.item.version,
        content_version=place.lesson.version,
        kind=HINT if do == "hint" else step,
        answer=answer_text({**given, **drawn_fields(block, draw)}) if do == "commit" else "",
        draw_seed=draw,
        score=mark.score,
        hints=min(MOST_HINTS, state.hints + 1) if do == "hint" else state.hints,
        skipped=do == "skip",
    )


def _at_turn(place: Place, sitting: Sitting) -> Sitting:
    """The sitting at the numbers that the form showed. Raises Refused when those are not known any more."""
    id, text = place.block.item.id, request.form.get("draw", "")
    if id not in sitting.turns or not text:
        return sitting
    seed = int(text) if text.isdecimal() and text.isascii() and len(text) < 15 else -1
    version = request.form.get("version", place.block.item.version)
    if not sitting.could_draw(id, seed) or version != place.block.item.version:
        raise Refused({first_field(place.block): STALE})
    return replace(
        sitting,
        turns={**sitting.turns, **dict.fromkeys(group_of(place.screen, id), turn_of(seed))},
        seeds={**sitting.seeds, id: seed},
    )


def drawn_fields(block: ItemBlock, draw: int | None) -> Given:
    """The drawn settings, kept beside the answer for the case that the question changes."""
    if draw is None or not isinstance(block, Question) or block.family is None:
        return {}
    return {DRAWN: tuple(f"{name}={value}" for name, value in pose_question(block, draw)[1])[:MOST_FIELDS]}


def _mark(block: ItemBlock, step: str, given: Given, draw: int | None) -> Mark:
    asked = pose_question(block, draw)[0] if isinstance(block, Question) and draw is not None else block
    mark = _marked(asked, step, given)
    if step in (ANSWER, VARIATION):
        # Stored answers are marked again as they were taken, so that only what is sent now is held to its bounds.
        refuse_outside(asked, step == VARIATION, given)
    return mark


def _marked(block: ItemBlock, step: str, given: Given) -> Mark:
    if isinstance(block, Question):
        return mark_question(block, given)
    if isinstance(block, Predict):
        return mark_predict(block, given)
    if not isinstance(block, Try):
        return mark_panel(block, given)
    if step == WHY:
        _ = words(given, WHY, "Write one line first, or skip.")
        return Mark(None, "")
    if step == BOXES:
        return Mark(None, "")
    if step == VARIATION and block.variation is not None:
        return mark_variation(block, block.variation, given)
    return mark_try(block, given)


def _stored(place: Place, sitting: Sitting, new: NewAttempt) -> ResponseReturnValue:
    try:
        learner = ensure_learner()
        stored = record_attempt(get_store(), learner.id, new)
    except NotSaved as problem:
        return _answer(place, _with_unsaved(sitting, new, problem))
    has_typed = sitting.refused is not None and any(text for texts in sitting.refused.given.values() for text in texts)
    if not _is_part() and not has_typed:
        return redirect(_address(place), 303)
    known = sitting.state(new.item_id).attempts
    states = (
        sitting.states if stored.seq in {each.seq for each in known} else sitting.states.with_one(new.item_id, stored)
    )
    return _answer(place, _again(sitting, states=states))


def _with_unsaved(sitting: Sitting, new: NewAttempt, problem: NotSaved) -> Sitting:
    """The lesson goes on as if it were stored, and says that it is not."""
    state: ItemState = sitting.state(new.item_id)
    last = max((each.seq for each in state.attempts), default=0)
    made = Attempt(
        seq=last + 1, item_id=new.item_id, item_version=new.item_version, content_version=new.content_version,
        kind=new.kind, answer=new.answer, draw_seed=new.draw_seed, score=new.score, hints=new.hints,
        skipped=new.skipped, at=datetime.now(UTC),
    )  # fmt: skip
    states = sitting.states.with_one(new.item_id, made)
    return _again(sitting, states=states, unsaved=str(problem))


def _refused(place: Place, sitting: Sitting, refusal: Refusal) -> ResponseReturnValue:
    return _answer(place, _again(sitting, refused=refusal), 422)


def _again(sitting: Sitting, **changes: Any) -> Sitting:
    """The sitting after what was sent, at the value that the control was moved to."""
    moved = {f"{sitting.sent}.at": request.form["at"][:64]} if "at" in request.form else {}
    return replace(sitting, asked={**sitting.asked, **moved}, **changes)


def _answer(place: Place, sitting: Sitting, status: int = 200) -> ResponseReturnValue:
    """The item alone for htmx, with what else on the screen hangs on it; the whole screen otherwise."""
    if not _is_part():
        response = make_response(render_screen(sitting, status))
        response.headers["Cache-Control"] = "no-store"
        return response
    views = screen_views(sitting)
    view = view_of(views, place.block.item.id)
    others = [each for each in views if each.kind in ("reveal", "checkpoint", "evidence")]
    page = render_template("_parts/answered.html", view=view, others=others, **screen_context(sitting))
    return make_response(page, status)


def _address(place: Place) -> str:
    id = place.block.item.id
    at: dict[str, Any] = {f"{id}.at": request.form["at"][:64]} if "at" in request.form else {}
    return url_for("screen", lesson=place.lesson.id, screen=place.screen.id, _anchor=id, **at)


def _is_part() -> bool:
    return request.headers.get("HX-Request") == "true"
