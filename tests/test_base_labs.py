"""What holds for every lab, now and later: whatever has a LAB is visited, with its defaults, presets and choices.

It names no lab and no setting.
"""

import math
import time
from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import parse_qsl

import pytest

from labs import (
    BadParams,
    Fact,
    Lab,
    Params,
    Result,
    Spec,
    Table,
    UnknownLab,
    all_labs,
    as_text,
    check_lab,
    describe,
    get_lab,
    parse,
    query,
    result_form,
)
from labs.lab import MAX_POINTS, WORDS_ROWS

LABS = list(all_labs().values())
SETTINGS = [pytest.param(lab, spec, id=f"{lab.slug}-{spec.name}") for lab in LABS for spec in describe(lab)]
GOAL_MS = 2.0
NUMBERS = ("whole", "decimal", "real")


def switched(lab: Lab, spec: Spec) -> dict[str, str]:
    """The value of the switch at which the setting is asked for."""
    return {each.name: spec.when for each in describe(lab) if each.switch and spec.when}


def settings_of(lab: Lab) -> Iterator[tuple[str, dict[str, str]]]:
    """Defaults, every preset, every choice, both answers and both bounds of every setting; lists as they are."""
    yield "defaults", {}
    yield from ((f"preset {name}", dict(values)) for name, values in lab.presets.items())
    for spec in describe(lab):
        values = [*spec.choices] if spec.kind in ("choice", "choices") else ["yes", "no"]
        if spec.kind == "file":
            values = [""]
        if spec.kind == "words":
            values = ["The king", "~"]
        if spec.kind in NUMBERS:
            low, high = spec.low, spec.high
            values = [as_text(int(each) if spec.kind == "whole" else each) for each in (low, high)]
        if spec.items:
            values = [as_text(spec.default)]
        yield from ((f"{spec.name}={each}", switched(lab, spec) | {**lab.quick, spec.name: each}) for each in values)


RUNS = [pytest.param(lab, values, id=f"{lab.slug} {name}") for lab in LABS for name, values in settings_of(lab)]


def run(lab: Lab, values: dict[str, str]) -> tuple[Params, Result]:
    params = parse(lab, (beside_others(lab, values) or values).items())
    return params, lab.run(params)


def beside_others(lab: Lab, values: dict[str, str], most: int = 2) -> dict[str, str] | None:
    """The values, with up to `most` other settings moved where the lab refuses them alone; None when none helps."""
    try:
        parse(lab, values.items())
    except BadParams:
        others = [dict([pair]) for pair in moves(lab) if pair[0] not in values] if most else []
        return next((found for each in others if (found := beside_others(lab, values | each, most - 1))), None)
    return values


def moves(lab: Lab) -> list[tuple[str, str]]:
    """Every choice, then both bounds of every number, as (setting, text)."""
    choices = [(spec.name, each) for spec in describe(lab) if spec.kind == "choice" for each in spec.choices]
    whole = [spec for spec in describe(lab) if spec.kind == "whole"]
    return choices + [(spec.name, as_text(int(each))) for spec in whole for each in (spec.low, spec.high)]


@pytest.mark.parametrize(("lab", "values"), RUNS)
def test_every_choice_runs_and_is_sound(lab: Lab, values: dict[str, str]) -> None:
    try:
        params, made = run(lab, values)
    except BadParams as refused:
        check_refusal(lab, values, refused)
        return
    assert parse(lab, parse_qsl(query(params), keep_blank_values=True)) == params
    check_words(made)
    check_facts(lab, made)
    check_tables(made)
    check_figures(made)
    form = result_form(lab, params, made)
    assert result_form(lab, params, lab.run(params)) == form
    assert form["digest"].startswith("sha256:")


def check_refusal(lab: Lab, values: dict[str, str], refused: BadParams) -> None:
    """Only a choice that needs another one, or work that a slow lab counts before it begins, may be refused."""
    assert values not in ({}, *lab.presets.values())
    assert lab.uploads or lab.seconds > 0.1 or lab.live
    for error in refused.errors:
        assert error.name in {spec.name for spec in describe(lab)}
        assert error.message.endswith(".")


def check_words(made: Result) -> None:
    assert made.says
    assert made.because
    assert not made.summary.endswith("..")
    assert all(word not in made.summary for word in ("None", "nan", "Decimal", "  "))
    assert all(note.endswith(".") and "None" not in note for note in made.notes)


def check_facts(lab: Lab, made: Result) -> None:
    assert lab.lead in made.facts
    for name, fact in made.facts.items():
        assert isinstance(fact, Fact)
        assert name.isidentifier()
        assert fact.label
        assert not isinstance(fact.value, float) or math.isfinite(fact.value)


def check_tables(made: Result) -> None:
    assert len({table.name for table in made.tables}) == len(made.tables)
    for before, table in pairwise((None, *made.tables)):
        names = [column.name for column in table.columns] if table else []
        assert table is not None
        assert table.caption
        assert table.rows
        assert len(set(names)) == len(names)
        assert len(set(table.values(names[0]))) == len(table.rows)
        assert table.now is None or 0 <= table.now < len(table.rows)
        if len(table.rows) <= WORDS_ROWS:
            assert all(table.values("interpretation"))
        else:
            assert before is not None, f"{table.name} needs a short table with words above it"
            assert "interpretation" in [column.name for column in before.columns] or len(before.rows) > WORDS_ROWS
        check_cells(table)


def check_cells(table: Table) -> None:
    kinds: dict[str, tuple[type, ...]] = {"text": (str,), "whole": (int,), "decimal": (int, float), "yesno": (bool,)}
    for column in table.columns:
        for cell in table.values(column.name):
            assert cell is None or isinstance(cell, kinds[column.type]), f"{table.name}.{column.name}: {cell!r}"
            assert column.type == "yesno" or not isinstance(cell, bool)


def check_figures(made: Result) -> None:
    for figure in made.figures:
        table = made.table(figure.table)
        named = [
            figure.x,
            *figure.y,
            *(figure.interval or ()),
            *(each for each in (figure.group, figure.state) if each),
        ]
        assert set(named) <= {column.name for column in table.columns}
        assert len(table.rows) <= MAX_POINTS
        assert "because" in figure.summary
        assert figure.summary.endswith(".")
        assert figure.x_title or figure.y_title
        for line in figure.lines:
            assert isinstance(made.facts[line.fact].value, int | float)
            assert not isinstance(made.facts[line.fact].value, bool)
        for column, scale in [(figure.x, figure.x_scale), *((each, figure.scale) for each in figure.y)]:
            if scale == "log":
                # What has no value is left out; what is drawn must have a place.
                drawn = [cell for cell in table.values(column) if cell is not None]
                assert all(isinstance(cell, int | float) and cell > 0 for cell in drawn)


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.slug)
def test_a_labs_own_vectors_pass_and_say_where_they_come_from(lab: Lab) -> None:
    cases = check_lab(lab)
    assert len({case.id for case in cases}) >= 3
    assert [f"{case.id} {case.fact}: {case.computed}" for case in cases if not case.passed] == []
    assert all(len(case.source) > 10 for case in cases)


@pytest.mark.parametrize(("lab", "spec"), SETTINGS)
def test_a_setting_is_declared_for_a_reader(lab: Lab, spec: Spec) -> None:
    assert spec.label
    assert spec.help.endswith(".")
    assert len(spec.help) <= 140
    assert len(spec.label) <= 40
    if spec.kind in NUMBERS and spec.default is not None:
        assert isinstance(spec.default, int | float) or str(spec.default)
        assert spec.low <= type(spec.low)(str(spec.default)) <= spec.high
    if spec.kind == "choice":
        assert spec.default in spec.choices
    assert all(spec.low <= type(spec.low)(str(stop)) <= spec.high for stop in spec.stops)
    switch = next((each for each in describe(lab) if each.switch), None)
    assert not spec.when or (switch is not None and {spec.when, *spec.also} <= set(switch.choices))


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.slug)
def test_a_lab_says_what_it_answers_shows_and_leaves_out(lab: Lab) -> None:
    assert lab.question.endswith("?")
    for words in (lab.shows, lab.leaves_out):
        assert words.endswith(".")
        assert len(words.split()) >= 8
    assert lab.version >= 1
    assert set(lab.controls) <= {spec.name for spec in describe(lab)}
    assert sum(spec.switch for spec in describe(lab)) <= 1


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.slug)
def test_a_run_is_quick(lab: Lab) -> None:
    for name, values in [("defaults", {}), *((name, dict(each)) for name, each in lab.presets.items())]:
        params = parse(lab, values.items())
        lab.run(params)
        spent = []
        for _ in range(5):
            began = time.process_time()
            lab.run(params)
            spent.append((time.process_time() - began) * 1000)
        print(f"{lab.slug} {name}: {min(spent):.2f} ms of {GOAL_MS} ms")
        assert min(spent) <= lab.seconds * 1000


def test_an_unknown_lab_is_answered_with_the_nearest() -> None:
    slug = LABS[0].slug
    with pytest.raises(UnknownLab, match=f"Did you mean {slug}"):
        get_lab(slug[:-1])
    with pytest.raises(UnknownLab, match="There is no lab"):
        get_lab("\x00" * 5000)
