"""Claims: sentences of lessons that a lab must reproduce, as relations between facts; read and held against the labs.
It refuses to know in which lesson a sentence stands.
"""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Final

from app.course.bench import Bench
from app.course.diagnostics import Diagnostic, Findings, shown
from app.course.fields import Fields, as_number, groups
from app.course.lab_calls import call_address, fact_of
from app.course.source import read_source
from app.course.yaml_text import Text, read_yaml
from labs import number

KEYS: Final = ("id", "says", "left", "is", "right", "tolerance")
RELATIONS: Final = ("<", "<=", "=", ">=", ">", "within")


@dataclass(frozen=True)
class Claim:
    """One claim held against the labs; `left` and `right` are numbers, None where a finding says why there is none."""

    id: str
    says: str
    relation: str
    left: Decimal | None
    right: Decimal | None
    tolerance: Decimal
    holds: bool


@dataclass(frozen=True)
class Claims:
    """All claims of a file, and everything wrong with it, a claim that does not hold included."""

    claims: tuple[Claim, ...]
    findings: tuple[Diagnostic, ...]


def check_claims(path: Path, bench: Bench, name: str = "claims.yml") -> Claims:
    """Read and evaluate the file; without a file there is no claim."""
    if not path.is_file():
        return Claims((), ())
    source, findings = read_source(path, name)
    node = read_yaml(source.text, findings, 1)
    seen: dict[str, int] = {}
    claims = [_claim(fields, bench, findings, seen) for fields in groups(node, "A claim", KEYS, findings)]
    return Claims(tuple(claims), tuple(findings))


def _claim(fields: Fields, bench: Bench, findings: Findings, seen: dict[str, int]) -> Claim:
    fields.require("id", "says", "left", "is", "right")
    id = fields.id("id")
    if id and id.value in seen:
        findings.add("E028", id.spot, f'The claim "{id.value}" is already at line {seen[id.value]}.')
    elif id:
        seen[id.value] = id.spot.line
    relation = fields.choice("is", RELATIONS, "=")
    left = _side(fields.text("left"), bench, findings)
    right = _side(fields.text("right"), bench, findings)
    tolerance = _tolerance(fields, right, relation, findings)
    holds = left is not None and right is not None and _holds(left, relation, right, tolerance)
    if left is not None and right is not None and not holds:
        within = f" {number(tolerance)} of" if relation == "within" else ""
        message = (
            f"This does not hold: the engine says {_shown(left)}, which is not {relation}{within} {_shown(right)}."
        )
        findings.add("E131", fields.place("left"), message)
    return Claim(id.value if id else "", fields.word("says"), relation, left, right, tolerance, holds)


def _side(text: Text | None, bench: Bench, findings: Findings) -> Decimal | None:
    """A number, or `SLUG?name=value#fact`."""
    if text is None:
        return None
    typed = as_number(text.value)
    if typed is not None:
        return typed
    address, mark, name = text.value.rpartition("#")
    if not mark or not name:
        message = f'"{shown(text.value)}" is no number and no address. Write SLUG?name=value#fact.'
        findings.add("E130", text.spot, message)
        return None
    ran = call_address(bench, Text(address, text.spot.within(0, len(address))), findings)
    where = text.spot.within(len(address) + 1, len(name))
    fact = fact_of(ran, name, where, findings) if ran else None
    if fact is None:
        return None
    if isinstance(fact.value, bool | str) or fact.value is None:
        findings.add("E130", where, f'The fact "{name}" is no number here, so it cannot be compared.')
        return None
    return Decimal(str(fact.value))


def _tolerance(fields: Fields, right: Decimal | None, relation: str, findings: Findings) -> Decimal:
    text = fields.text("tolerance")
    if text is None:
        if relation == "within":
            findings.add("E010", fields.spot, 'A claim: "tolerance" is missing; `within` needs it, such as 0.5 or 2%.')
        return Decimal(0)
    percent = text.value.endswith("%")
    value = as_number(text.value.removesuffix("%"))
    if value is None or value < 0:
        message = f'"tolerance" must be a number from 0, such as 0.5 or 2%; this is "{shown(text.value)}".'
        findings.add("E011", text.spot, message)
        return Decimal(0)
    return abs(right or Decimal(0)) * value / 100 if percent else value


def _holds(left: Decimal, relation: str, right: Decimal, tolerance: Decimal) -> bool:
    """For orders the tolerance is given to the claim: `<` holds up to that much above."""
    difference = left - right
    return {
        "<": difference < tolerance,
        "<=": difference <= tolerance,
        "=": abs(difference) <= tolerance,
        "within": abs(difference) <= tolerance,
        ">=": difference >= -tolerance,
        ">": difference > -tolerance,
    }[relation]


def _shown(value: Decimal) -> str:
    return number(int(value)) if value == value.to_integral_value() else number(value)
