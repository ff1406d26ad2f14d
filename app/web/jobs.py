"""Runs apart: begun by a form, followed by a stream of events or by asking again, left by a form. Only by who asked.
It refuses to compute, and to let one learner see another's run."""

import json
import re
from urllib.parse import parse_qsl

from flask import Flask, Response, abort, current_app, jsonify, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from app.config import Settings
from app.jobs import (
    Job,
    JobEvent,
    NoQueue,
    OneAtATime,
    QueueFull,
    Sender,
    State,
    TooManyFromHere,
    ask,
    events_after,
    find_job,
    leave,
    open_jobs,
    wish_for,
)
from app.jobs.supervisor import Supervisor
from app.web.job_views import Trouble, get_jobs, job_address, running_words
from app.web.labs import refused, unfinished
from app.web.learner import current_learner, ensure_learner
from app.web.run_shares import count_here, refusal_here
from app.web.runs import run_lab, unmeasured
from app.web.streams import Ended, Streams, never, stream
from labs import BadParams, Lab, Params, TooMuchAtOnce, get_lab, parse, query

BUSY_SECONDS = 30
STREAM_RETRY_SECONDS = 5
NOT_YOURS = "There is no such run, or it is not one that you asked for."
NUMBER_DIGITS = 9
REGION = re.compile(r"lab-[\w-]+-result", re.ASCII)
LESSON_PATH = re.compile(r"/lessons/[\w-]+/[\w-]+(\?[\w.=&%-]*)?(#[\w-]+)?", re.ASCII)
# waitress' own: whether the browser has closed the connection.
IS_GONE = "waitress.client_disconnected"


def register(app: Flask) -> None:
    settings: Settings = app.config["SETTINGS"]
    app.extensions["jobs"] = open_jobs(settings)
    app.extensions["sender"] = Sender(settings)
    app.extensions["streams"] = Streams(settings.threads)
    app.add_url_rule("/labs/<slug>/runs", "begin_run", begin_run, methods=["POST"])
    # A reload after a refusal, or a link kept from it, leads to the lab.
    app.add_url_rule("/labs/<slug>/runs", "begin_run_again", begin_run_again)
    app.add_url_rule("/jobs/<id>", "job", job_page)
    app.add_url_rule("/jobs/<id>/events", "job_events", job_events)
    app.add_url_rule("/jobs/<id>/events.json", "job_events_json", job_events_json)
    app.add_url_rule("/jobs/<id>/cancel", "cancel_job", cancel_job, methods=["POST"])


def look_after_jobs(app: Flask) -> None:
    """Start a supervisor, which starts a worker when there is a run; for `servelab serve` alone."""
    settings: Settings = app.config["SETTINGS"]
    made = Supervisor(settings, app.extensions["jobs"], app.extensions["sender"])
    app.extensions["supervisor"] = made
    made.start()


def end_streams(app: Flask) -> None:
    """At the stop of the server, before it waits for requests to end."""
    app.extensions["streams"].close()


def close_jobs(app: Flask) -> None:
    """End the worker and let go of the files."""
    if "supervisor" in app.extensions:
        app.extensions["supervisor"].stop()
    app.extensions["sender"].close()
    app.extensions["jobs"].close()


def begin_run(slug: str) -> ResponseReturnValue:
    """Ask for the run of these settings, unless its result is known already; `again` asks for a further measurement."""
    lab = get_lab(slug)
    text = request.form.get("settings", "")
    pairs = [pair for pair in parse_qsl(text, keep_blank_values=True) if pair[0] != "v"]
    try:
        params = parse(lab, pairs)
        if "again" in request.form and lab.again:
            params = unmeasured(lab, params)
        run_lab(slug, params)
    except TooMuchAtOnce as much:
        return _begin(lab, params, much)
    except BadParams as bad:
        return refused(lab, pairs, bad)
    return redirect(_back() or job_address(slug, query(params)), 303)


def _back() -> str:
    """The screen of a lesson that the run was asked from; nothing else is followed."""
    path = request.form.get("back", "")
    return path if LESSON_PATH.fullmatch(path) else ""


def _place() -> tuple[str, str]:
    """Where the run is shown, when that is no lab's page: the address, and the element to be filled."""
    region = request.headers.get("HX-Target", "").partition("#")[2]
    return (_back(), region if REGION.fullmatch(region) else "") if _back() else ("", "")


def _begin(lab: Lab, params: Params, much: TooMuchAtOnce) -> ResponseReturnValue:
    learner = ensure_learner()
    busy = {"Retry-After": str(BUSY_SECONDS)}
    try:
        job, is_new = ask(get_jobs(), learner.id, wish_for(lab, params), refusal_here())
        if is_new:
            _send(job, learner.id)
            count_here(job)
    except OneAtATime as problem:
        return unfinished(lab, params, much, Trouble(str(problem), 409, problem.job), _place())
    except (QueueFull, TooManyFromHere, NoQueue) as problem:
        return unfinished(lab, params, much, Trouble(str(problem), 503, headers=busy), _place())
    return redirect(_back() or job_address(job.slug, job.query), 303)


def _send(job: Job, learner_id: str) -> None:
    sender: Sender = current_app.extensions["sender"]
    try:
        sender.send(job.id)
    except NoQueue:
        leave(get_jobs(), job.id, learner_id)
        raise
    supervisor: Supervisor | None = current_app.extensions.get("supervisor")
    if supervisor is not None:
        supervisor.wake()


def begin_run_again(slug: str) -> ResponseReturnValue:
    return redirect(job_address(get_lab(slug).slug, ""))


def job_page(id: str) -> ResponseReturnValue:
    """The lab with the settings of the run shows it."""
    job = _own(id)
    return redirect(job_address(job.slug, job.query))


def cancel_job(id: str) -> ResponseReturnValue:
    job = _own(id)
    learner = ensure_learner()
    leave(get_jobs(), job.id, learner.id)
    return redirect(_back() or job_address(job.slug, job.query), 303)


def job_events(id: str) -> ResponseReturnValue:
    """The run's events as a stream. 503 when no more streams may be open: then events.json tells the same."""
    job, streams = _own(id), _streams()
    learner = current_learner()
    assert learner is not None
    after = _number(request.headers.get("Last-Event-ID") or request.args.get("after", "0"))
    slot = streams.open(learner.id, request.environ.get(IS_GONE, never))
    if slot is None:
        return _no_stream()
    store, place = get_jobs(), Waiting(current_app.app_context().app, job.id, learner.id)
    body = stream(slot, lambda n: events_after(store, job.id, n), place, after, stamp=store.stamp)
    response = Response(body, content_type="text/event-stream; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    # A proxy in front shall pass each event on at once.
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(lambda: streams.release(slot))
    return response


def job_events_json(id: str) -> ResponseReturnValue:
    """The same events to whoever asks again and again: {state, words, events: [{id, name, data}]}."""
    job = _own(id)
    found = events_after(get_jobs(), job.id, _number(request.args.get("after", "0")))
    words = running_words(job) if job.is_active else job.note
    response = jsonify({"state": job.state.value, "words": words, "events": [_plain(event) for event in found]})
    response.headers["Cache-Control"] = "no-store"
    return response


class Waiting:
    """The words of a waiting run, told outside of any request, because a stream outlives its request's context."""

    def __init__(self, app: Flask, job_id: str, learner_id: str) -> None:
        self._app, self._job_id, self._learner_id = app, job_id, learner_id

    def __call__(self) -> str | None:
        with self._app.app_context():
            job = find_job(get_jobs(), self._job_id, self._learner_id)
            if job is None or not job.is_active:
                raise Ended
            return json.dumps({"words": running_words(job)}) if job.state is State.QUEUED else None


def _plain(event: JobEvent) -> dict[str, object]:
    return {"id": event.n, "name": event.name, "data": json.loads(event.data)}


def _own(id: str) -> Job:
    learner = current_learner()
    job = find_job(get_jobs(), id, learner.id) if learner is not None else None
    if job is None:
        raise NotFound(NOT_YOURS)
    return job


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= NUMBER_DIGITS):
        abort(400, "The number of the last event must be a whole number; begin with 0.")
    return int(text)


def _no_stream() -> Response:
    words = "Enough streams are open. Ask events.json instead, which tells the same.\n"
    response = Response(words, 503, content_type="text/plain; charset=utf-8")
    response.headers["Retry-After"] = str(STREAM_RETRY_SECONDS)
    response.headers["Cache-Control"] = "no-store"
    return response


def _streams() -> Streams:
    found: Streams = current_app.extensions["streams"]
    return found
