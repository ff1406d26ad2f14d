"""Check 20: the sentence under a figure says what its table says.
Reads numbers, superlatives and trends in English; knows no lab and no unit."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask

NUMBER = re.compile(r"(?<![\w.,])[-−]?\d+(?:[,\u2009\u202f\u00a0 ]\d{3})*(?:\.\d+)?(?:[eE][-+]?\d+)?(?!\w)(\s?%)?")
HIGH = r"peaks?|peaked|highest|maximum|most|largest|best"
LOW = r"lowest|minimum|least|smallest|worst"
END = r"ends?|last|finally|finishes"
RISES = re.compile(r"\b(rises|grows|climbs|increases)\b")
FALLS = re.compile(r"\b(falls|drops|shrinks|decreases)\b")
# A number belongs to the word before it when at most this many words stand between.
REACH = r"(?:\W+[A-Za-z][\w-]*){0,3}?\W+"


def numbers_in(text: str) -> list[float]:
    """The numbers of free text, also with grouped thousands and a true minus."""
    return [_value(found.group(0)) for found in NUMBER.finditer(text)]


def _value(shown: str) -> float:
    return float(re.sub(r"[,\s%]", "", shown).replace("−", "-"))


def states(shown: str, exact: float) -> bool:
    """Whether `shown`, as printed, is `exact` rounded to the digits it shows; a per cent sign also means a share."""
    plain = re.sub(r"[,\s%]", "", shown).replace("−", "-")
    mantissa, _, power = plain.lower().partition("e")
    places = len(mantissa.partition(".")[2])
    unit = 10.0 ** (int(power or 0) - places)
    meant = [exact * 100, exact] if "%" in shown else [exact]
    return any(abs(float(plain) - value) <= 0.5000001 * unit for value in meant)


def check_summary(page: Page, known: Sequence[float] = ()) -> list[Finding]:
    """Every number of a caption is on the page or `known`; extremes, last values and trends are the table's."""
    found: list[Finding] = []
    for figure in ask(page, "facts"):
        faults = [*_strange(figure, known), *_extremes(figure), *_trends(figure)]
        found += [Finding(20, f"{fault}: “{figure['caption']}”", figure["where"]) for fault in faults]
    return found


def _strange(figure: Mapping[str, Any], known: Sequence[float]) -> list[str]:
    exact = [number for text in figure["values"] for number in numbers_in(text)] + list(known)
    shown = [match.group(0).strip() for match in NUMBER.finditer(figure["caption"])]
    return [f"{text} is in no table or field" for text in shown if not any(states(text, value) for value in exact)]


def _series(figure: Mapping[str, Any]) -> list[list[float]]:
    columns: Iterable[list[float | str | None]] = figure["columns"].values()
    kept = [[float(value) for value in column if isinstance(value, (int, float))] for column in columns]
    return [column for column in kept if column]


def _extremes(figure: Mapping[str, Any]) -> list[str]:
    columns = _series(figure)
    wanted = {
        HIGH: [max(column) for column in columns],
        LOW: [min(column) for column in columns],
        END: [column[-1] for column in columns],
    }
    faults = []
    for words, exact in wanted.items():
        for match in re.finditer(rf"\b({words})\b{REACH}({NUMBER.pattern})", figure["caption"], re.IGNORECASE):
            if columns and not any(states(match.group(2), value) for value in exact):
                faults.append(f"“{match.group(1)} {match.group(2)}” is not so, the table has {exact}")
    return faults


def _trends(figure: Mapping[str, Any]) -> list[str]:
    columns = _series(figure)
    steps = [column[-1] - column[0] for column in columns]
    # What comes after "because" is the reason, and tells of what the figure may not show.
    said = figure["caption"].partition("because")[0]
    faults = []
    if RISES.search(said) and columns and not any(step > 0 for step in steps):
        faults.append("nothing rises")
    if FALLS.search(said) and columns and not any(step < 0 for step in steps):
        faults.append("nothing falls")
    return faults
