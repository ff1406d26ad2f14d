"""The reference: every case that a formula or a lab is checked with, computed again and shown beside its source.
It refuses to know what a formula means."""

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any

from flask import Flask, abort, render_template, request

from app.web.cells import Cell
from labs import FileReport, Outcome, all_labs, check_lab, check_own_vectors, formulas, lab_sources, source_of


@dataclass(frozen=True)
class Case:
    """One checked case in words; `status` is passed, failed or not computable."""

    id: str
    inputs: str
    expected: Cell
    computed: Cell
    tolerance: str
    source: str
    status: str
    note: str


@dataclass(frozen=True)
class Section:
    """The cases of one formula (or one lab), with what the code says of itself."""

    name: str
    about: str
    sources: tuple[tuple[str, str], ...]
    cases: tuple[Case, ...]


def register(app: Flask) -> None:
    app.add_url_rule("/reference", "reference", reference)


def reference() -> str:
    topic = request.args.get("topic")
    if topic is None:
        return render_template("reference.html", topics=topics(), labs=all_labs().values(), total=total())
    if topic in all_labs():
        return render_template("topic.html", topic=topic, title=all_labs()[topic].title, sections=lab_sections(topic))
    if topic not in _reports():
        abort(404, f"The reference has no such topic. It has {', '.join((*_reports(), *all_labs()))}.")
    title = topic.replace("_", " ").capitalize().replace("Kv ", "KV ")
    return render_template("topic.html", topic=topic, title=title, sections=sections(topic))


@lru_cache(maxsize=1)
def _reports() -> Mapping[str, FileReport]:
    return {report.topic: report for report in check_own_vectors()}


def topics() -> list[tuple[str, FileReport]]:
    """Every topic with how its cases went."""
    return list(_reports().items())


def total() -> int:
    """How many cases are computed again and pass."""
    return sum(len(report.passed) for report in _reports().values())


@lru_cache(maxsize=32)
def sections(topic: str) -> tuple[Section, ...]:
    """The topic's cases by formula, in the order of the file."""
    outcomes = sorted(_reports()[topic].outcomes, key=lambda outcome: outcome.vector.formula)
    by_formula = groupby(outcomes, key=lambda outcome: outcome.vector.formula)
    found = {name: tuple(_case(outcome) for outcome in members) for name, members in by_formula}
    return tuple(_section(name, cases) for name, cases in found.items())


def _section(name: str, cases: tuple[Case, ...]) -> Section:
    function: Callable[..., Any] | None = formulas().get(name)
    if function is None:
        return Section(name, "Printed figures; there is nothing to compute.", (), cases)
    return Section(name, inspect.getdoc(function) or "", ((name, source_of(name)),), cases)


@lru_cache(maxsize=32)
def lab_sections(slug: str) -> tuple[Section, ...]:
    """The lab's own cases, and the code that computes them."""
    lab = all_labs()[slug]
    cases = tuple(
        Case(
            id=f"{case.id}: {case.fact}",
            inputs=case.address.replace("&", ", ") or "the defaults",
            expected=value_cell(case.expected),
            computed=value_cell(case.computed),
            tolerance=closeness(case.tolerance),
            source=case.source,
            status="passed" if case.passed else "failed",
            note="",
        )
        for case in check_lab(lab)
    )
    return (Section(slug, lab.question, lab_sources(lab), cases),)


def _case(outcome: Outcome) -> Case:
    vector = outcome.vector
    computable = outcome.status != "not computable"
    return Case(
        id=vector.id,
        inputs=", ".join(f"{name} {words(value)}" for name, value in vector.inputs.items()),
        expected=value_cell(vector.expected),
        computed=value_cell(outcome.computed) if computable else Cell("", "", False),
        tolerance=closeness(vector.tolerance),
        source=vector.source,
        status=outcome.status,
        note=vector.note,
    )


def value_cell(value: Any) -> Cell:
    """A value of a case as a cell, numbers in full."""
    is_number = isinstance(value, int | float | Decimal | Fraction) and not isinstance(value, bool)
    return Cell(words(value), words(value) if is_number else "", is_number)


def closeness(tolerance: Mapping[str, Any]) -> str:
    """How near the computed value must be, in words."""
    if "rel" in tolerance:
        return f"within {words(tolerance['rel'])} of its size"
    return f"within {words(tolerance['abs'])}" if tolerance["abs"] else "exact"


def words(value: Any) -> str:
    """A value of a case as text, numbers in full."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {words(each)}" for name, each in value.items())
    if isinstance(value, Decimal | Fraction):
        return str(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(words(each) for each in value) + "]"
    return json.dumps(value, default=str)
