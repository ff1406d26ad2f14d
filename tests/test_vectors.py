"""The vector checker: the project's own files pass, and everything that is wrong in a file or a formula is told."""

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from labs import vectors
from labs.formula_table import UnknownFormula, formulas, source_of, topic_of
from labs.vector_report import report_lines
from labs.vectors import UnreadableVectors, check_own_vectors, check_vectors, matches, own_vector_files, read_vectors

VECTORS = [vector for path in own_vector_files() for vector in read_vectors(path)]
GOOD = {
    "id": "case.one",
    "formula": "swa_attention_span",
    "inputs": {"layers": 2, "window": 3, "model": "told, not used"},
    "expected": 6,
    "tolerance": {"abs": 0},
}


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    def write(**changes: Any) -> Path:
        path = tmp_path / "cases.json"
        path.write_text(json.dumps({"topic": "made", "entries": [{**GOOD, **changes}]}), encoding="utf-8")
        return path

    return write


@pytest.fixture
def returned(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Any], None]]:
    def returned(value: Any) -> None:
        def swa_attention_span() -> Any:
            return value

        monkeypatch.setattr(vectors, "formulas", lambda: MappingProxyType({"swa_attention_span": swa_attention_span}))

    yield returned


@pytest.mark.parametrize("path", own_vector_files(), ids=lambda path: path.stem)
def test_every_own_vector_passes_or_is_a_published_fact(path: Path) -> None:
    report = check_vectors(path)
    assert report_lines(report)[1:] == ()
    assert report.passed
    assert {outcome.vector.formula for outcome in report.not_computable} <= {"published_fact"}
    assert report.topic == path.stem


def nudged(value: Any) -> list[Any]:
    """Copies of an expected value, each with one number moved or one flag, word or null changed."""
    if isinstance(value, dict):
        return [{**value, key: other} for key, inner in value.items() for other in nudged(inner)]
    if isinstance(value, list):
        return [[*value[:i], other, *value[i + 1 :]] for i, inner in enumerate(value) for other in nudged(inner)]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, str):
        return [value + "x"]
    return [0] if value is None else [type(value)(float(value) * 1.25) + 2]


def test_every_single_value_of_every_own_vector_is_compared() -> None:
    for report in check_own_vectors():
        for outcome in report.passed:
            for other in nudged(outcome.vector.expected):
                assert not matches(other, outcome.computed, outcome.vector.tolerance), outcome.vector.id


def test_every_formula_of_the_table_has_a_vector() -> None:
    assert set(formulas()) <= {vector.formula for vector in VECTORS}


def test_ids_are_unique_over_all_own_files() -> None:
    ids = [vector.id for vector in VECTORS]
    assert len(ids) == len(set(ids))


def test_every_formula_declares_only_names_that_its_vectors_use() -> None:
    used: dict[str, set[str]] = {}
    for vector in VECTORS:
        used.setdefault(vector.formula, set()).update(vector.inputs)
    optional = {
        "params_non_embedding": {"learned_positions", "norm_bias", "qk_norm", "norms_per_layer", "lm_head_bias"}
    }
    for name, function in formulas().items():
        declared = set(function.__annotations__) - {"return"}
        assert declared <= used[name] | optional.get(name, set()), name


def test_a_good_case_passes_and_unused_inputs_are_ignored(write: Callable[..., Path]) -> None:
    report = check_vectors(write())
    assert [outcome.computed for outcome in report.passed] == [6]
    assert report_lines(report) == (f"{report.path}: 1 passed, 0 failed, 0 not computable",)


def test_a_wrong_expected_value_fails_with_both_values(write: Callable[..., Path]) -> None:
    first, line = report_lines(check_vectors(write(expected=7)))
    assert first.endswith("cases.json: 0 passed, 1 failed, 0 not computable")
    assert "case.one swa_attention_span: expected 7, computed 6" in line
    assert '{"abs": 0}' in line


@pytest.mark.parametrize("formula", ["published_fact", "no_such_formula"])
def test_facts_and_unknown_formulas_are_not_computable(write: Callable[..., Path], formula: str) -> None:
    report = check_vectors(write(formula=formula))
    assert (len(report.passed), len(report.failed), len(report.not_computable)) == (0, 0, 1)
    assert report.not_computable[0].reason


def test_an_input_that_the_formula_needs_is_named_when_absent(write: Callable[..., Path]) -> None:
    (outcome,) = check_vectors(write(inputs={"layers": 2})).failed
    assert "window" in outcome.reason


def test_a_formula_that_raises_fails_with_its_message(write: Callable[..., Path]) -> None:
    (outcome,) = check_vectors(write(inputs={"layers": 0, "window": 3})).failed
    assert "layers is 0" in outcome.reason


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, True, "6", None, [6], {"value": 6}])
def test_what_is_not_a_finite_number_never_passes_as_one(
    write: Callable[..., Path], returned: Callable[[Any], None], value: Any
) -> None:
    returned(value)
    for tolerance in ({"abs": 1e300}, {"rel": 1e300}):
        assert len(check_vectors(write(tolerance=tolerance)).failed) == 1


def test_nan_inside_an_object_or_a_list_never_passes(
    write: Callable[..., Path], returned: Callable[[Any], None]
) -> None:
    returned({"a": [1.0, math.nan]})
    assert len(check_vectors(write(expected={"a": [1, 2]}, tolerance={"rel": 1e300})).failed) == 1


def test_an_expected_key_that_is_absent_fails(write: Callable[..., Path], returned: Callable[[Any], None]) -> None:
    returned({"a": 1})
    assert len(check_vectors(write(expected={"b": 1})).failed) == 1
    assert len(check_vectors(write(expected={"a": 1})).passed) == 1


def test_zero_tolerance_is_exact_even_beyond_the_precision_of_a_double() -> None:
    assert matches(2**60, 2**60, {"abs": 0})
    assert not matches(2**60, 2**60 + 1, {"abs": 0})
    assert not matches(1.0, math.nextafter(1.0, 2), {"abs": 0})


def test_an_absolute_tolerance_includes_its_edge() -> None:
    assert matches(10, 11, {"abs": 1})
    assert not matches(10, 11.0000001, {"abs": 1})


def test_a_relative_tolerance_scales_with_what_is_expected() -> None:
    assert matches(1000, 1001, {"rel": 0.001})
    assert matches(-1000, -1001, {"rel": 0.001})
    assert not matches(1000, 1001.1, {"rel": 0.001})
    assert not matches(0, 1e-300, {"rel": 0.001})


@pytest.mark.parametrize(
    ("expected", "computed"), [(True, 1), (1, True), (False, None), (None, 0), ("a", "b"), ([1, 2], [1]), ([1], [1, 2])]
)
def test_flags_words_nulls_and_lengths_are_compared_exactly(expected: Any, computed: Any) -> None:
    assert not matches(expected, computed, {"abs": 10})
    assert matches(expected, expected, {"abs": 0})


def test_ledger_numbers_stay_decimal_and_others_become_floats(write: Callable[..., Path]) -> None:
    (kept,) = read_vectors(write(formula="ledger_any", inputs={"a": 0.1}))
    (turned,) = read_vectors(write(formula="other", inputs={"a": [{"b": 0.1}]}))
    assert str(kept.inputs["a"]) == "0.1"
    assert turned.inputs["a"][0]["b"] == 0.1 and isinstance(turned.inputs["a"][0]["b"], float)


@pytest.mark.parametrize("tolerance", [{}, {"abs": -1}, {"abs": 1, "rel": 1}, {"near": 1}, 0.1, None, {"abs": True}])
def test_a_tolerance_of_another_form_makes_the_file_unreadable(write: Callable[..., Path], tolerance: Any) -> None:
    with pytest.raises(UnreadableVectors, match=r"cases\.json: entry 1 \(case\.one\): tolerance is"):
        check_vectors(write(tolerance=tolerance))


@pytest.mark.parametrize("key", ["id", "formula", "inputs", "expected", "tolerance"])
def test_a_missing_field_is_named(write: Callable[..., Path], key: str, tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    entry = {name: value for name, value in GOOD.items() if name != key}
    path.write_text(json.dumps({"topic": "made", "entries": [entry]}), encoding="utf-8")
    with pytest.raises(UnreadableVectors, match=f"lacks {key}"):
        check_vectors(path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"entries": {}}',
        '{"topic": "x"}',
        '{"topic": 3, "entries": []}',
        '{"entries": [3]}',
        '{"entries": [{"x": NaN}]}',
        '{"entries": [1.0e999999999]}',
        "[" * 100_000,
        "\xff",
    ],
)
def test_broken_files_are_unreadable_and_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(UnreadableVectors, match=r"broken\.json: \S"):
        check_vectors(path)


def test_a_file_that_is_not_there_is_unreadable_and_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableVectors, match=r"gone\.json: can't be read"):
        check_vectors(tmp_path / "gone.json")


def test_the_source_shown_is_the_function_that_runs() -> None:
    for name in formulas():
        assert source_of(name).startswith(f"def {name}(")


@pytest.mark.parametrize("name", sorted(formulas()))
def test_a_formula_has_cases_in_the_file_of_its_topic(name: str) -> None:
    assert name in {vector.formula for vector in VECTORS if vector.topic == topic_of(name)}


def test_an_unknown_formula_names_the_nearest() -> None:
    with pytest.raises(UnknownFormula, match="kv_bytes_total"):
        source_of("kv_bytes_totl")
    with pytest.raises(UnknownFormula):
        topic_of("kv_bytes_totl")
