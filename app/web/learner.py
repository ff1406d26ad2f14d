"""Who is at the page: a learner without an account, known by a signed cookie that comes with the first change.
It refuses to make anybody on a mere visit, and to know what the learner does."""

import sqlite3

from flask import Flask, Response, after_this_request, current_app, g, request

from app.config import Settings
from app.store import (
    FILE_NAME,
    Attempt,
    Learner,
    NotRead,
    NotSaved,
    Reason,
    Store,
    Unavailable,
    add_learner,
    attempts_of,
    find_learner,
)
from app.store.sqlite import sqlite_warning
from app.web.security import READING_METHODS
from app.web.signing import Seal
from app.web.tries import Tries

# A browser takes a cookie of such a name only over TLS, from this very host and for every path.
SAFE_PREFIX = "__Host-"
# Browsers keep no cookie longer; each change begins the time anew.
COOKIE_SECONDS = 400 * 24 * 3600
CODE_TRIES = 30
CODE_SECONDS = 3600.0


def register(app: Flask) -> None:
    settings: Settings = app.config["SETTINGS"]
    app.extensions["store"] = Store(settings.database_url or settings.data / FILE_NAME)
    app.extensions["seal"] = Seal(settings)
    app.extensions["code_tries"] = Tries(CODE_TRIES, CODE_SECONDS)


def get_store() -> Store:
    store: Store = current_app.extensions["store"]
    return store


def code_tries() -> Tries:
    """How often each address tried a come-back code; ask may(request.remote_addr) before looking one up."""
    tries: Tries = current_app.extensions["code_tries"]
    return tries


def current_learner() -> Learner | None:
    """The learner of this request, None without a valid cookie or while the store cannot be read. Makes nobody."""
    if "learner" not in g:
        after_this_request(_depend_on_cookie)
        learner_id = learner_id_of_cookie()
        try:
            g.learner = find_learner(get_store(), learner_id) if learner_id else None
        except NotRead as problem:
            g.unread = problem
            return None
    found: Learner | None = g.learner
    return found


def current_attempts() -> tuple[Attempt, ...]:
    """All attempts of the learner of this request, oldest first, as they were when it began. Raises NotRead."""
    learner = current_learner()
    if learner is None:
        return ()
    if g.get("attempts_of") != learner.id:
        g.attempts, g.attempts_of = tuple(attempts_of(get_store(), learner.id)), learner.id
    found: tuple[Attempt, ...] = g.attempts
    return found


def refuse_unread() -> None:
    """For pages that would otherwise say that nothing is stored. Raises NotRead when it is only not readable now."""
    if current_learner() is None:
        problem: NotRead | None = g.get("unread")
        if problem is not None and problem.reason is not Reason.EMPTY:
            raise problem


def ensure_learner() -> Learner:
    """The learner of this change; a new one when there is none yet. The answer carries the cookie. Raises NotSaved."""
    _refuse_visit()
    store, learner_id = get_store(), learner_id_of_cookie()
    if g.get("learner") is None:
        store.prepare()
        try:
            # Not current_learner: an unreadable store must not make a second learner for somebody who has one.
            g.learner = find_learner(store, learner_id) if learner_id else None
        except NotRead as problem:
            raise NotSaved(problem.reason) from problem
    if g.learner is None:
        # The key first: a learner that no cookie can name would only be a row nobody reaches.
        _seal().make_key()
        g.learner = add_learner(store)
    found: Learner = g.learner
    become(found)
    return found


def become(learner: Learner) -> None:
    """Make this browser the learner's from this change on, such as after a come-back code. Raises NotSaved."""
    _refuse_visit()
    _seal().make_key()
    g.learner = learner

    @after_this_request
    def set_cookie(response: Response) -> Response:
        # A later call in the same request has the last word.
        if g.learner is learner:
            _set(response, _seal().sign(learner.id), COOKIE_SECONDS)
        return response


def forget_learner() -> None:
    """Take the cookie away, such as after an erase."""
    _refuse_visit()
    g.learner = None

    @after_this_request
    def delete_cookie(response: Response) -> Response:
        _set(response, "", 0)
        return response


def store_warnings(app: Flask) -> list[str]:
    """Bring the store up at the start; what a person who starts the server should know. The server runs anyway."""
    store: Store = app.extensions["store"]
    warnings = []
    if not isinstance(store.place, str):
        warnings.append(sqlite_warning(sqlite3.sqlite_version_info))
    try:
        store.prepare()
    except Unavailable as problem:
        place = "the database" if isinstance(store.place, str) else store.place
        warnings.append(f"Answers are not being saved at {place}: {problem}")
    return [warning for warning in warnings if warning]


def close_store(app: Flask) -> None:
    """Let go of the files, at the end of the server."""
    app.extensions["store"].close()


def _seal() -> Seal:
    seal: Seal = current_app.extensions["seal"]
    return seal


def learner_id_of_cookie() -> str | None:
    """Who this browser says it is, by a signature of ours; nobody is looked up."""
    seal = _seal()
    if not seal.has_key():
        return None
    # A page on plain http can plant the plain name, so over TLS only the other one counts.
    prefixes = (SAFE_PREFIX,) if _is_over_tls() else (SAFE_PREFIX, "")
    found = (request.cookies.get(prefix + seal.cookie_name()) for prefix in prefixes)
    return next((seal.unsign(signed) for signed in found if signed), None)


def _is_over_tls() -> bool:
    """Also behind a proxy that ends TLS: there the browser's Origin says https, and it comes with every change."""
    return request.is_secure or request.headers.get("Origin", "").startswith("https://")


def _set(response: Response, value: str, seconds: int) -> None:
    is_safe = _is_over_tls()
    response.set_cookie(
        (SAFE_PREFIX if is_safe else "") + _seal().cookie_name(),
        value,
        max_age=seconds,
        path="/",
        secure=is_safe,
        httponly=True,
        samesite="Lax",
    )
    response.headers["Cache-Control"] = "no-store"


def _depend_on_cookie(response: Response) -> Response:
    response.vary.add("Cookie")
    return response


def _refuse_visit() -> None:
    if request.method in READING_METHODS:
        raise RuntimeError(f"A {request.method} must change nothing; learners are made and changed by a POST only.")
