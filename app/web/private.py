"""Pages about one learner: no browser, proxy or back button keeps a copy of them.
It refuses to know what is on them."""

from typing import Any

from flask import Response, make_response, render_template


def private_page(template: str, status: int = 200, **context: Any) -> Response:
    """The page of a template, kept by nobody."""
    return private(render_template(template, **context), status)


def private(page: str | Response, status: int = 200) -> Response:
    response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    return response
