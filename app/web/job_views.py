"""A run apart as the lab's page shows it: not begun, waiting, running, or ended without a result.
It refuses to begin or end one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import current_app, url_for

from app.jobs import (
    Job,
    JobEvent,
    JobStore,
    State,
    all_events,
    interruption_of,
    last_number,
    latest_job,
    parts_of,
    place_of,
    wish_for,
)
from app.jobs.words import place_words, work_words
from app.store import NotRead
from app.web.learner import current_learner
from app.web.run_panel import Panel, panel_of
from labs import Event, Lab, Params, TooMuchAtOnce, get_lab, query

ENDED = {State.FAILED: "The run failed.", State.CANCELLED: "The run was cancelled.", State.LOST: "The run was lost."}
WAITING, RUNNING = "Your run waits for its turn.", "Your run is under way."
BEGINS = "It runs apart from the page, which shows how far it is. The result is kept for everybody who asks."
STOPPING = "It stops in a moment; nothing of it is kept."
LEFT = "It goes on, because others wait for it too. Run it to have it after all."


@dataclass(frozen=True)
class Trouble:
    """Why a run was not begun now: the sentence, the status of the answer, and the run that is in the way, if any."""

    words: str
    status: int
    other: Job | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class JobView:
    """What the template prints. `says` is the sentence, `words` what it does now or why it ended; `after` is the number
    of the last event that `words`, `panel` and `parts` know; `panel` what a live run has told so far, `parts` the
    sentences of what is finished, `interrupted` the one of a run that began again; `address` is the page with these
    settings, `region` the element of it that shows the run, and `back` the address where it is no lab's page."""

    says: str
    words: str
    address: str
    query: str
    id: str = ""
    is_active: bool = False
    done: float = 0.0
    total: float = 1.0
    after: int = 0
    trouble: str = ""
    other: str = ""
    other_id: str = ""
    other_title: str = ""
    running: str = RUNNING
    waiting: str = WAITING
    panel: Panel | None = None
    parts: tuple[str, ...] = ()
    interrupted: str = ""
    region: str = "result"
    back: str = ""

    @property
    def again(self) -> str:
        """The address without a place in the page: a link to that would not ask the server."""
        return self.address.partition("#")[0]


def get_jobs() -> JobStore:
    """The runs of this application."""
    store: JobStore = current_app.extensions["jobs"]
    return store


def job_view(
    lab: Lab, params: Params, much: TooMuchAtOnce, trouble: Trouble | None = None, place: tuple[str, str] = ("", "")
) -> JobView:
    """Where this learner's run of these settings stands; `place` is the address and the region of a lesson's lab."""
    back, region = place
    told: dict[str, Any] = {"address": back or job_address(lab.slug, query(params)), "query": query(params)}
    told |= {"back": back, "region": region or "result"}
    learner, found = current_learner(), None
    try:
        if learner is not None:
            found = latest_job(get_jobs(), learner.id, wish_for(lab, params))
        if found is not None and found[0].is_active and not found[1]:
            return _active(lab, params, found[0], told)
    except NotRead as problem:
        found, trouble = None, trouble or Trouble(str(problem), 200)
    if trouble is not None:
        told |= _trouble(trouble)
    if found is None or found[0].state is State.DONE:
        says = much.says or f"This takes {work_words(much.seconds)} or longer, and a page waits 2 s at most."
        return JobView(says=says, words=BEGINS, **told)
    job = found[0]
    told |= {"panel": _panel(lab, params, _events(lab, job)), "parts": _parts(job)}
    if job.is_active and job.cancel:
        return JobView(says=ENDED[State.CANCELLED], words=STOPPING, **told)
    if job.is_active:
        return JobView(says="You left this run.", words=LEFT, **told)
    return JobView(says=ENDED[job.state], words=job.note, **told)


def running_words(job: Job) -> str:
    """What an active run does now, or where it waits. Raises NotRead."""
    if job.cancel:
        return "Stopping."
    if job.state is State.RUNNING:
        return f"{job.note}."
    place = place_words(*place_of(get_jobs(), job))
    return f"{job.note}. {place}" if job.note else place


def job_address(slug: str, query: str) -> str:
    """The page of the lab with the settings of a run."""
    path = url_for("lab", slug=slug)
    return f"{path}?{query}" if query else path


def _events(lab: Lab, job: Job) -> tuple[JobEvent, ...]:
    """What the run has told, where its lab can make something of it; nothing where it cannot be read."""
    try:
        return all_events(get_jobs(), job.id) if lab.so_far else ()
    except NotRead:
        return ()


def _parts(job: Job) -> tuple[str, ...]:
    try:
        return parts_of(get_jobs(), job.id)
    except NotRead:
        return ()


def _panel(lab: Lab, params: Params, events: tuple[JobEvent, ...]) -> Panel | None:
    if lab.so_far is None:
        return None
    result = lab.so_far(params, [Event(each.name, json.loads(each.data)) for each in events])
    return panel_of(result) if result else None


def _active(lab: Lab, params: Params, job: Job, told: dict[str, Any]) -> JobView:
    # The panel ends where the stream goes on, so that no event is shown twice or lost between the two.
    after = last_number(get_jobs(), job.id)
    events = tuple(each for each in _events(lab, job) if each.n <= after)
    told |= {"panel": _panel(lab, params, events), "parts": parts_of(get_jobs(), job.id, after)}
    says = RUNNING if job.state is State.RUNNING else WAITING
    told |= {"id": job.id, "is_active": True, "done": job.done, "total": job.total, "after": after}
    told["interrupted"] = interruption_of(get_jobs(), job.id) if job.state is State.RUNNING else ""
    return JobView(says, running_words(job), **told)


def _trouble(trouble: Trouble) -> dict[str, str]:
    other = trouble.other
    if other is None:
        return {"trouble": trouble.words}
    return {
        "trouble": trouble.words,
        "other": job_address(other.slug, other.query),
        "other_id": other.id,
        "other_title": get_lab(other.slug).title,
    }
