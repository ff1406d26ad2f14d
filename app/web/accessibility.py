"""The page about accessibility: what is checked, in which views, with which versions, and what falls short.
It refuses to count; the numbers are a file that the test harness writes."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import Flask, render_template

from app.places import content_dir


@dataclass(frozen=True)
class Tested:
    """What the harness recorded: checks as (number, words), views as (name, width, height) in CSS pixels, how many
    seeded faults prove the checks, how many addresses were judged, and how many pairs of an address and a view."""

    checks: tuple[tuple[int, str], ...]
    views: tuple[tuple[str, int, int], ...]
    faults: int
    addresses: int
    judged: int
    engine: str
    htmx: str
    plotly: str
    browser: str
    date: str


def register(app: Flask) -> None:
    app.add_url_rule("/accessibility", "accessibility", accessibility)


def accessibility() -> str:
    return render_template("accessibility.html", tested=tested())


@lru_cache(maxsize=1)
def tested() -> Tested:
    """The record that ships with the pages."""
    found: dict[str, Any] = json.loads((content_dir() / "accessibility.json").read_text(encoding="utf-8"))
    checks = tuple((each["number"], each["says"]) for each in found.pop("checks"))
    views = tuple((each["name"], each["width"], each["height"]) for each in found.pop("views"))
    return Tested(checks, views, **found)
