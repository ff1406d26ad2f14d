"""Recorded benchmarks that ship: each says its device, versions and date.
It refuses to measure; labs/decoding/bench.py made them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

RUNS: Final = ("cpu", "runs")


@cache
def recorded(name: str = "cpu") -> Mapping[str, Any]:
    """The record of that name, as the benchmark wrote it; KeyError with the names there are."""
    if name not in RUNS:
        raise KeyError(f"no recorded run {name!r}: there are {', '.join(RUNS)}")
    text = (files("labs.decoding") / "data" / f"{name}.json").read_text(encoding="utf-8")
    return MappingProxyType(json.loads(text))
