"""The glossary: what each metric means here, and where tools mean something else by the same word.
Lessons add their terms and symbols. It refuses to know labs; the definitions are a data file beside the course."""

import json
from dataclasses import dataclass
from functools import lru_cache

from flask import Flask, render_template

from app.course.outline import symbols, terms
from app.places import content_dir
from app.web.course import get_course


@dataclass(frozen=True)
class Metric:
    """One word: what it means here, its population, and the readings of others as (tool, reading)."""

    id: str
    name: str
    here: str
    over: str
    others: tuple[tuple[str, str], ...]


def register(app: Flask) -> None:
    app.add_url_rule("/glossary", "glossary", glossary)


def glossary() -> str:
    lessons = get_course().lessons
    return render_template("glossary.html", metrics=metrics(), terms=terms(lessons), symbols=symbols(lessons))


@lru_cache(maxsize=1)
def metrics() -> tuple[Metric, ...]:
    """The definitions in the order of the file."""
    found = json.loads((content_dir() / "metrics.json").read_text(encoding="utf-8"))
    return tuple(
        Metric(each["id"], each["name"], each["here"], each["over"], tuple((a, b) for a, b in each["others"]))
        for each in found
    )
