"""Earlier questions again: what is due, one question on a page, its outcome, and the one switch that turns them off.
It refuses to show what was never answered, and to count days in a row."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from flask import Flask, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from app.course.bounds import refuse_outside
from app.course.draws import draw_seed, turn_of
from app.course.given import Given, Refused
from app.course.items import Question
from app.course.lesson import Screen
from app.course.marking import mark_question
from app.course.outline import Place, item_ids, taught_on
from app.practice.schedule import (
    OFF,
    ON,
    REVIEWED,
    SWITCH_ITEM,
    SWITCHED,
    Standing,
    at_the_start,
    due,
    is_off,
)
from app.store import Attempt, NewAttempt, NotRead, record_attempt
from app.web.course import get_shelf
from app.web.item_states import ANSWER, ItemState, States, answer_text
from app.web.items import STALE, drawn_fields, given_fields
from app.web.learner import current_learner, ensure_learner, get_store
from app.web.lessons import find_lesson
from app.web.own import due_now, own_attempts, own_standings, reviewable
from app.web.private import private_page
from app.web.question_views import first_field, pose_question, question_now, question_view
from app.web.sitting import Refusal, Sitting
from labs import quote


@dataclass(frozen=True)
class Again:
    """A question that comes again: where it stands in the course and in time, `num` times reviewed so far."""

    place: Place
    block: Question
    standing: Standing
    num: int
    latest: Attempt | None


def register(app: Flask) -> None:
    app.add_url_rule("/review", "review", review)
    app.add_url_rule("/review", "switch_review", switch, methods=["POST"])
    app.add_url_rule("/review/<id>", "review_item", question_page)
    app.add_url_rule("/review/<id>", "review_answer", take, methods=["POST"])
    app.jinja_env.globals["first_questions"] = first_questions
    app.jinja_env.globals["num_due"] = num_due


def review() -> ResponseReturnValue:
    attempts, now = own_attempts(), _now()
    standing = own_standings(attempts)
    waiting = due(standing.values(), now)
    later = sorted((each for each in standing.values() if each.due_at > now), key=lambda each: each.due_at)
    places = get_shelf().places
    return private_page(
        "review.html",
        is_off=is_off(attempts),
        rows=[(places[each.item_id], each, _days(each, now)) for each in (*waiting, *later)],
        num_due=len(waiting),
        first=waiting[0].item_id if waiting else "",
        place_words=_place_words,
    )


def switch() -> ResponseReturnValue:
    """Store that reviews are off, or on again."""
    wanted = request.form.get("reviews", "")
    if wanted not in (ON, OFF):
        abort(400, "Reviews are switched on or off; open the page and press there.")
    learner = ensure_learner()
    new = NewAttempt(
        key=f"switch-{len(own_attempts())}",
        item_id=SWITCH_ITEM,
        item_version="",
        content_version="",
        kind=SWITCHED,
        answer=wanted,
    )
    record_attempt(get_store(), learner.id, new)
    return redirect(url_for("review"), 303)


def question_page(id: str) -> ResponseReturnValue:
    again = _find(id)
    is_done = again.latest is not None and again.standing.due_at > _now()
    return _page(again, _sitting(again, is_done), is_done)


def take(id: str) -> ResponseReturnValue:
    """Store the answer, then the same page with its outcome."""
    do, again = request.form.get("do", "commit"), _find(id)
    if do not in ("commit", "skip"):
        abort(400, "Answer or skip.")
    after = redirect(url_for("review_item", id=id, lesson=request.args.get("lesson")), 303)
    sent = request.form.get("draw", "")
    if again.latest is not None and sent == str(again.latest.draw_seed):
        # The same form twice is one answer.
        return after
    sitting = _sitting(again, is_done=False)
    given = given_fields() if do == "commit" else {}
    try:
        new = _attempt(again, sitting, do, given, sent)
    except Refused as refused:
        unread = replace(sitting, refused=Refusal(id, ANSWER, given, refused.problems), sent=id, sent_step=ANSWER)
        return _page(again, unread, is_done=False, status=422)
    record_attempt(get_store(), ensure_learner().id, new)
    return after


def _attempt(again: Again, sitting: Sitting, do: str, given: Given, sent: str) -> NewAttempt:
    """What is to be stored. Raises Refused, also when the question has other numbers now than the form showed."""
    item, draw = again.block.item, sitting.draw(again.block.item.id)
    version = request.form.get("version", item.version)
    if sent not in ("", str(draw)) or version != item.version:
        raise Refused({first_field(again.block): STALE})
    score = None
    if do == "commit":
        asked = pose_question(again.block, draw)[0]
        score = mark_question(asked, given).score
        refuse_outside(asked, False, given)
    return NewAttempt(
        key=f"{REVIEWED}-{again.num}",
        item_id=item.id,
        item_version=item.version,
        content_version=again.place.lesson.version,
        kind=REVIEWED,
        answer=answer_text({**given, **drawn_fields(again.block, draw)}) if do == "commit" else "",
        draw_seed=draw,
        score=score,
        skipped=do == "skip",
    )


def first_questions(lesson_id: str) -> tuple[Standing, ...]:
    """At most three questions of earlier work for the start of this lesson; none while answers cannot be read."""
    try:
        attempts = own_attempts()
    except NotRead:
        return ()
    if is_off(attempts):
        return ()
    own = {id for screen in find_lesson(lesson_id).screens for id in item_ids(screen)}
    return at_the_start(own_standings(attempts).values(), own, attempts, _now())


def num_due() -> int:
    """How many questions are due now; none while answers cannot be read."""
    try:
        return len(due_now(own_attempts()))
    except NotRead:
        return 0


def _find(id: str) -> Again:
    block, attempts = reviewable().get(id), own_attempts()
    standing = own_standings(attempts).get(id)
    if block is None or standing is None:
        return abort(404, f'Only questions that you answered before come again, and "{quote(id)}" is none of them.')
    reviews = [each for each in attempts if each.item_id == id and each.kind == REVIEWED]
    return Again(get_shelf().places[id], block, standing, len(reviews), reviews[-1] if reviews else None)


def _sitting(again: Again, is_done: bool) -> Sitting:
    """The item as if never met, with numbers of its own; or with the outcome of the last review."""
    id, state = again.block.item.id, ItemState()
    learner = current_learner()
    seed = draw_seed(learner.seed if learner else 0, f"{id}:{REVIEWED}:{again.num}", 0)
    if is_done and again.latest is not None and again.latest.draw_seed is not None:
        state = ItemState((replace(again.latest, kind=ANSWER),))
        seed = again.latest.draw_seed
    place = again.place
    return Sitting(place.lesson, place.screen, States({id: state}), turns={id: turn_of(seed)}, seeds={id: seed})


def _page(again: Again, sitting: Sitting, is_done: bool, status: int = 200) -> Response:
    lesson = request.args.get("lesson", "")
    following = _following(again, lesson) if is_done else ""
    return private_page(
        "review_question.html",
        status,
        item=question_view(sitting, again.block, question_now(sitting, again.block)),
        again=again,
        is_done=is_done,
        days=_days(again.standing, _now()),
        lesson=find_lesson(lesson) if lesson else None,
        following=following,
        screen=_teaching(again),
    )


def _teaching(again: Again) -> Screen:
    """The screen that the item says teaches it, else the one that it stands on."""
    return taught_on(again.place.lesson, again.block.item.teaches) or again.place.screen


def _following(again: Again, lesson: str) -> str:
    """The next question of this sitting, empty when there is none."""
    found = first_questions(lesson) if lesson else due(own_standings(own_attempts()).values(), _now())
    return next((each.item_id for each in found if each.item_id != again.block.item.id), "")


def _place_words(place: Place) -> str:
    """Which of several questions of a screen it is; empty when it is the only one."""
    ids = item_ids(place.screen)
    return f"question {ids.index(place.block.item.id) + 1} of {len(ids)}" if len(ids) > 1 else ""


def _days(standing: Standing, now: datetime) -> int:
    """Whole days until it is due, counted up; 0 when it is."""
    return max(0, -((now - standing.due_at) // timedelta(days=1)))


def _now() -> datetime:
    return get_store().clock()
