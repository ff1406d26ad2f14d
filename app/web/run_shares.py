"""How many runs of one address may wait or run at a time: a cookie is free, so learners made in numbers fill no queue.
It refuses to know settings, pages and learners; requests from this machine are not counted."""

from collections.abc import Callable

from flask import Flask, current_app, request

from app.jobs import MOST_QUEUED, Job, TooManyFromHere, active_of
from app.listen import is_loopback
from app.store import NotRead
from app.web.job_views import get_jobs
from app.web.shares import Holdings

# Half of the queue is left to everybody else.
MOST_OF_ADDRESS = MOST_QUEUED // 2


def register(app: Flask) -> None:
    app.extensions["runs_of_address"] = Holdings(MOST_OF_ADDRESS)


def refusal_here() -> Callable[[], None]:
    """What raises TooManyFromHere for a new run of this address when it has as many as it may."""
    address, held = request.remote_addr or "", _held()
    try:
        has_room = is_loopback(address) or held.has_room(address, lambda ids: active_of(get_jobs(), ids))
    except NotRead:
        has_room = False

    def refuse() -> None:
        if not has_room:
            raise TooManyFromHere(held.most)

    return refuse


def count_here(job: Job) -> None:
    """A new run of this address, until it has ended."""
    address = request.remote_addr or ""
    if not is_loopback(address):
        _held().add(address, job.id)


def _held() -> Holdings:
    held: Holdings = current_app.extensions["runs_of_address"]
    return held
