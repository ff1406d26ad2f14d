"""Addresses of this site's pages, each built once: an update names two dozen, and building them took a tenth of it.
It refuses values that a visitor made up; those are built anew each time."""

from functools import lru_cache
from typing import Any

from flask import Flask, request, url_for


def register(app: Flask) -> None:
    app.jinja_env.globals["address_of"] = address_of


def address_of(endpoint: str, **values: str) -> str:
    """As flask's url_for within this site, for values that the code declares."""
    return _address(request.script_root, endpoint, tuple(values.items()))


@lru_cache(maxsize=2048)
def _address(root: str, endpoint: str, values: tuple[tuple[str, str], ...]) -> str:
    named: dict[str, Any] = dict(values)
    return url_for(endpoint, **named)
