"""A lab's result as evidence: its address, digest and version, and the numbers that the digest is of.
It refuses to run a lab and to store anything."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol
from urllib.parse import parse_qsl, urlsplit

from app.store import NewEvidence
from labs import BadParams, Lab, Params, Result, Scalar, UnknownLab, digest, digest_form, get_lab, parse, query, quote

MOST_CHARACTERS: Final = 4_000
MOST_SETTINGS: Final = 200


class BadAddress(ValueError):
    """An address that names no result of a lab here; the message says what was found and what to do."""


class Kept(Protocol):
    """What is known of a result that was kept, from the store or from a file."""

    @property
    def address(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def numbers(self) -> str | None: ...


@dataclass(frozen=True)
class Number:
    """A named number of then, rounded to its digits."""

    value: Scalar
    unit: str
    label: str


@dataclass(frozen=True)
class Numbers:
    """All that a digest is of; of a table only the digest of its rows, because they may be many."""

    settings: Mapping[str, Any]
    facts: Mapping[str, Number]
    tables: Mapping[str, str]


def address_of(lab: Lab, params: Params) -> str:
    """The address of a result, without its version, which evidence keeps apart."""
    asked = query(params)
    return f"/labs/{lab.slug}" + (f"?{asked}" if asked else "")


def read_address(text: str) -> tuple[Lab, Params]:
    """The lab and the settings behind an address, given with or without a host. Raises BadAddress."""
    if len(text) > MOST_CHARACTERS:
        raise BadAddress(f"The address has {len(text):,} characters; at most {MOST_CHARACTERS:,} are read.")
    try:
        parts = urlsplit(text.strip())
        pairs = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=MOST_SETTINGS)
    except ValueError as problem:
        raise BadAddress(
            f'"{quote(text)}" is not read as an address. Copy it from Share on the page of a lab.'
        ) from problem
    head, _, slug = parts.path.rpartition("/")
    if head != "/labs" or not slug:
        said = (
            f'"{quote(text)}" is not the address of a lab\'s result. It begins with /labs/; copy it from Share there.'
        )
        raise BadAddress(said)
    try:
        lab = get_lab(slug)
        return lab, parse(lab, [pair for pair in pairs if pair[0] != "v"])
    except UnknownLab as unknown:
        raise BadAddress(str(unknown)) from unknown
    except BadParams as bad:
        raise BadAddress(" ".join(error.message for error in bad.errors)) from bad


def new_evidence(lesson: str, kind: str, lab: Lab, params: Params, result: Result) -> NewEvidence:
    """The evidence that this result is."""
    return NewEvidence(
        lesson=lesson,
        kind=kind,
        address=address_of(lab, params),
        digest=digest(lab, params, result),
        version=str(lab.version),
        numbers=as_json(numbers_of(lab, params, result)),
    )


def numbers_of(lab: Lab, params: Params, result: Result) -> Numbers:
    form = digest_form(lab, params, result)
    return Numbers(
        settings=form["params"],
        facts={
            name: Number(value, result.facts[name].unit, result.facts[name].label)
            for name, value in form["facts"].items()
        },
        tables={name: _short(table) for name, table in form["tables"].items()},
    )


def as_json(numbers: Numbers) -> str:
    facts = {
        name: {"value": each.value, "unit": each.unit, "label": each.label} for name, each in numbers.facts.items()
    }
    told = {"settings": dict(numbers.settings), "facts": facts, "tables": dict(numbers.tables)}
    return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def from_json(text: str | None) -> Numbers | None:
    """The numbers of then; None when none were kept. Raises ValueError for a text that holds something else."""
    if text is None:
        return None
    try:
        told = json.loads(text)
        facts = {
            str(name): Number(_scalar(each["value"]), str(each["unit"]), str(each["label"]))
            for name, each in told["facts"].items()
        }
        tables = {str(name): str(each) for name, each in told["tables"].items()}
        return Numbers(dict(told["settings"]), facts, tables)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise ValueError("The kept numbers cannot be read; keep the result again.") from problem


def _scalar(value: object) -> Scalar:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise ValueError("A number of then is no number.")


def _short(table: Mapping[str, Any]) -> str:
    text = json.dumps(table, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()
