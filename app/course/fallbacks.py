"""Whether what was typed names a release that can be fallen back to: one that the lesson names as good for it.
It refuses to know which releases those are; the lesson says so.
"""

import re

from app.course.diagnostics import shown
from app.course.lesson import Evidence
from app.course.releases import known_release


def no_fallback(block: Evidence, release: str, fallback: str) -> str:
    """Why the typed fallback is none, in a sentence that ends with what to write; empty when it is one."""
    good = " or ".join(block.good)
    named = known_release(block, fallback)
    is_same = release.strip().casefold() == fallback.strip().casefold()
    if release.strip() and (is_same or (named and named == known_release(block, release))):
        return f"{shown(fallback)} is what goes out, so it cannot be fallen back to. Name another release."
    for name, reason in block.refused:
        if _holds(name, fallback):
            return f"{name} is no fallback. {reason} Name {good}."
    if block.good and named not in block.good:
        return (
            f'"{shown(fallback)}" does not name one release that may be fallen back to; a "not", an "or" or a word '
            f"that no release has leaves it open. Name {good}."
        )
    return ""


def _holds(name: str, text: str) -> bool:
    """Whether the text holds the name as words of its own."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None
