"""A lab's own cases: settings, the facts they must give, and where each expectation comes from.
It refuses to know formulas; labs/vectors.py checks those."""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from labs.address import query
from labs.lab import Lab, Scalar
from labs.reading import parse
from labs.vectors import UnreadableVectors, matches


@dataclass(frozen=True)
class LabCase:
    """One expected fact of one case; `address` are the settings as a query."""

    id: str
    address: str
    fact: str
    expected: Any
    computed: Scalar
    tolerance: Mapping[str, Decimal | int]
    source: str
    passed: bool


def lab_folder(lab: Lab) -> Path:
    """The folder that holds the lab's code, vectors and data."""
    return Path(str(sys.modules[lab.run.__module__].__file__)).parent


def check_lab(lab: Lab) -> tuple[LabCase, ...]:
    """Every fact of every case of the lab, computed again."""
    return check_cases(lab, lab_folder(lab) / lab.vectors)


def facts_checked(lab: Lab) -> frozenset[str]:
    """Names of the facts that the lab's own cases expect; nothing is computed."""
    entries = json.loads((lab_folder(lab) / lab.vectors).read_text(encoding="utf-8"))["entries"]
    return frozenset(name for entry in entries for name in entry["expected"])


def check_cases(lab: Lab, path: Path) -> tuple[LabCase, ...]:
    """Every fact of every case in a file of the form of a lab's own. Raises UnreadableVectors."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)["entries"]
        return tuple(case for entry in entries for case in _cases(lab, entry))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        form = '{"lab": slug, "entries": [{id, params, expected: {fact: value}, tolerance, source}]}'
        raise UnreadableVectors(f"{path}: {type(problem).__name__}: {problem}. The form is {form}.") from problem


def lab_named_in(path: Path) -> str | None:
    """The slug that a file of cases is for, or None when it is none of a lab's."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except (OSError, ValueError, RecursionError):
        return None
    slug = data.get("lab") if isinstance(data, dict) else None
    return slug if isinstance(slug, str) else None


def _cases(lab: Lab, entry: Mapping[str, Any]) -> list[LabCase]:
    params = parse(lab.params, [(name, str(value)) for name, value in entry["params"].items()])
    result = lab.run(params)
    return [
        LabCase(
            id=entry["id"],
            address=query(params),
            fact=name,
            expected=expected,
            computed=result.facts[name].value,
            tolerance=entry["tolerance"],
            source=entry["source"],
            passed=matches(expected, result.facts[name].value, entry["tolerance"]),
        )
        for name, expected in entry["expected"].items()
    ]


def lab_sources(lab: Lab) -> tuple[tuple[str, str], ...]:
    """The files of the lab's own code, as they run: (name, text)."""
    return tuple((path.name, path.read_text(encoding="utf-8")) for path in sorted(lab_folder(lab).glob("*.py")))
