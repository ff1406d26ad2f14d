"""The published models and cards that the ledger offers by name, read from the data beside it.
It refuses to know formulas, modes and what a student chose."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any

from labs.units import GB, GIB

OWN = "own"


@dataclass(frozen=True)
class Model:
    """A dense decoder: `shape` holds the arguments of params_dense, `positions` the longest context stated."""

    name: str
    label: str
    shape: Mapping[str, Any]
    positions: int | None
    source: str


@dataclass(frozen=True)
class Card:
    """A device: its memory as printed (`size` in `unit`) and in bytes; `reported_mib` as seen from its driver."""

    name: str
    label: str
    size: Decimal
    unit: str
    source: str
    reported_mib: int | None = None

    @property
    def bytes(self) -> Decimal:
        """1 GB is 1e9 bytes, 1 GiB is 2^30 bytes."""
        return self.size * (GB if self.unit == "GB" else GIB)


def entries(name: str) -> list[dict[str, Any]]:
    """The entries of data/<name>.json, as written."""
    found: list[dict[str, Any]] = json.loads((files(__package__) / "data" / f"{name}.json").read_text("utf-8"))[name]
    return found


@cache
def models() -> Mapping[str, Model]:
    """Name -> model, in the order offered."""
    kept = ("name", "label", "shape", "positions", "source")
    return {each["name"]: Model(**{key: each[key] for key in kept}) for each in entries("models")}


@cache
def cards() -> Mapping[str, Card]:
    """Name -> card, in the order offered."""
    return {each["name"]: Card(**(each | {"size": Decimal(each["size"])})) for each in entries("cards")}
