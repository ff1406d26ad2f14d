"""The forms in which a result leaves the house: JSON by contract, digest, and CSV that no spreadsheet runs."""

import csv
import io
import json
import math
import subprocess
import sys
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.export import digest, result_form, table_csv
from labs.lab import Column, Fact, Figure, Lab, Line, Result, Table
from labs.params import Params, param
from labs.units import significant


class Asked(Params):
    """Two parameters, one of them exact."""

    size: Decimal = param(Decimal("0.34"), label="Size", help="h", ge=0, le=9)
    names: tuple[str, ...] = param(("a",), label="Names", help="h", choices={"a": "A", "b": "B"})


COLUMNS = (
    Column("item", "Item", type="text"),
    Column("size_gb", "Size", "GB"),
    Column("interpretation", "Words", type="text"),
)
TABLE = Table("ledger", "What is there", COLUMNS, (("one", 1.5, "small"), ("two", None, "undefined: nothing there")))
FACTS = {
    "total_gb": Fact(1.23456789, "GB", "Total", places=2),
    "time_s": Fact(0.5, "s", "Time", "measured"),
    "fits": Fact(True, "", "Fits"),
}
FIGURE = Figure("bar", "bar", "ledger", "item", ("size_gb",), "It is so, because.", "Item", "Size, GB",
    lines=(Line("total_gb", "total"),))  # fmt: skip
RESULT = Result("It fits", "it is small", FACTS, (TABLE,), (FIGURE,), ("A note.",))


def run(params: Asked) -> Result:
    return RESULT


LAB = Lab("sample", "Sample", "What?", Asked, run, version=7, controls=("size",), lead="total_gb")
PARAMS = Asked()


def test_the_json_form_is_that_of_the_contract() -> None:
    form = result_form(LAB, PARAMS, RESULT)
    assert list(form) == [
        "slug", "version", "params", "summary", "facts", "tables", "figures", "notes", "digest",
    ]  # fmt: skip
    assert form["slug"] == "sample"
    assert form["version"] == 7
    assert form["params"] == {"size": 0.34, "names": ["a"]}
    assert form["summary"] == "It fits, because it is small."
    assert form["facts"]["total_gb"] == {"value": 1.23456789, "unit": "GB", "kind": "modelled", "digits": 6}
    (table,) = form["tables"]
    assert list(table) == ["name", "caption", "columns", "rows"]
    assert table["columns"][1] == {"name": "size_gb", "label": "Size", "unit": "GB", "type": "decimal", "digits": 6}
    assert table["rows"] == [["one", 1.5, "small"], ["two", None, "undefined: nothing there"]]
    (figure,) = form["figures"]
    assert list(figure) == [
        "name", "kind", "table", "x", "y", "interval", "lines", "x_title", "y_title", "scale", "summary",
    ]  # fmt: skip
    assert figure["lines"] == [{"axis": "y", "fact": "total_gb", "value": 1.23456789, "label": "total"}]
    assert form["notes"] == ["A note."]
    assert json.loads(json.dumps(form, allow_nan=False)) == form


def with_facts(**changed: Fact) -> Result:
    return replace(RESULT, facts=FACTS | changed)


def same_digest(other: Result) -> bool:
    return digest(LAB, PARAMS, other) == digest(LAB, PARAMS, RESULT)


def test_a_digest_ignores_measured_facts_words_figures_and_far_digits() -> None:
    words = replace(TABLE, rows=(("one", 1.5, "tiny"), ("two", None, "none")))
    assert digest(LAB, PARAMS, RESULT).startswith("sha256:")
    assert same_digest(with_facts(time_s=Fact(0.75, "s", "Time", "measured")))
    assert same_digest(replace(RESULT, tables=(words,), figures=(), says="Otherwise", notes=()))
    assert same_digest(with_facts(total_gb=Fact(1.234567891, "GB", "Total")))
    assert same_digest(with_facts(fits=Fact(True, "x", "Other label")))


def test_a_digest_sees_facts_rows_and_parameters() -> None:
    assert not same_digest(with_facts(total_gb=Fact(1.24, "GB", "Total")))
    assert not same_digest(with_facts(fits=Fact(False, "", "Fits")))
    assert not same_digest(replace(RESULT, tables=(replace(TABLE, rows=TABLE.rows[:1]),)))
    assert digest(LAB, Asked(size=Decimal("0.35")), RESULT) != digest(LAB, PARAMS, RESULT)


def test_minus_zero_has_the_digest_of_zero() -> None:
    plus, minus = (with_facts(total_gb=Fact(value, "GB", "Total")) for value in (0.0, -0.0))
    assert digest(LAB, PARAMS, plus) == digest(LAB, PARAMS, minus)


def test_equal_parameters_have_one_digest_however_they_are_written() -> None:
    assert digest(LAB, Asked(size=Decimal("0.340")), RESULT) == digest(LAB, PARAMS, RESULT)


def test_a_digest_is_equal_in_a_second_process() -> None:
    script = (
        "from labs import get_lab, parse, result_form\n"
        "lab = get_lab('gpu-memory-ledger')\n"
        "for pairs in ([], [('mode', 'serving'), ('reserve_percent', '7.5')]):\n"
        "    params = parse(lab, pairs)\n"
        "    print(result_form(lab, params, lab.run(params))['digest'])\n"
    )
    runs = [subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True) for _ in "ab"]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.count("sha256:") == 2


def cells(table: Table) -> list[list[str]]:
    return list(csv.reader(io.StringIO(table_csv(table), newline="")))


def test_csv_has_names_with_units_and_full_precision() -> None:
    table = Table("t", "c", COLUMNS[:2], (("a", 0.1 + 0.2), ("b", -3.0), ("c", None)))
    assert table_csv(table) == "item,size_gb [GB]\r\na,0.30000000000000004\r\nb,-3.0\r\nc,\r\n"


def test_csv_writes_yes_and_no() -> None:
    table = Table("t", "c", (Column("fits", "Fits", type="yesno"),), ((True,), (False,)))
    assert cells(table) == [["fits"], ["yes"], ["no"]]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", '=HYPERLINK("x")'])
def test_csv_text_that_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    assert cells(Table("t", "c", COLUMNS[:1], ((text,),)))[1] == ["'" + text]


# Texts that begin with an apostrophe themselves read the same as those that were given one.
@given(rows=st.lists(st.tuples(st.text().filter(lambda text: text[:1] != "'"), st.floats(allow_nan=False,
       allow_infinity=False)), max_size=5))  # fmt: skip
def test_csv_gives_back_every_text_and_number(rows: list[tuple[str, float]]) -> None:
    found = cells(Table("t", "c", COLUMNS[:2], tuple(rows)))[1:]
    assert [text.removeprefix("'") if text[:1] == "'" and text[1:2] in tuple("=+-@\t\r") else text
            for text, _ in found] == [text for text, _ in rows]  # fmt: skip
    assert [float(number) for _, number in found] == [number for _, number in rows]


@given(value=st.floats(allow_nan=False, allow_infinity=False), digits=st.integers(1, 15))
def test_significant_digits_are_stable_and_never_minus_zero(value: float, digits: int) -> None:
    once = significant(value, digits)
    assert significant(once, digits) == once
    assert once != 0 or math.copysign(1, once) == 1
    assert value == 0 or math.isclose(once, value, rel_tol=10.0 ** (1 - digits), abs_tol=5e-324)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_table_refuses_what_is_not_finite(bad: Any) -> None:
    with pytest.raises(ValueError, match="not finite"):
        Table("t", "c", COLUMNS[:2], (("a", bad),))


def test_a_table_refuses_rows_of_another_width() -> None:
    with pytest.raises(ValueError, match="every row needs 2 cells"):
        Table("t", "c", COLUMNS[:2], (("a",),))


def test_a_measured_column_is_left_out_of_the_digest_and_every_other_is_in_it() -> None:
    columns = (*COLUMNS[:2], Column("ms", "Time", "ms", measured=True))
    made = [
        replace(RESULT, tables=(Table("t", "c", columns, (("one", size, ms),)),))
        for size, ms in ((1.5, 2.0), (1.5, 3.0), (1.6, 2.0))
    ]
    one, other_time, other_size = (digest(LAB, PARAMS, each) for each in made)
    assert one == other_time
    assert one != other_size
