"""The memory ledger at the ends of its settings: whatever is accepted gives a result that does not contradict itself.

It refuses to judge the amounts; those are tested beside hand sums and oracles.
"""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from labs import BadParams, Result, Spec, as_text, describe, get_lab, number, parse

LAB = get_lab("gpu-memory-ledger")
SPECS = {spec.name: spec for spec in describe(LAB)}
TINY = Decimal("0.000000000001")


def extremes(spec: Spec) -> st.SearchStrategy[str]:
    """Least, most, their neighbours, the default, and anything between, as text."""
    if spec.kind == "yesno":
        return st.sampled_from(("yes", "no"))
    if spec.kind == "choice":
        return st.sampled_from(tuple(spec.choices))
    if spec.kind == "choices":
        return st.lists(st.sampled_from(tuple(spec.choices)), unique=True).map(",".join)
    step = Decimal(1) if spec.kind == "whole" else TINY
    ends = [spec.low, spec.low + step, spec.high - step, spec.high]
    if spec.kind == "whole":
        between = st.integers(int(spec.low), int(spec.high)).map(str)
    else:
        places = st.integers(0, 12)
        between = places.flatmap(lambda each: st.decimals(spec.low, spec.high, places=each)).map(as_text)
    return st.sampled_from([f"{each:f}" for each in ends] + [as_text(spec.default)]) | between


SETTINGS = st.fixed_dictionaries(
    {"mode": st.sampled_from(("training-simple", "serving"))},
    optional={name: extremes(spec) for name, spec in SPECS.items() if name != "mode"},
)


def asked(values: dict[str, str]) -> dict[str, str]:
    """The settings, with the model their own where a shape is given, and as many KV heads as query heads."""
    given_values = {name: text for name, text in values.items() if text or name == "config_unused"}
    shape = {name for name, spec in SPECS.items() if spec.group == SPECS["layers"].group}
    if given_values["mode"] == "serving" and shape & set(given_values):
        given_values["model"] = "own"
    if "kv_heads" in given_values:
        given_values["heads"] = given_values["kv_heads"]
    elif int(given_values.get("heads", "32")) % 8:
        given_values["kv_heads"] = "1"
    return given_values


@settings(max_examples=300, deadline=None)
@given(values=SETTINGS)
def test_whatever_is_accepted_gives_a_result(values: dict[str, str]) -> None:
    try:
        params = parse(LAB, asked(values).items())
    except BadParams:
        assume(False)
        raise
    made = LAB.run(params)
    assert made.facts["total_gb"].value is not None
    check_no_row_contradicts_itself(made)


def check_no_row_contradicts_itself(made: Result) -> None:
    """A headroom that is not zero never reads as zero, in tables and in facts."""
    columns = [(table, column) for table in made.tables for column in table.columns if column.name == "headroom_gb"]
    for table, column in columns:
        for value in table.values(column.name):
            assert (
                not isinstance(value, float) or value == 0 or abs(value) < TINY or reads_as_more(value, column.places)
            )
    room: Any = made.facts["headroom_gb"].value
    assert room == 0 or abs(room) < TINY or reads_as_more(room, made.facts["headroom_gb"].places)


def reads_as_more(value: float, places: int | None) -> bool:
    return float(number(value, places).replace(",", "")) != 0


@pytest.mark.parametrize("adds", ["0.00000001", "0.000000000001"])
def test_more_than_a_thousand_million_tiny_samples_are_counted(adds: str) -> None:
    made = LAB.run(parse(LAB, [("per_sample_gb", adds)]))
    most = int(Decimal("18.4") / Decimal(adds))
    assert made.facts["max_microbatch"].value == most
    assert made.facts["first_over"].value == most + 1
    assert f"{most:,} is the largest that fits" in made.says
