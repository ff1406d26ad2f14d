"""Settings drawn for one learner by a seed, and prose with drawn and computed numbers in place of their names.
It refuses to compute, to store seeds and to mark.
"""

import hashlib
import html
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from app.course.items import Family, Prose, Question
from app.course.lesson import Block, Note, Reveal
from labs import number

DRAWN: Final = re.compile(r'<span class="drawn" data-drawn="([a-z][a-z0-9_]*)(:n)?">[^<]*</span>')
WHOLE: Final = re.compile(r"-?[1-9]\d{3,14}", re.ASCII)
# A seed is a learner's part and the turn; a turn is one asking of the question, and the next one has new numbers.
TURNS: Final = 1_000
MOST_TRIES: Final = 50
Settings = tuple[tuple[str, str], ...]


class Unfit(ValueError):
    """These numbers make no question; the text says why, as the rest of a sentence."""


def draw_seed(learner: int, item: str, turn: int) -> int:
    """The seed of an item for a learner at a turn, counted from 0; at most 13 digits."""
    part = int.from_bytes(hashlib.sha256(f"{learner}:{item}".encode()).digest()[:4])
    return part * TURNS + min(turn, TURNS - 1)


def turn_of(seed: int) -> int:
    return seed % TURNS


def source(seed: int, attempt: int) -> random.Random:
    """The same numbers on every machine for one seed and one attempt at drawing."""
    return random.Random(f"{seed}:{attempt}")


def chosen(family: Family, source: random.Random) -> Settings:
    """All settings of one draw as text."""
    return (*family.fixed, *((name, source.choice(values)) for name, values in family.draws))


def attempts(seed: int) -> Iterator[random.Random]:
    """One source after the other, for as long as what they give cannot be used."""
    return (source(seed, attempt) for attempt in range(MOST_TRIES))


def filled(markup: str, words: Mapping[str, str]) -> str:
    """Compiled prose with the numbers in place of their names; `name:n` leaves the unit out."""
    return DRAWN.sub(lambda match: html.escape(words.get(match[1] + (match[2] or ""), match[1])), markup)


def setting_words(text: str) -> str:
    """A drawn setting as a reader expects it, thousands apart: 8192 is 8,192."""
    return number(int(text)) if WHOLE.fullmatch(text) else text


def with_words(question: Question, words: Mapping[str, str]) -> Question:
    """The prose around the answer with numbers in place."""
    return replace(
        question,
        ask=tuple(Prose(filled(each.html, words), each.words) for each in question.ask),
        hints=tuple(filled(each, words) for each in question.hints),
        reveals=tuple(_with_words(each, words) for each in question.reveals),
    )


def _with_words(block: Block, words: Mapping[str, str]) -> Block:
    if isinstance(block, Prose):
        return Prose(filled(block.html, words), block.words)
    if isinstance(block, Reveal | Note):
        return replace(block, blocks=tuple(_with_words(each, words) for each in block.blocks))
    return block
