"""Prompts of a group, cut from held-out text: some to choose a draft length by, others to report.
It refuses to know decoding."""

from __future__ import annotations

from typing import Literal

from labs.decoding.cannot_run import CannotRun
from labs.decoding.family import GROUPS
from labs.decoding.pair import Words
from labs.reading import quote
from labs.tinylm import END, held_out, load_tokenizer

Part = Literal["reported", "tuning"]
LENGTH, SHORTEST = 48, 32
MOST = 60


def group_tokens(group: str) -> list[int]:
    """All held-out tokens of a group, the end token before each document and after the last."""
    if group not in GROUPS:
        raise CannotRun(f'There is no slice "{quote(group)}". There are {", ".join(GROUPS)}.')
    tokenizer, tokens = load_tokenizer(), [END]
    for document in held_out()[group]:
        tokens += [*tokenizer.encode(document), END]
    return tokens


def prompts_of(group: str, count: int, part: Part = "reported") -> list[tuple[int, ...]]:
    """`count` prompts of up to 48 tokens, evenly spread over the group's text and ended at a whole word.

    The two parts share no token, so that what is chosen on one is not reported on the other's words."""
    if not 1 <= count <= MOST:
        raise CannotRun(f"{count} prompts a slice are asked for; 1 to {MOST} are allowed.")
    tokens, table = group_tokens(group), load_tokenizer().token_bytes
    stride = (len(tokens) - 2 * LENGTH) // max(2, count)
    offset = 0 if part == "reported" else LENGTH
    return [_whole(tokens, place * stride + offset, table) for place in range(count)]


def prompts_in(words: Words, group: str, count: int, part: Part = "reported") -> list[tuple[int, ...]]:
    """The same prompts as another tokenizer cuts them."""
    own, prompts = load_tokenizer(), prompts_of(group, count, part)
    return prompts if words == own else [tuple(words.encode(own.decode(each))) for each in prompts]


def _whole(tokens: list[int], start: int, table: tuple[bytes, ...]) -> tuple[int, ...]:
    """At most 48 tokens from start, cut where the next one begins with a space; 32 at least."""
    stop = start + LENGTH
    while stop > start + SHORTEST and not table[tokens[stop]][:1].isspace():
        stop -= 1
    return tuple(tokens[start:stop])
