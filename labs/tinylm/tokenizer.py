"""Byte-level byte-pair encoding in plain Python: bytes to token ids and back, for any bytes at all.
Knows merges only; not where they came from, nor what a model does with the ids."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

NUM_BYTES = 256
END = 256  # the one token that stands for no bytes: between documents

# Bytes of 0x80 and above count as letters, so that a multi-byte character is never cut from its word.
_PIECE = re.compile(
    rb"'(?:[sdmt]|ll|ve|re)(?![A-Za-z\x80-\xff])"
    rb"|[ _]?[A-Za-z\x80-\xff]+"
    rb"| ?[0-9]{1,2}"
    rb"| ?[^\sA-Za-z0-9\x80-\xff]+"
    rb"|\s+(?!\S)"
    rb"|\s+"
)


def pieces(data: bytes) -> list[bytes]:
    """Cut data into the pieces that merges may not cross; their concatenation is data."""
    return _PIECE.findall(data)


def merge_pair(ids: Sequence[int], pair: tuple[int, int], merged: int) -> list[int]:
    """Replace each occurrence of pair in ids, left to right, with merged."""
    out: list[int] = []
    i = 0
    while i < len(ids):
        if i + 1 < len(ids) and (ids[i], ids[i + 1]) == pair:
            out.append(merged)
            i += 2
        else:
            out.append(ids[i])
            i += 1
    return out


@dataclass(frozen=True)
class Tokenizer:
    """A vocabulary of 256 bytes, one end token and one entry a merge, in the order of the merges."""

    merges: tuple[tuple[int, int], ...]

    @property
    def num_tokens(self) -> int:
        return NUM_BYTES + 1 + len(self.merges)

    @cached_property
    def token_bytes(self) -> tuple[bytes, ...]:
        """The bytes that each id stands for; the end token stands for none."""
        table = [bytes([i]) for i in range(NUM_BYTES)] + [b""]
        for left, right in self.merges:
            table.append(table[left] + table[right])
        return tuple(table)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the merges; a draft and a target must carry the same one."""
        return hashlib.sha256(json.dumps(self.merges, separators=(",", ":")).encode()).hexdigest()

    @cached_property
    def _ranks(self) -> dict[tuple[int, int], int]:
        return {pair: NUM_BYTES + 1 + rank for rank, pair in enumerate(self.merges)}

    def _encode_piece(self, piece: bytes) -> tuple[int, ...]:
        ids: list[int] = list(piece)
        ranks = self._ranks
        while len(ids) > 1:
            known = [pair for pair in pairwise(ids) if pair in ranks]
            if not known:
                break
            best = min(known, key=ranks.__getitem__)
            ids = merge_pair(ids, best, ranks[best])
        return tuple(ids)

    def encode(self, text: str | bytes) -> list[int]:
        """The ids of text; no end token is added. Same text, same ids, on any machine."""
        data = text.encode() if isinstance(text, str) else text
        encode_piece = lru_cache(maxsize=1 << 16)(self._encode_piece)
        return [token for piece in pieces(data) for token in encode_piece(piece)]

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of ids, exactly those encoded."""
        table = self.token_bytes
        return b"".join(table[i] for i in ids)

    def decode(self, ids: Iterable[int]) -> str:
        """Text of ids; a character cut in two shows as U+FFFD."""
        return self.decode_bytes(ids).decode("utf-8", errors="replace")

    def to_json(self) -> str:
        return json.dumps({"kind": "byte-bpe", "end": END, "merges": self.merges}, separators=(",", ":")) + "\n"


def read_tokenizer(text: str) -> Tokenizer:
    """Parse the JSON of Tokenizer.to_json; ValueError if a merge names an entry that does not exist yet."""
    raw = json.loads(text)
    merges = tuple((int(left), int(right)) for left, right in raw["merges"])
    for rank, pair in enumerate(merges):
        if not all(0 <= part < NUM_BYTES + 1 + rank and part != END for part in pair):
            raise ValueError(f"merge {rank} is {pair}: each part must be a byte or an earlier merge; rebuild the file")
    return Tokenizer(merges)
