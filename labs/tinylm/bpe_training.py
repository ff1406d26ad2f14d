"""Learn byte-pair merges from counted text: the classic greedy rule, ties to the smaller pair.
Knows pieces and counts only; not the files they come from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise

from labs.tinylm.tokenizer import NUM_BYTES, Tokenizer, merge_pair, pieces

Pair = tuple[int, int]


def count_pieces(weighted_texts: Iterable[tuple[str, int]]) -> Counter[bytes]:
    """Count the pieces of (text, weight) pairs; weight repeats a text without reading it again."""
    counts: Counter[bytes] = Counter()
    for text, weight in weighted_texts:
        for piece, count in Counter(pieces(text.encode())).items():
            counts[piece] += count * weight
    return counts


def learn(counts: Counter[bytes], num_merges: int) -> Tokenizer:
    """The tokenizer whose merges take the commonest adjacent pair, num_merges times."""
    words = [(list(piece), count) for piece, count in sorted(counts.items()) if len(piece) > 1]
    pair_counts: Counter[Pair] = Counter()
    holders: defaultdict[Pair, set[int]] = defaultdict(set)
    for index, (ids, count) in enumerate(words):
        _note(ids, count, index, pair_counts, holders)
    merges: list[Pair] = []
    for rank in range(num_merges):
        best = min(pair_counts, key=lambda pair: (-pair_counts[pair], pair))
        merges.append(best)
        for index in sorted(holders.pop(best)):
            ids, count = words[index]
            _note(ids, -count, index, pair_counts, None)
            merged = merge_pair(ids, best, NUM_BYTES + 1 + rank)
            words[index] = (merged, count)
            _note(merged, count, index, pair_counts, holders)
        del pair_counts[best]
    return Tokenizer(tuple(merges))


def _note(
    ids: list[int], count: int, index: int, pair_counts: Counter[Pair], holders: defaultdict[Pair, set[int]] | None
) -> None:
    for pair in pairwise(ids):
        pair_counts[pair] += count
        if holders is not None:
            holders[pair].add(index)
