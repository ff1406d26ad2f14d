"""Whether a line that was typed says anything: a word or a number, a sentence, a stop that somebody can act on.
It refuses to judge whether what it says is good."""

import re
from collections.abc import Mapping
from typing import Final

from app.course.releases import NUMBERS

WORD: Final = re.compile(r"\w{2,}")
LETTER: Final = re.compile(r"[^\W\d_]")
NUMBER: Final = re.compile(rf"(?<!\w)(\d|({'|'.join(NUMBERS)})\b)", re.IGNORECASE)
# Where a script writes no blanks between words, so many letters are a sentence.
SENTENCE_WORDS, SENTENCE_LETTERS = 3, 10
STOP_FIELDS: Final[Mapping[str, str]] = {"detector": "what shows it", "owner": "who acts", "stop": "at which number"}


def says_something(text: str) -> bool:
    """Whether it holds a word of two characters or more, or a number."""
    return bool(WORD.search(text) or NUMBER.search(text))


def is_sentence(text: str) -> bool:
    words = [each for each in WORD.findall(text) if LETTER.search(each)]
    return len(words) >= SENTENCE_WORDS or len(LETTER.findall(text)) >= SENTENCE_LETTERS


def stop_lacks(fields: Mapping[str, str]) -> tuple[str, ...]:
    """What these fields do not say of a stop, each in words; empty when it can be acted on."""
    lacks = [words for name, words in STOP_FIELDS.items() if not says_something(fields.get(name, ""))]
    if fields.get("stop") and not NUMBER.search(fields["stop"]) and STOP_FIELDS["stop"] not in lacks:
        lacks.append(STOP_FIELDS["stop"])
    return tuple(lacks)
