"""Every computable entry of labs/batching.json against the public function of its name.
It refuses to know what a formula means."""

import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from labs import batching, queueing

ENTRIES = json.loads((Path(batching.__file__).parent / "batching.json").read_text())["entries"]
COMPUTABLE = [entry for entry in ENTRIES if entry["formula"] != "published_fact"]


def function(name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(batching, name, None) or getattr(queueing, name)
    return found


def compare(found: Any, expected: Any, tolerance: dict[str, float]) -> None:
    if isinstance(expected, dict):
        for key, value in expected.items():
            compare(found[key], value, tolerance)
    elif isinstance(expected, list):
        assert len(found) == len(expected)
        for each, value in zip(found, expected, strict=True):
            compare(each, value, tolerance)
    elif isinstance(expected, int | float):
        room = tolerance.get("abs", 0) + tolerance.get("rel", 0) * abs(expected)
        assert abs(found - expected) <= room, (found, expected)
    else:
        assert found == expected


@pytest.mark.parametrize("entry", COMPUTABLE, ids=[entry["id"] for entry in COMPUTABLE])
def test_the_vector_holds(entry: dict[str, Any]) -> None:
    call = function(entry["formula"])
    declared = inspect.signature(call).parameters
    found = call(**{name: value for name, value in entry["inputs"].items() if name in declared})
    if isinstance(entry["expected"], dict) and entry["formula"].startswith("trace_"):
        assert set(entry["expected"]) <= set(found)
    compare(found, entry["expected"], entry["tolerance"])


def test_the_file_names_no_formula_without_a_function() -> None:
    assert all(callable(function(entry["formula"])) for entry in COMPUTABLE)
    assert len(COMPUTABLE) > 60
