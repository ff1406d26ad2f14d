"""Pasted text as a JSON object, read strictly: size, depth, repeated keys and odd numbers are told, never guessed.
It refuses to know what the keys mean."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from labs.reading import quote

MOST_CHARACTERS = 100_000
MOST_DEPTH = 32
MOST_DIGITS = 15
STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


class Unreadable(ValueError):
    """The text is no JSON object that can be used; `sentences` say why, each for the reader."""

    def __init__(self, *sentences: str) -> None:
        self.sentences = sentences
        super().__init__(" ".join(sentences))


@dataclass(frozen=True)
class Odd:
    """A number that is not a plain whole number: a fraction, NaN, infinity, or more digits than any size has."""

    text: str


def json_object(text: str) -> Mapping[str, object]:
    """The object of the text, whole numbers as int, other numbers as Odd. Raises Unreadable."""
    if len(text) > MOST_CHARACTERS:
        found = f"The text has {len(text):,} characters; {MOST_CHARACTERS:,} are allowed."
        raise Unreadable(f"{found} Paste the model's config.json only.")
    if _depth(text) > MOST_DEPTH:
        raise Unreadable(f"The text is nested more than {MOST_DEPTH} levels deep. Paste the model's config.json only.")
    repeated: list[str] = []
    value = _decoded(text, repeated)
    if repeated:
        raise Unreadable(*(f'The key "{quote(key)}" is there more than once. Keep one of them.' for key in repeated))
    if not isinstance(value, dict):
        raise Unreadable(f"The text is {shown(value)}, not an object. Paste the whole file, from {{ to }}.")
    return value


def _decoded(text: str, repeated: list[str]) -> object:
    def pairs(found: list[tuple[str, object]]) -> dict[str, object]:
        made = dict(found)
        if len(made) < len(found):
            keys = [key for key, _ in found]
            repeated.extend(key for key in made if keys.count(key) > 1 and key not in repeated)
        return made

    try:
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=pairs,
            parse_int=lambda digits: int(digits) if len(digits) <= MOST_DIGITS else Odd(digits),
            parse_float=Odd,
            parse_constant=Odd,
        )
    except json.JSONDecodeError as error:
        if not text.strip():
            raise Unreadable("Nothing was pasted. Paste the whole config.json, from { to }.") from None
        place = f"line {error.lineno:,}, column {error.colno:,}"
        raise Unreadable(f"The text is not JSON, at {place}. Paste the whole file, from {{ to }}.") from None


def _depth(text: str) -> int:
    deepest = depth = 0
    for each in re.findall(r"[\[\]{}]", STRING.sub("", text)):
        depth += 1 if each in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def shown(value: object) -> str:
    """What was found, short enough for a sentence."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Odd | int):
        return quote(value.text if isinstance(value, Odd) else str(value))
    if isinstance(value, str):
        return f'the text "{quote(value)}"'
    return "a list" if isinstance(value, list) else "an object"
