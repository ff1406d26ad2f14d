"""What the decoder asks of a model: rows of caches whose lengths are the only truth, fed and cropped.
It refuses to know which library computes; a pair of another library takes part by having these methods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]
Logits = np.ndarray[Any, np.dtype[Any]]


class Session(Protocol):
    """Caches of some rows, allocated once. `lengths` [rows] says how many tokens of each are held; what lies beyond
    is never read, so a rollback only shortens."""

    @property
    def lengths(self) -> Whole: ...

    def feed(self, tokens: Whole, counts: Whole) -> Logits:
        """Logits [rows, new, vocabulary] after each of tokens [rows, new]; of row r the first counts[r] join the cache,
        the others are padding whose logits mean nothing. A row with count 0 is left as it is."""
        ...

    def read(self, tokens: Whole, counts: Whole) -> None:
        """The same for prompts: what may follow is not asked, so a model need not compute it."""
        ...

    def crop(self, row: int, length: int) -> None:
        """Keep the first `length` tokens of a row."""
        ...


class Model(Protocol):
    """A network as the decoder sees it. `vocabulary` counts the tokenizer's entries: padding of the head is cut off."""

    @property
    def name(self) -> str: ...
    @property
    def tokenizer(self) -> str: ...
    @property
    def vocabulary(self) -> int: ...
    @property
    def context(self) -> int: ...

    def open(self, rows: int) -> Session: ...


def check_pair(target: Model, draft: Model) -> None:
    """ValueError unless both speak of the same tokens: ids of one are nonsense to a model with another tokenizer."""
    for what, ours, theirs in (
        ("tokenizer", target.tokenizer, draft.tokenizer),
        ("vocabulary", target.vocabulary, draft.vocabulary),
    ):
        if ours != theirs:
            raise ValueError(
                f"{target.name} has {what} {ours} and {draft.name} has {theirs}: a draft must share the target's."
            )


def padded(rows: Sequence[Sequence[int]]) -> tuple[Whole, Whole]:
    """Token lists of any lengths as [rows, longest] with zeros behind, and their lengths [rows]."""
    counts = np.array([len(row) for row in rows], dtype=np.int64)
    tokens = np.zeros((len(rows), int(counts.max(initial=0))), dtype=np.int64)
    for place, row in enumerate(rows):
        tokens[place, : len(row)] = row
    return tokens, counts


def cropped(lengths: Whole, row: int, length: int) -> Whole:
    """Lengths with one row shortened; ValueError where that would lengthen it: what was never fed can't be kept."""
    if not 0 <= length <= lengths[row]:
        raise ValueError(f"Row {row} holds {lengths[row]} tokens; it can't be cropped to {length}.")
    shorter = lengths.copy()
    shorter[row] = length
    return shorter
