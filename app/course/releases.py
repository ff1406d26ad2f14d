"""Which release of a lesson a line names: exactly one under a name that the lesson gives it, else none.
It refuses to guess: a word that no such name has, a second name, a "not" or an "or", and nothing is known."""

import re
from collections.abc import Iterable
from typing import Final

from app.course.lesson import Evidence

NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
DIGITS: Final = {word: str(place) for place, word in enumerate(NUMBERS, 1)} | {"a": "1", "an": "1"}
SAME: Final = DIGITS | {"cards": "card", "+": "and", "plus": "and", "extra": "more"}
# They join the parts of a name and change none of them.
JOINING: Final = frozenset(("on", "with", "at", "the", "its", "of", "in", "release"))
WORD: Final = re.compile(r"\w+|\+")
OWNER: Final = re.compile(r"['\u2019]s\b")


def known_release(block: Evidence, text: str) -> str:
    """The name of the one release that the text names; empty when it names none, several, or more than a release."""
    typed = _key(text)
    found = {name for name, others in _all_names(block).items() if typed in {_key(each) for each in (name, *others)}}
    return found.pop() if typed and len(found) == 1 else ""


def release_names(block: Evidence) -> tuple[str, ...]:
    """Every release that the lesson knows by name, in its order."""
    lines = (name for line in block.contract for name, *_ in line.releases)
    return tuple(dict.fromkeys((*lines, *block.good, *(name for name, _ in block.refused))))


def shared_names(block: Evidence) -> tuple[str, ...]:
    """Names that two releases have, so that neither is known by it."""
    owners: dict[tuple[str, ...], set[str]] = {}
    for own, others in _all_names(block).items():
        for each in (own, *others):
            owners.setdefault(_key(each), set()).add(own)
    return tuple(" ".join(key) for key, names in owners.items() if len(names) > 1)


def _all_names(block: Evidence) -> dict[str, tuple[str, ...]]:
    return {name: dict(block.also).get(name, ()) for name in release_names(block)}


def _key(text: str) -> tuple[str, ...]:
    """The words that decide, whatever their order: numbers in digits, without marks and joining words."""
    words: Iterable[str] = WORD.findall(OWNER.sub("", text.casefold()))
    return tuple(sorted(SAME.get(word, word) for word in words if word not in JOINING))
