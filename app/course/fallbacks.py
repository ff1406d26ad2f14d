"""Whether what was typed names a release that can be fallen back to: one that the lesson names as good for it.
It refuses to know which releases those are; the lesson says so.
"""

import re

from app.course.diagnostics import shown
from app.course.lesson import Evidence


def no_fallback(block: Evidence, release: str, fallback: str) -> str:
    """Why the typed fallback is none, in a sentence that ends with what to write; empty when it is one."""
    good = " or ".join(block.good)
    if release.strip() and release.strip().casefold() == fallback.strip().casefold():
        return f"{shown(fallback)} is what goes out, so it cannot be fallen back to. Name another release."
    for name, reason in block.refused:
        if names(name, fallback):
            return f"{name} is no fallback. {reason} Name {good}."
    if block.good and not any(names(name, fallback) for name in block.good):
        return f'"{shown(fallback)}" is no release that may be fallen back to. Name {good}.'
    return ""


def names(name: str, text: str) -> bool:
    """Whether the text holds the name as words of its own."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None
