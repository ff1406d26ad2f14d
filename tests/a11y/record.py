"""Writes what the page about accessibility tells: the checks, views, versions and counts that this harness has.
Knows no page's words; run `python -m tests.a11y.record` after a change, and a test says when that was forgotten."""

import datetime
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from app.browser import chromium_on_path
from tests.a11y.matrix import NO_SCRIPTS, NO_SCRIPTS_DARK, STATES
from tests.a11y.seeds.faults import SEEDS
from tests.browser.test_pages import CASES
from tests.course_site.test_lesson_states import DONE, FRESH
from tests.course_site.test_own_states import VISITS

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "content" / "accessibility.json"
# What changes from day to day, which no test may ask to be equal.
OF_THE_DAY = ("date", "browser")
# Each check by its number, as a reader of the page is told.
TOLD: Mapping[int, str] = MappingProxyType(
    {
        1: "A rule engine finds no violation, and leaves nothing undecided without a known reason.",
        2: "The Tab key goes through a page in the order in which it is read.",
        3: "The Tab key never gets caught in a part of a page.",
        4: "Wherever the focus is, it can be seen.",
        5: "What has the focus is not covered by anything.",
        6: "After a part of a page is replaced, the focus is where a reader expects it.",
        7: "After a change one sentence is announced, once.",
        8: "A long run announces its beginning and its end, and little between them.",
        9: "Nothing but status lines and lists of errors speaks by itself.",
        10: "Controls are at least 24 pixels large, or have that much room.",
        11: "At 320 pixels nothing but named boxes of tables and code scrolls sideways.",
        12: "With text of twice the size, or with wider spacing, no words are cut; words in pictures stay apart.",
        13: "With forced colours pictures use the colours of the system, and stand out.",
        14: "Whoever asks for less motion gets none.",
        15: "A page at rest does not change, and what runs can be stopped by keys within a second.",
        16: "Marks and lines of pictures contrast with their ground by 3 : 1.",
        17: "Words in pictures contrast with what they lie on by 4.5 : 1.",
        18: "Series in a picture can be told apart without colour.",
        19: "A picture and its table hold the same numbers, to the last bit.",
        20: "The sentence under a picture says what its table says.",
        21: "Each picture has a sentence and a table, and is silent itself.",
        22: "Pages keep their strict security policy, and live charts are laid out whole under it.",
        23: "Titles differ, each page has one main heading, and no level of headings is skipped.",
        24: "The first Tab stop leads to the content.",
        25: "A value that is refused is told in words beside its field, is kept, and can be mended.",
        26: "Words of another language say so.",
        27: "Only fields about a person may be filled in by a browser.",
        28: "Formulas have their words beside them.",
        29: "Links of one name lead to one place, and say where to.",
        30: "Tables have a caption and heads for columns and rows.",
        31: "Sliders work by keys, say their unit, and agree with the field beside them.",
        32: "What appears under the pointer can be entered, closed, and reached without a pointer.",
        33: "No single letter is a shortcut.",
        34: "Whatever can be dragged can be clicked and reached by keys.",
        35: "Back and Forward bring the address, the values and the result together.",
        36: "Without JavaScript a page says the same.",
        37: "While a result is computed the page says so, and a second press asks for nothing.",
        38: "On paper there is black on white, with tables and captions.",
    }
)


def collect() -> dict[str, Any]:
    """All that the harness can tell of itself."""
    views = (*STATES, NO_SCRIPTS, NO_SCRIPTS_DARK)
    versions = _versions()
    return {
        "checks": [{"number": number, "says": says} for number, says in TOLD.items()],
        "views": [{"name": each.name, "width": each.width, "height": each.height} for each in views],
        "faults": len(SEEDS),
        **_counts(),
        "engine": versions["axe-core"],
        "htmx": versions["htmx.org"],
        "plotly": versions["plotly.js-cartesian-dist-min"],
    }


def _counts() -> dict[str, int]:
    """Addresses, and addresses in a view, that all checks which the view owes are asked about."""
    lessons = [(path, state.name) for path, state in (*FRESH, *DONE)]
    own = [(path, state.name) for state, paths in VISITS.values() for path in paths]
    judged = {*((path, state.name) for path, state in CASES), *lessons, *own}
    return {"addresses": len({path for path, _ in judged}), "judged": len(judged)}


def _versions() -> dict[str, str]:
    package = json.loads((ROOT / "static" / "package.json").read_text(encoding="utf-8"))
    found: dict[str, str] = {**package["dependencies"], **package["devDependencies"]}
    return found


def _of_the_day() -> dict[str, str]:
    said = subprocess.run([str(chromium_on_path()), "--version"], capture_output=True, text=True, check=True).stdout
    return {"date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(), "browser": " ".join(said.split()[:2])}


if __name__ == "__main__":
    RECORD.write_text(json.dumps(collect() | _of_the_day(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
