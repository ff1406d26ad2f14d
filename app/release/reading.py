"""Reads a release note that was taken away as JSON: the results in it that can be run again.
It refuses to trust it; what is not in the form is told in a sentence."""

import json
from dataclasses import dataclass
from typing import Any, Final

from app.release.export import FORM
from app.release.note import TITLES

MOST_BYTES: Final = 4_000_000


class BadNote(ValueError):
    """A file that is no release note; the message says what was found and what is read."""


@dataclass(frozen=True)
class Taken:
    """One result of a note, as `run_again` takes it."""

    title: str
    address: str
    digest: str
    version: str
    numbers: str | None


def read_note(text: str) -> tuple[Taken, ...]:
    """The results of a note in its JSON form, in its order. Raises BadNote."""
    if len(text) > MOST_BYTES:
        raise BadNote(f"It has {len(text):,} characters; a release note has at most {MOST_BYTES:,}.")
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadNote("It is not JSON. Take the JSON form from the release note's page.") from problem
    if not isinstance(told, dict) or told.get("form") != FORM or not isinstance(told.get("pieces"), list):
        raise BadNote(f'It is no release note: "form" must be "{FORM}". Take the JSON form from its page.')
    return tuple(_taken(piece) for piece in told["pieces"] if isinstance(piece, dict) and piece.get("evidence"))


def _taken(piece: dict[str, Any]) -> Taken:
    found, kind = piece["evidence"], str(piece.get("kind"))
    names = ("address", "digest", "version")
    if not isinstance(found, dict) or not all(isinstance(found.get(name), str) for name in names):
        raise BadNote(f'Its piece "{kind[:40]}" needs address, digest and version as text.')
    numbers = found.get("numbers")
    if numbers is not None and not isinstance(numbers, dict):
        raise BadNote(f'The numbers of its piece "{kind[:40]}" must be an object, as the page wrote them.')
    kept = None if numbers is None else json.dumps(numbers, ensure_ascii=False)
    return Taken(TITLES.get(kind, kind[:40]), found["address"], found["digest"], found["version"], kept)
