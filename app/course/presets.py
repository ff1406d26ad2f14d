"""Settings of a lab as a lesson writes them: those of a named preset, and groups of them laid over each other.
It refuses to run the lab.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from app.course.desk import Desk
from app.course.diagnostics import nearest, shown
from app.course.yaml_text import Text
from labs import Lab

WORD: Final = re.compile(r"[a-z0-9.]+")
# What would be read as YAML in a title without quotation marks, in a group in one line too.
NEEDS_QUOTES: Final = re.compile(r"[:#,\[\]{}&*!|>%@`]|^['\"-]")
Pairs = tuple[tuple[Text, Text], ...]


def preset_pairs(desk: Desk, lab: Lab, preset: Text | None) -> Pairs:
    """The values of a named preset of the lab, placed where the preset is named."""
    if preset is None:
        return ()
    if preset.value not in lab.presets:
        _tell_unknown(desk, lab, preset)
        return ()
    return tuple(
        (Text(name, preset.spot), Text(value, preset.spot)) for name, value in lab.presets[preset.value].items()
    )


def _tell_unknown(desk: Desk, lab: Lab, preset: Text) -> None:
    near = nearest_title(preset.value, lab.presets)
    listed = "; ".join(f'"{title}"' for title in lab.presets)
    hint = f'Did you mean "{near}"?' if near else f"There is {listed}." if listed else "It has none."
    message = (
        f'Lab "{lab.slug}" has no preset "{shown(preset.value)}". {hint} A preset is named by its whole title, '
        'as it stands under "Settings worth a look" on the page of the lab.'
    )
    before = desk.source.lines[preset.spot.line - 1][: preset.spot.column - 1]
    is_quoted = before.endswith(("'", '"'))
    fix = near if near is None or is_quoted or not NEEDS_QUOTES.search(near) else f'"{near}"'
    desk.findings.add("E066", preset.spot, message, suggestion=near, fix=fix)


def nearest_title(typed: str, titles: Iterable[str]) -> str | None:
    """The title that was meant: one that looks like what was typed, else the first that shares most of its words."""
    words = {title: " ".join(WORD.findall(title.casefold())) for title in titles}
    asked = " ".join(WORD.findall(typed.casefold()))
    alike = nearest(asked, words.values())
    if alike is not None:
        return next(title for title, folded in words.items() if folded == alike)
    wanted = {word for word in asked.split() if len(word) > 2}
    shared = {title: len(wanted & {*folded.split()}) for title, folded in words.items()}
    best = max(shared, key=lambda title: shared[title], default=None)
    return best if best is not None and shared[best] else None


def merged(*groups: Pairs) -> Pairs:
    """Settings with later ones in place of earlier ones of the same name."""
    found: dict[str, tuple[Text, Text]] = {}
    for group in groups:
        for name, value in group:
            found[name.value] = (name, value)
    return tuple(found.values())


def decimal_places(text: str) -> int:
    """How many decimals a written number has."""
    exponent = Decimal(text).as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
