"""Prompt lookup: a draft without weights that repeats what followed the same few tokens earlier (Saxena, 2023).
Knows ids only; not probabilities: each proposal is certain of itself."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST = 3


def propose(history: Sequence[int], num_tokens: int, longest: int = LONGEST) -> list[int]:
    """Up to num_tokens ids that followed the latest earlier copy of history's end; the longest end that has one wins.

    Empty when not even the last id was seen before."""
    for size in range(min(longest, len(history) - 1), 0, -1):
        end = list(history[-size:])
        for start in range(len(history) - size - 1, -1, -1):
            if list(history[start : start + size]) == end:
                return list(history[start + size : start + size + num_tokens])
    return []
