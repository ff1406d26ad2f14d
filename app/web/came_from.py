"""Which result of a lab a request came from, and what has changed since.
It refuses to make a result's page."""

from urllib.parse import parse_qsl, urlsplit

from flask import request, url_for

from app.web.change import change_sentence
from app.web.runs import run_lab
from labs import BadParams, Lab, Params, parse


def change_since(lab: Lab, params: Params) -> str:
    """What moved since the page that this request came from, or since a drag that it is part of began."""
    pairs = came_from(lab)
    if pairs is None:
        return ""
    try:
        before = parse(lab, pairs)
        earlier = run_lab(lab.slug, before)
    except BadParams:
        return ""
    return change_sentence(lab.lead, (before, earlier), (params, run_lab(lab.slug, params)))


def came_from(lab: Lab) -> list[tuple[str, str]] | None:
    """The settings of the page of this lab that the request came from; None when it came from elsewhere."""
    try:
        source = urlsplit(request.headers.get("X-From") or request.headers.get("Referer", ""))
    except ValueError:
        return None
    if source.netloc != request.host or source.path != url_for("lab", slug=lab.slug):
        return None
    return [pair for pair in parse_qsl(source.query, keep_blank_values=True) if pair[0] != "v"]
