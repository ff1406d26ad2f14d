"""What a tokenizer.json says of its tokens: entries by id, merges, the bytes of each; and where two of them differ.
It refuses to cut text into tokens; a library does, when a model runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from labs.checkpoints.refused import BadCheckpoint

_SPACE: Final = "\u2581"  # how piece tokenizers write a space
MOST_ENTRIES: Final = 1_000_000


@dataclass(frozen=True)
class Vocabulary:
    """Tokens by id (None where an id has no entry), ids that stand for no text, and merges in their order.
    `in_bytes` says whether a token's letters stand for bytes, or for themselves."""

    tokens: tuple[str | None, ...]
    special: frozenset[int]
    added: frozenset[int]
    merges: tuple[tuple[str, str], ...]
    in_bytes: bool

    @property
    def size(self) -> int:
        """Ids from 0, gaps included."""
        return len(self.tokens)

    @cached_property
    def gaps(self) -> tuple[int, ...]:
        """Ids without an entry, which may never be drawn."""
        return tuple(number for number, token in enumerate(self.tokens) if token is None)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of entries and merges; a draft and a target must carry the same one."""
        return hashlib.sha256(json.dumps([self.tokens, self.merges]).encode()).hexdigest()

    @cached_property
    def token_bytes(self) -> tuple[bytes, ...]:
        """The bytes that each id stands for; none for what is no text."""
        letters = byte_letters()
        return tuple(self._bytes(number, token, letters) for number, token in enumerate(self.tokens))

    def _bytes(self, number: int, token: str | None, letters: Mapping[str, int]) -> bytes:
        if token is None or number in self.special:
            return b""
        if number in self.added:
            return token.encode()
        if self.in_bytes:
            return b"".join(
                bytes([letters[letter]]) if letter in letters else letter.encode("utf-8", "replace") for letter in token
            )
        if len(token) == 6 and token.startswith("<0x") and token.endswith(">"):
            return bytes.fromhex(token[3:5])
        return token.replace(_SPACE, " ").encode("utf-8", "replace")


def byte_letters() -> dict[str, int]:
    """The letter for each byte in byte-level tokenizers: itself where it can be printed, else the next from 256 on."""
    printed = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printed]
    return {chr(byte): byte for byte in printed} | {chr(256 + place): byte for place, byte in enumerate(others)}


def difference(one: Vocabulary, other: Vocabulary, names: tuple[str, str]) -> str | None:
    """The first thing in which two tokenizers differ, in words; None when ids mean the same in both."""
    for number, (mine, theirs) in enumerate(zip(one.tokens, other.tokens, strict=False)):
        if mine != theirs:
            return f"token {number:,} is {_said(mine)} in {names[0]} and {_said(theirs)} in {names[1]}"
    if one.size != other.size:
        return f"{names[0]} has {one.size:,} tokens and {names[1]} has {other.size:,}"
    for rank, (ours, others) in enumerate(zip(one.merges, other.merges, strict=False)):
        if ours != others:
            return f"merge {rank:,} joins {_pair(ours)} in {names[0]} and {_pair(others)} in {names[1]}"
    if len(one.merges) != len(other.merges):
        return f"{names[0]} has {len(one.merges):,} merges and {names[1]} has {len(other.merges):,}"
    return None


def read_vocabulary(found: Mapping[str, Any]) -> Vocabulary:
    """The vocabulary of a parsed tokenizer.json; BadCheckpoint for another kind than byte-pair encoding."""
    model = found.get("model")
    kind = model.get("type") if isinstance(model, dict) else None
    if not isinstance(model, dict) or kind != "BPE":
        raise BadCheckpoint(f"tokenizer.json is of the kind {kind!r:.40}; only BPE, byte-pair encoding, can run here.")
    try:
        entries = {int(number): str(token) for token, number in model["vocab"].items()}
        extra = {int(each["id"]): str(each["content"]) for each in found.get("added_tokens") or ()}
        special = frozenset(int(each["id"]) for each in found.get("added_tokens") or () if each.get("special"))
        merges = tuple(_merge(each) for each in model["merges"])
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise BadCheckpoint(f"tokenizer.json can't be read ({problem!r:.80}): restore the file.") from problem
    both = entries | extra
    if not both or min(both) < 0 or max(both) >= MOST_ENTRIES:
        raise BadCheckpoint(f"tokenizer.json has ids outside 0 to {MOST_ENTRIES - 1:,}, or none: restore the file.")
    tokens = tuple(both.get(number) for number in range(max(both) + 1))
    return Vocabulary(tokens, special, frozenset(extra), merges, _is_in_bytes(found))


def _merge(each: Any) -> tuple[str, str]:
    left, right = each.split(" ") if isinstance(each, str) else each
    return str(left), str(right)


def _is_in_bytes(found: Mapping[str, Any]) -> bool:
    """Whether decoding goes through byte letters; the steps may be nested."""
    steps: list[Any] = [found.get("decoder"), found.get("pre_tokenizer")]
    while steps:
        step = steps.pop()
        if isinstance(step, dict):
            if step.get("type") == "ByteLevel":
                return True
            steps += [*(step.get("decoders") or ()), *(step.get("pretokenizers") or ())]
    return False


def _said(token: str | None) -> str:
    return "not there" if token is None else repr(token)


def _pair(merge: tuple[str, str]) -> str:
    return " and ".join(map(repr, merge))
