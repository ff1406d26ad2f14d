"""Every failure as a page, or as JSON where JSON was asked for; never a trace, always a way on.
It refuses to know what failed beyond its words; a bug gets an id that the log has too."""

import logging
import secrets

from flask import Flask, jsonify, make_response, render_template, request, url_for
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from app.store import NotSaved, Unavailable
from labs import BadParams, UnknownLab, all_labs, get_lab

TITLES = {
    400: "This request could not be read",
    403: "This did not come from here",
    404: "Nothing is at this address",
    405: "This address is not used in that way",
    413: "That is too large",
    414: "This address is too long",
    415: "That kind of file is not read here",
    422: "Some settings are not right",
    429: "Too many requests at once",
    500: "Something broke on our side",
    503: "Busy, please try again",
}
RETRY_SECONDS = 10
log = logging.getLogger(__name__)


def register(app: Flask) -> None:
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(UnknownLab, unknown_lab)
    app.register_error_handler(BadParams, bad_params)
    app.register_error_handler(Unavailable, unavailable)
    app.register_error_handler(Exception, bug)


def http_error(problem: HTTPException) -> ResponseReturnValue:
    code = problem.code or 500
    if code < 400 or problem.response is not None:
        # A page of its own was made for it.
        return problem
    words = problem.description or ""
    if code == 404 and words == type(problem).description:
        words = "The address may be mistyped, or the page may have moved."
    if code == 405:
        words = "It is the target of a form. Open the page that has the form."
    if code == 413:
        words = "At most 1 MB is read in one go. Send less, or only the part that matters."
    answer = make_response(_answer(code, words))
    retry_after = getattr(problem, "retry_after", None)
    if retry_after is not None:
        answer.headers["Retry-After"] = str(retry_after)
    if isinstance(problem, MethodNotAllowed) and problem.valid_methods:
        answer.allow.update(problem.valid_methods)
    return answer


def unknown_lab(problem: UnknownLab) -> ResponseReturnValue:
    near = problem.near or tuple(all_labs())
    return _answer(404, str(problem), [(get_lab(slug).question, url_for("lab", slug=slug)) for slug in near])


def bad_params(problem: BadParams) -> ResponseReturnValue:
    fields = {error.name: error.message for error in problem.errors}
    if _wants_json():
        return jsonify({"error": {"status": 422, "message": TITLES[422], "fields": fields}}), 422
    return _answer(422, " ".join(fields.values()))


def unavailable(problem: Unavailable) -> ResponseReturnValue:
    """The store cannot write or read now; a page that can go on without it catches this itself."""
    log.warning("store: %s at %s", problem.reason.value, request.endpoint)
    title = "This was not saved" if isinstance(problem, NotSaved) else "What was saved cannot be shown now"
    response = make_response(_answer(503, str(problem), title=title))
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def bug(problem: Exception) -> ResponseReturnValue:
    error_id = secrets.token_hex(4)
    log.error("error %s at %s", error_id, request.endpoint, exc_info=problem)
    return _answer(500, f"Nothing that you did caused it, and no answer was lost. It is in the log as {error_id}.")


def _answer(code: int, words: str, ways: list[tuple[str, str]] | None = None, title: str = "") -> ResponseReturnValue:
    title = title or TITLES.get(code, "This did not work")
    if request_ctx.url_adapter is None:
        # The Host header cannot be read, so a page could not even link to itself.
        return f"{title}. {words}\n", code, {"Content-Type": "text/plain; charset=utf-8"}
    if _wants_json():
        return jsonify({"error": {"status": code, "message": words or title}}), code
    return render_template("error.html", title=title, words=words, ways=ways or []), code


def _wants_json() -> bool:
    return request.path.endswith(".json")
