"""The benchmark: plain and drafted decoding over many prompts and settings of an engine, as plain values to record.
It refuses to judge; whoever reads the record does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from labs.decoding.compare import Comparer, fastest, tuning
from labs.decoding.family import GROUPS, Engine
from labs.decoding.machine import machine
from labs.decoding.settings import ADAPTIVE, RunSettings
from labs.decoding.shift import GATE, taught_group
from labs.decoding.threads import one_thread
from labs.hardware import decode_floor_ms
from labs.tinylm import read_manifest
from labs.units import significant

VERSION: Final = 1
DIGITS: Final = 6
LENIENCES: Final = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)
DRAWN_AT: Final = (0.7, 1.5)
FLOAT_BYTES: Final = {"float32": 4, "bfloat16": 2}


@dataclass(frozen=True)
class Plan:
    """What is measured: prompts a setting, and the card's bandwidth in GB/s where the limit is asked for."""

    engine: Engine = field(default_factory=Engine)
    prompts: int = 24
    max_new: int = 96
    bandwidth_gb: float | None = None


def settings_of(plan: Plan) -> Iterator[RunSettings]:
    """The settings that are measured, in order."""
    base = RunSettings(engine=plan.engine, max_new=plan.max_new)
    for group in GROUPS:
        yield replace(base, group=group)
        yield replace(base, group=group, gamma=ADAPTIVE)
        yield replace(base, group=group, temperature=0.0)
        yield replace(base, group=group, draft="plain")
        yield replace(base, group=group, draft="trigram")
        yield replace(base, group=group, draft="lookup", temperature=0.0)
        yield replace(base, group=group, gamma=8)


def step_bytes(precision: str = "float32") -> int:
    """Bytes of weights that a plain step of the target reads: blocks and head; of the embedding it reads a row."""
    shape = read_manifest().member("target")["shape"]
    numbers = shape["layers"] * 12 * shape["width"] ** 2 + shape["vocabulary"] * shape["width"]
    return int(FLOAT_BYTES[precision] * numbers)


def speeds(plan: Plan, tell: Callable[[str], None]) -> list[dict[str, Any]]:
    """A row for each setting, and for each group one at the length that was best on other prompts."""
    comparer = Comparer(RunSettings(engine=plan.engine))
    rows = []
    wanted = list(settings_of(plan))
    for group in GROUPS:
        base = replace(wanted[0], group=group)
        chosen = fastest(comparer, base, tuning(comparer, base))
        rows.append(_row(comparer, replace(base, gamma=chosen), plan) | {"chosen_on": "other prompts"})
        tell(_line(rows[-1]))
    for each in wanted:
        rows.append(_row(comparer, each, plan) | {"chosen_on": None})
        tell(_line(rows[-1]))
    return rows


def _row(comparer: Comparer, settings: RunSettings, plan: Plan) -> dict[str, Any]:
    row = comparer.compare(settings, plan.prompts).as_dict()
    floor = (
        None
        if plan.bandwidth_gb is None
        else decode_floor_ms(step_bytes(plan.engine.precision), plan.bandwidth_gb / 1000)
    )
    over = row["measured"] / row["predicted"]
    load = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
    return row | {"measured_over_predicted": over, "floor_over_step": floor and floor / row["step_ms"], "load": load}


def _line(row: dict[str, Any]) -> str:
    return (
        f"{row['group']:<11}{row['draft']:<10} T {row['temperature']:g} gamma {row['gamma']}: "
        f"{row['plain_rate']:.0f} -> {row['rate']:.0f} tokens/s, c {_said(row['c'])}, v {row['v']:.2f}, "
        f"tau {row['tau']:.2f}, speed-up {row['measured']:.2f} "
        f"({row['speedup_low']:.2f} to {row['speedup_high']:.2f}), predicted {row['predicted']:.2f}"
    )


def _said(value: float | None) -> str:
    return "none" if value is None else f"{value:.2f}"


def quality(tell: Callable[[str], None]) -> list[dict[str, Any]]:
    """Shift and perplexity of each group under lenience and under a wrong temperature, with the distilled draft."""
    target, draft = Engine().model("target"), Engine().model("distilled")
    rows = []
    for group in GROUPS:
        with one_thread():
            taught = taught_group(target, draft, group)
            lenient = [{"lenience": each, **vars(taught.under(each))} for each in LENIENCES]
            wrong = [{"drawn_at": each, **vars(taught.under(drawn_at=each))} for each in DRAWN_AT]
            breaks = taught.breaking_lenience()
        rows.append(
            {"group": group, "places": len(taught.tokens), "breaks_at": breaks, "lenient": lenient, "wrong": wrong}
        )
        tell(f"{group:<11}shift passes {GATE} below lenience {breaks:.3f}; at 0.2 it is {lenient[-1]['shift']:.3f}")
    return rows


def benchmark(plan: Plan, tell: Callable[[str], None]) -> dict[str, Any]:
    """The whole record: where and when, speeds, quality. Some minutes; `tell` gets a line for each setting."""
    made = machine(RunSettings(engine=plan.engine))
    found = {"version": VERSION, "made": made, "gate": GATE, "speeds": speeds(plan, tell), "quality": quality(tell)}
    values: dict[str, Any] = rounded(found)
    return values


def rounded(value: Any) -> Any:
    """Floats to six significant digits: the record is read by people too, and no time is known better."""
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return significant(value, DIGITS) if isinstance(value, float) else value
