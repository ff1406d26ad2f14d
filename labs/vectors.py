"""Reference vectors: reading a file, computing each case with the formula of its name, and saying how it went.
It refuses to know what a formula means and how a lab's own cases are run.
"""

import inspect
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Literal, NoReturn

from labs.formula_table import Formula, formulas

Status = Literal["passed", "failed", "not computable"]

# A double reaches 1.8e308; a larger exponent in a file is a mistake and would also cost memory as an exact number.
LARGEST_EXPONENT = 307


class UnreadableVectors(ValueError):
    """A vector file is missing, is not JSON or has another shape; the message names the file and what is wrong."""


@dataclass(frozen=True)
class Vector:
    """One case. Numbers are Decimal where the formula's name begins with `ledger`, else float; tolerance is exact."""

    id: str
    formula: str
    inputs: Mapping[str, Any]
    expected: Any
    tolerance: Mapping[str, Decimal | int]
    unit: str
    source: str
    how: str
    seen: str
    note: str
    topic: str


@dataclass(frozen=True)
class Outcome:
    """What a formula gave for a vector; reason is empty when it passed."""

    vector: Vector
    status: Status
    computed: Any
    reason: str


@dataclass(frozen=True)
class FileReport:
    """The outcomes of one file, in the file's order."""

    path: Path
    topic: str
    outcomes: tuple[Outcome, ...]

    def _with(self, status: Status) -> tuple[Outcome, ...]:
        return tuple(outcome for outcome in self.outcomes if outcome.status == status)

    @property
    def passed(self) -> tuple[Outcome, ...]:
        return self._with("passed")

    @property
    def failed(self) -> tuple[Outcome, ...]:
        return self._with("failed")

    @property
    def not_computable(self) -> tuple[Outcome, ...]:
        return self._with("not computable")


def _number(text: str) -> Decimal:
    value = Decimal(text)
    if value and abs(value.adjusted()) > LARGEST_EXPONENT:
        raise ValueError(f"the number {text[:40]} is outside 1e-{LARGEST_EXPONENT} to 1e{LARGEST_EXPONENT}")
    return value


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _as_floats(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, list):
        return [_as_floats(item) for item in value]
    if isinstance(value, dict):
        return {key: _as_floats(item) for key, item in value.items()}
    return value


def _load(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"), parse_float=_number, parse_constant=_no_constant)
    except OSError as error:
        raise UnreadableVectors(f"{path}: can't be read ({error.strerror}).") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableVectors(f"{path}: is not JSON in UTF-8 ({error}).") from error


def _tolerance(raw: Any) -> bool:
    if not isinstance(raw, dict) or len(raw) != 1 or not set(raw) <= {"abs", "rel"}:
        return False
    (bound,) = raw.values()
    return isinstance(bound, int | Decimal) and not isinstance(bound, bool) and bound >= 0


def _entry(raw: Any, index: int, topic: str) -> Vector:
    if not isinstance(raw, dict):
        raise ValueError(f"entry {index} is {str(raw)[:60]!r}; it must be an object")
    missing = [key for key in ("id", "formula", "inputs", "expected", "tolerance") if key not in raw]
    where = f"entry {index} ({str(raw.get('id', 'no id'))[:60]})"
    if missing:
        raise ValueError(f"{where} lacks {', '.join(missing)}")
    words = {key: raw.get(key, "") for key in ("id", "formula", "unit", "source", "how", "seen", "note")}
    wrong = [key for key, value in words.items() if not isinstance(value, str)]
    if wrong:
        raise ValueError(f"{where}: {', '.join(wrong)} must be text")
    if not isinstance(raw["inputs"], dict):
        raise ValueError(f"{where}: inputs is {str(raw['inputs'])[:60]!r}; it must be an object")
    if not _tolerance(raw["tolerance"]):
        found = str(raw["tolerance"])[:60]
        raise ValueError(f'{where}: tolerance is {found}; it must be {{"abs": x}} or {{"rel": x}} with x of at least 0')
    keep = words["formula"].startswith("ledger")
    inputs, expected = (raw[key] if keep else _as_floats(raw[key]) for key in ("inputs", "expected"))
    return Vector(inputs=inputs, expected=expected, tolerance=raw["tolerance"], topic=topic, **words)


def read_vectors(path: Path) -> tuple[Vector, ...]:
    """The vectors of a file, in its order. Raises UnreadableVectors naming the file and what is wrong."""
    data = _load(path)
    if not isinstance(data, dict) or not isinstance(data.get("entries"), list):
        raise UnreadableVectors(f'{path}: must be an object {{"topic": text, "entries": [...]}}.')
    topic = data.get("topic", path.stem)
    if not isinstance(topic, str):
        raise UnreadableVectors(f"{path}: topic is {str(topic)[:60]!r}; it must be text.")
    try:
        return tuple(_entry(raw, index, topic) for index, raw in enumerate(data["entries"], start=1))
    except ValueError as error:
        raise UnreadableVectors(f"{path}: {error}.") from error


def _fraction(value: Any) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, Real | Decimal):
        return None
    if isinstance(value, Integral):
        return Fraction(int(value))
    if not math.isfinite(value):
        return None
    return Fraction(value) if isinstance(value, Decimal) else Fraction(float(value))


def _number_matches(expected: Any, computed: Any, tolerance: Mapping[str, Decimal | int]) -> bool:
    found = _fraction(computed)
    if found is None:
        return False
    wanted = Fraction(expected)
    allowed = Fraction(tolerance["abs"]) if "abs" in tolerance else Fraction(tolerance["rel"]) * abs(wanted)
    return abs(found - wanted) <= allowed


def matches(expected: Any, computed: Any, tolerance: Mapping[str, Decimal | int]) -> bool:
    """Whether computed holds what is expected: numbers within tolerance, a mapping's given keys, all else exactly."""
    if isinstance(expected, dict):
        return isinstance(computed, Mapping) and all(
            key in computed and matches(value, computed[key], tolerance) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return (
            isinstance(computed, list | tuple)
            and len(computed) == len(expected)
            and all(matches(want, got, tolerance) for want, got in zip(expected, computed, strict=True))
        )
    if expected is None or isinstance(expected, bool):
        return computed is expected
    if isinstance(expected, str):
        return isinstance(computed, str) and computed == expected
    return _number_matches(expected, computed, tolerance)


def _arguments(function: Formula, inputs: Mapping[str, Any]) -> dict[str, Any]:
    declared = inspect.signature(function).parameters
    missing = [name for name, one in declared.items() if one.default is one.empty and name not in inputs]
    if missing:
        raise ValueError(f"inputs lack {', '.join(missing)}, which {function.__name__} needs")
    return {name: inputs[name] for name in declared if name in inputs}


def check_vector(vector: Vector) -> Outcome:
    """Compute one vector by the formula of its name, with only the inputs that the formula declares."""
    if vector.formula == "published_fact":
        return Outcome(vector, "not computable", None, "a printed figure with nothing to compute")
    function = formulas().get(vector.formula)
    if function is None:
        return Outcome(vector, "not computable", None, f"no formula is named {vector.formula!r}")
    try:
        computed = function(**_arguments(function, vector.inputs))
    # Whatever a formula raises is a result to report; the other vectors of the file must still be checked.
    except Exception as error:
        return Outcome(vector, "failed", None, f"{type(error).__name__}: {error}")
    if matches(vector.expected, computed, vector.tolerance):
        return Outcome(vector, "passed", computed, "")
    return Outcome(vector, "failed", computed, "the computed value is outside the tolerance")


def check_vectors(path: Path) -> FileReport:
    """Check every vector of a file. Raises UnreadableVectors."""
    vectors = read_vectors(path)
    topic = vectors[0].topic if vectors else path.stem
    return FileReport(path, topic, tuple(check_vector(vector) for vector in vectors))


def own_vector_files() -> tuple[Path, ...]:
    """The project's own vector files, beside their topics, by name."""
    return tuple(sorted(Path(__file__).parent.glob("*.json")))


def check_own_vectors() -> tuple[FileReport, ...]:
    """A report for each of the project's own files."""
    return tuple(check_vectors(path) for path in own_vector_files())
