"""A learner's own things: the come-back code, coming back by it, what is recorded, a download, starting over.
It refuses to ask for a name, and to show a code twice."""

import json
from typing import Any

from flask import Flask, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.config import Settings
from app.jobs import asked_by, forget_asker
from app.store import (
    NotRead,
    all_of_learner,
    attempts_of,
    erase_learner,
    evidence_of,
    find_learner_by_code,
    give_code,
    start_over,
)
from app.store.codes import NUM_WORDS, tidy_code
from app.web.course import get_shelf, new_ids
from app.web.job_views import get_jobs
from app.web.learner import (
    CODE_SECONDS,
    CODE_TRIES,
    become,
    code_tries,
    current_attempts,
    current_learner,
    ensure_learner,
    forget_learner,
    get_store,
    refuse_unread,
)
from app.web.private import private, private_page

MOST_TYPED = 200
START_OVER, ERASE = "start-over", "erase"
WAYS = (START_OVER, ERASE)


def register(app: Flask) -> None:
    settings: Settings = app.config["SETTINGS"]
    app.add_url_rule("/keep", "keep", keep)
    app.add_url_rule("/keep", "give", give, methods=["POST"])
    app.add_url_rule("/resume", "resume", resume)
    app.add_url_rule("/resume", "come_back", come_back, methods=["POST"])
    app.add_url_rule("/data", "data", data)
    app.add_url_rule("/data/mine.json", "download", download)
    app.add_url_rule("/data/<way>", "confirm", confirm)
    app.add_url_rule("/data/<way>", "be_rid", be_rid, methods=["POST"])
    app.jinja_env.globals["data_folder"] = str(settings.data)
    app.jinja_env.globals["has_database"] = settings.database_url is not None


def keep() -> ResponseReturnValue:
    return private_page("keep.html", code=None, learner=current_learner())


def give() -> ResponseReturnValue:
    """A new code, shown in this answer only."""
    learner = ensure_learner()
    code = give_code(get_store(), learner.id)
    return private_page("keep.html", code=code, learner=learner, had_one=learner.has_code)


def resume() -> str:
    return render_template("resume.html", typed="", problem="", most_wrong=CODE_TRIES)


def come_back() -> ResponseReturnValue:
    typed = request.form.get("code", "")[:MOST_TYPED]
    if tidy_code(typed) is None:
        said = f"That is not read as a code. A code is {NUM_WORDS} words, all from one list; check the spelling."
        return _refused(typed, said, 422)
    if not code_tries().may(request.remote_addr):
        said = f"{CODE_TRIES} wrong codes were tried from here in the last hour. Wait an hour, then try again."
        refusal = make_response(_refused(typed, said, 429))
        refusal.headers["Retry-After"] = str(int(CODE_SECONDS))
        return refusal
    learner = find_learner_by_code(get_store(), typed)
    if learner is None:
        return _refused(
            typed, "Nobody has this code. A newer code makes an older one stop working; check the words.", 422
        )
    # A class comes back from one address, and only what is wrong may be a guess.
    code_tries().give_back(request.remote_addr)
    become(learner)
    return redirect(_last_place(learner.id), 303)


def data() -> ResponseReturnValue:
    return private_page("data.html", **_counts())


def confirm(way: str) -> ResponseReturnValue:
    """What would go and what would stay, with the one button that does it."""
    if way not in WAYS:
        abort(404, "There are /data/start-over and /data/erase.")
    return private_page("data_confirm.html", way=way, **_counts())


def be_rid(way: str) -> ResponseReturnValue:
    """Start over, or erase this learner; only from the page that asks whether one is sure."""
    if way not in WAYS:
        abort(404, "There are /data/start-over and /data/erase.")
    if request.form.get("sure") != "yes":
        return private_page("data_confirm.html", 422, way=way, **_counts())
    learner = current_learner()
    if learner is None:
        return redirect(url_for("data"), 303)
    forget_asker(get_jobs(), learner.id)
    if way == START_OVER:
        start_over(get_store(), learner.id)
    else:
        erase_learner(get_store(), learner.id)
        forget_learner()
    return redirect(url_for("data"), 303)


def _counts() -> dict[str, Any]:
    """The learner with the number of records, or why they cannot be counted."""
    learner = current_learner()
    found: dict[str, Any] = {"learner": learner, "number": 0, "problem": ""}
    try:
        refuse_unread()
        if learner is not None:
            found["number"] = len(current_attempts()) + len(evidence_of(get_store(), learner.id))
    except NotRead as unread:
        found["problem"] = str(unread)
    return found


def download() -> ResponseReturnValue:
    """Every row of this learner, as JSON."""
    refuse_unread()
    learner = current_learner()
    told = all_of_learner(get_store(), learner.id) if learner else {"attempt": [], "evidence": [], "file": []}
    told["run"] = asked_by(get_jobs(), learner.id) if learner else []
    response = private(Response(json.dumps(told, indent=1, ensure_ascii=False), content_type="application/json"))
    response.headers["Content-Disposition"] = 'attachment; filename="servelab-answers.json"'
    return response


def _last_place(learner_id: str) -> str:
    """The screen of the last answer, else the first page."""
    for attempt in reversed(attempts_of(get_store(), learner_id)):
        place = get_shelf().places.get(new_ids().get(attempt.item_id, attempt.item_id))
        if place is not None:
            return url_for("screen", lesson=place.lesson.id, screen=place.screen.id)
    return url_for("home")


def _refused(typed: str, problem: str, status: int) -> ResponseReturnValue:
    return private_page("resume.html", status, typed=typed, problem=problem, most_wrong=CODE_TRIES)
