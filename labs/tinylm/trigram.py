"""A trigram: interpolated Kneser-Ney over token ids (Chen and Goodman, 1998), as sparse rows in numpy.
Knows ids and counts only; not text, torch or files."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int64]
Reals = NDArray[np.float64]


@dataclass(frozen=True)
class Rows:
    """Sparse rows: for context i, ids[starts[i]:starts[i+1]] have these discounted probabilities; the rest is backoff[i]."""

    contexts: NDArray[np.uint32]
    starts: NDArray[np.uint32]
    ids: NDArray[np.uint16]
    probs: NDArray[np.float32]
    backoff: NDArray[np.float32]

    def mix(self, context: int, lower: Reals) -> Reals:
        """The whole row of context over the vocabulary: own probabilities plus backoff times lower [vocabulary]."""
        at = int(np.searchsorted(self.contexts, context))
        if at == len(self.contexts) or int(self.contexts[at]) != context:
            return lower
        row = lower * float(self.backoff[at])
        span = slice(int(self.starts[at]), int(self.starts[at + 1]))
        row[self.ids[span]] += self.probs[span]
        return row


@dataclass(frozen=True)
class Trigram:
    """Next-token probabilities from the last two ids; fewer than two fall back to the shorter context."""

    unigram: NDArray[np.float32]
    bigram: Rows
    trigram: Rows

    def row(self, history: list[int] | Ids) -> Reals:
        """Probabilities [vocabulary] of the token after history; they sum to 1."""
        row = self.unigram.astype(np.float64)
        if len(history) >= 1:
            row = self.bigram.mix(int(history[-1]), row)
        if len(history) >= 2:
            row = self.trigram.mix(int(history[-2]) * len(row) + int(history[-1]), row)
        return row / row.sum()

    def losses(self, ids: Ids) -> Reals:
        """Nats of each id after the first, given all before it: [len(ids) - 1]."""
        return np.array([-np.log(self.row(ids[:at])[ids[at]]) for at in range(1, len(ids))])


def fit(ids: Ids, vocabulary: int, least: int = 1) -> Trigram:
    """Count ids and smooth; trigrams seen fewer than least times are left out, their mass going to the bigram.

    Lower orders use continuation counts (in how many contexts a token was met), as Kneser and Ney do."""
    triples, counts = np.unique((ids[:-2] * vocabulary + ids[1:-1]) * vocabulary + ids[2:], return_counts=True)
    pairs, pair_counts = np.unique(triples % vocabulary**2, return_counts=True)
    singles = np.bincount(pairs % vocabulary, minlength=vocabulary) + 1.0
    unigram = (singles / singles.sum()).astype(np.float32)
    return Trigram(unigram, _rows(pairs, pair_counts, vocabulary, 1), _rows(triples, counts, vocabulary, least))


def _rows(grams: Ids, counts: Ids, vocabulary: int, least: int) -> Rows:
    once, twice, thrice = (np.sum(counts == n) for n in (1, 2, 3))
    base = once / (once + 2 * twice)
    more = np.array([1 - 2 * base * twice / once, 2 - 3 * base * thrice / twice, 3 - 4 * base * np.sum(counts == 4) / thrice])
    discounts = np.clip(more, 0.1, 0.95 * np.array([1, 2, 3]))[np.minimum(counts, 3) - 1]
    contexts, where = np.unique(grams // vocabulary, return_inverse=True)
    totals = np.bincount(where, weights=counts)
    probs = (counts - discounts) / totals[where]
    kept = counts >= least
    own = np.bincount(where[kept], weights=probs[kept], minlength=len(contexts))
    sizes = np.bincount(where[kept], minlength=len(contexts))
    full = sizes > 0
    starts = np.concatenate(([0], np.cumsum(sizes[full])))
    return Rows(
        contexts[full].astype(np.uint32),
        starts.astype(np.uint32),
        (grams[kept] % vocabulary).astype(np.uint16),
        probs[kept].astype(np.float32),
        (1 - own[full]).astype(np.float32),
    )
