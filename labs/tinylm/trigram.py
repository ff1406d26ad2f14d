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
    """Sparse rows: context i has probs for ids[starts[i]:starts[i + 1]], and backoff[i] is what they leave."""

    contexts: NDArray[np.uint32]
    starts: NDArray[np.uint32]
    ids: NDArray[np.uint16]
    probs: NDArray[np.float16]
    backoff: NDArray[np.float16]

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
        probabilities: Reals = row / row.sum()
        return probabilities

    def losses(self, ids: Ids) -> Reals:
        """Nats of each id after the first, given all before it: [len(ids) - 1]."""
        return np.array([-np.log(self.row(ids[:at])[ids[at]]) for at in range(1, len(ids))])


def fit(ids: Ids, vocabulary: int, least: int) -> Trigram:
    """Count ids and smooth; trigrams seen fewer than least times are left out, their mass going to the bigram.

    Lower orders use continuation counts (in how many contexts a token was met), as Kneser and Ney do."""
    triples, counts = np.unique((ids[:-2] * vocabulary + ids[1:-1]) * vocabulary + ids[2:], return_counts=True)
    pairs, pair_counts = np.unique(triples % vocabulary**2, return_counts=True)
    singles = np.bincount(pairs % vocabulary, minlength=vocabulary) + 1.0
    unigram = (singles / singles.sum()).astype(np.float32)
    return Trigram(unigram, _rows(pairs, pair_counts, vocabulary, 1), _rows(triples, counts, vocabulary, least))


def _discounts(counts: Ids) -> Reals:
    """What to take off counts of 1, 2, and 3 or more: the modified rule, from how many grams were met 1 to 4 times."""
    met = np.array([np.sum(counts == times) for times in range(5)], dtype=np.float64)
    base = met[1] / (met[1] + 2 * met[2])
    return np.array([times - (times + 1) * base * met[times + 1] / met[times] for times in (1, 2, 3)])


def _rows(grams: Ids, counts: Ids, vocabulary: int, least: int) -> Rows:
    contexts, where = np.unique(grams // vocabulary, return_inverse=True)
    totals = np.bincount(where, weights=counts)
    probs = (counts - _discounts(counts)[np.minimum(counts, 3) - 1]) / totals[where]
    kept = counts >= least
    own = np.bincount(where[kept], weights=probs[kept], minlength=len(contexts))
    sizes = np.bincount(where[kept], minlength=len(contexts))
    full = sizes > 0
    return Rows(
        contexts[full].astype(np.uint32),
        np.concatenate(([0], np.cumsum(sizes[full]))).astype(np.uint32),
        (grams[kept] % vocabulary).astype(np.uint16),
        probs[kept].astype(np.float16),
        (1 - own[full]).astype(np.float16),
    )
