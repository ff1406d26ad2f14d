"""Numbers typed in prose that a named run computes: each should be a fact, so that it cannot drift.
It refuses to guess which run a number comes from when no run of the lesson gives it.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from app.course.answers import SPOILING_DIGITS, is_same
from app.course.desk import Desk
from app.course.finder import Finder

MOST_FACTS: Final = 2_000


def check_typed(desk: Desk) -> None:
    """A finding for each number with unit and three digits or more that equals a fact of a named run."""
    by_unit: dict[str, list[tuple[str, Decimal]]] = {}
    for name, unit, value in _facts(desk):
        by_unit.setdefault(unit, []).append((name, value))
    for unit, facts in by_unit.items():
        pattern = re.compile(rf"(?<![\d.,])(\d[\d,]*(?:\.\d+)?)[ \u00a0]{re.escape(unit)}(?!\w)")
        for typed in desk.typed:
            for match in pattern.finditer(typed.text):
                same = [name for name, value in facts if is_same(match[1], value)]
                if not same:
                    continue
                finder = Finder(desk.source.lines, typed.spot.line, typed.spot.line + 20)
                role = f"{{fact}}`{same[0]}`"
                message = f'"{match[0]}" is what {same[0]} computes. Write {role}, so that it cannot drift.'
                desk.findings.add("W104", finder.spot(match[0]), message, suggestion=role, fix=role)


def _facts(desk: Desk) -> Iterator[tuple[str, str, Decimal]]:
    """`RUN#FACT`, unit and value of each fact that is a number of three digits or more."""
    for run, ran in desk.runs.items():
        for name, fact in list(ran.result.facts.items())[:MOST_FACTS]:
            if fact.unit and isinstance(fact.value, int | float) and not isinstance(fact.value, bool):
                value = Decimal(str(fact.value))
                if sum(each.isdigit() for each in f"{value:f}") >= SPOILING_DIGITS:
                    yield f"{run}#{name}", fact.unit, value
