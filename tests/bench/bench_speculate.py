"""The benchmark of drafting against its gates, on this machine and now; exit 1 when a gate is missed.
It refuses to keep the record. Run: python -m tests.bench.bench_speculate [--engine torch --device cuda]"""

import argparse
import sys
from typing import Any

from labs.decoding import BenchPlan, Engine
from labs.decoding.bench import speeds

LEAST, MOST = 0.9, 1.1


def found(rows: list[dict[str, Any]], **wanted: Any) -> list[dict[str, Any]]:
    """The rows at the settings that are reported."""
    here = [row for row in rows if row["chosen_on"] is None]
    return [row for row in here if all(row[name] == value for name, value in wanted.items())]


def main() -> int:
    """Measure, tell, judge."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--engine", default="numpy")
    asked.add_argument("--device", default="cpu")
    asked.add_argument("--prompts", type=int, default=24)
    given = asked.parse_args()
    engine = Engine(given.engine, given.device)
    engine.check()
    rows = speeds(BenchPlan(engine, given.prompts), print)
    usual = found(rows, draft="distilled", temperature=1.0, gamma=4)
    best, worst = (pick(usual, key=lambda row: row["acceptance"]) for pick in (max, min))
    gates = {
        "English is faster for sure": found(usual, group="english")[0]["speedup_low"] > 1,
        "some setting is slower for sure": any(row["speedup_high"] < 1 for row in rows),
        "acceptance of the extremes differs for sure": best["acceptance_low"] > worst["acceptance_high"],
        "measured within 10 % of the formula": all(LEAST <= row["measured_over_predicted"] <= MOST for row in rows),
    }
    for name, holds in gates.items():
        print(f"{name}: {'met' if holds else 'MISSED'}")
    return 0 if all(gates.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
