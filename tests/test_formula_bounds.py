"""Every formula refuses, by name and in a sentence, an argument that makes no sense."""

import inspect
import math
from typing import Any

import pytest

from labs.formula_table import formulas
from labs.vectors import Vector, own_vector_files, read_vectors

VECTORS = [vector for path in own_vector_files() for vector in read_vectors(path)]
NONSENSE = [-1, math.nan, math.inf, -math.inf, "many", None, 10**400]


def first_cases() -> list[Vector]:
    """One vector a formula, the first that the files hold."""
    cases: dict[str, Vector] = {}
    for vector in VECTORS:
        if vector.formula in formulas():
            cases.setdefault(vector.formula, vector)
    return list(cases.values())


def numbers_of(vector: Vector) -> list[str]:
    declared = inspect.signature(formulas()[vector.formula]).parameters
    texts = (str, list, bool, type(None))
    return [name for name in declared if name in vector.inputs and not isinstance(vector.inputs[name], texts)]


CASES = [(vector, name) for vector in first_cases() for name in numbers_of(vector)]


@pytest.mark.parametrize(("vector", "name"), CASES, ids=[f"{vector.formula}-{name}" for vector, name in CASES])
def test_a_number_without_sense_is_refused_by_name(vector: Vector, name: str) -> None:
    function = formulas()[vector.formula]
    declared = inspect.signature(function).parameters
    inputs: dict[str, Any] = {key: value for key, value in vector.inputs.items() if key in declared}
    for value in NONSENSE:
        with pytest.raises(ValueError, match=rf"^{name} .*\.$"):
            function(**{**inputs, name: value})


LISTS = [
    (vector, name)
    for vector in first_cases()
    for name, value in vector.inputs.items()
    if isinstance(value, list) and name in inspect.signature(formulas()[vector.formula]).parameters
]


@pytest.mark.parametrize(("vector", "name"), LISTS, ids=[f"{vector.formula}-{name}" for vector, name in LISTS])
@pytest.mark.parametrize(
    "value",
    [None, 3, "12", [math.nan], [None], [10**400], {"a": 1}],
    ids=["null", "number", "text", "nan", "nothing", "huge", "object"],
)
def test_a_list_without_sense_is_refused_by_name(vector: Vector, name: str, value: Any) -> None:
    function = formulas()[vector.formula]
    declared = inspect.signature(function).parameters
    inputs: dict[str, Any] = {key: value for key, value in vector.inputs.items() if key in declared}
    with pytest.raises(ValueError, match=rf"^{name}\b.*\.$"):
        function(**{**inputs, name: value})


@pytest.mark.parametrize("vector", first_cases(), ids=lambda vector: vector.formula)
def test_a_formula_leaves_its_arguments_as_they_were(vector: Vector) -> None:
    function = formulas()[vector.formula]
    declared = inspect.signature(function).parameters
    inputs = {key: value for key, value in vector.inputs.items() if key in declared}
    before = repr(inputs)
    assert function(**inputs) == function(**inputs)
    assert repr(inputs) == before
