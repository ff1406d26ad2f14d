"""The drafts without a network: the trigram's rows are distributions and follow hand sums; lookup repeats the past.
Needs no torch."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from labs.tinylm import propose, trigram
from labs.tinylm.trigram import Ids

VOCABULARY = 8


def some_ids(seed: int = 3) -> Ids:
    rng = np.random.default_rng(seed)
    return np.minimum(rng.geometric(0.35, size=3000) - 1, VOCABULARY - 1).astype(np.int64)


@pytest.mark.parametrize("least", [1, 2])
def test_every_row_is_a_distribution_without_zeros(least: int) -> None:
    table = trigram.fit(some_ids(), VOCABULARY, least)
    for length in range(4):
        for history in product(range(VOCABULARY), repeat=length):
            row = table.row(list(history))
            assert row.sum() == pytest.approx(1.0)
            assert (row > 0).all()


def test_the_row_follows_the_hand_sum() -> None:
    """Discounts by hand from the definition, for one context that was met often."""
    ids = some_ids()
    table = trigram.fit(ids, VOCABULARY, 1)
    grams = [tuple(ids[at : at + 3].tolist()) for at in range(len(ids) - 2)]
    counts = {gram: grams.count(gram) for gram in set(grams)}
    met = [sum(count == times for count in counts.values()) for times in range(5)]
    base = met[1] / (met[1] + 2 * met[2])
    cut = [times - (times + 1) * base * met[times + 1] / met[times] for times in (1, 2, 3)]
    own = {gram[2]: count for gram, count in counts.items() if gram[:2] == (1, 0)}
    total = sum(own.values())
    spared = sum(cut[min(count, 3) - 1] for count in own.values()) / total
    lower = table.row([0])
    for token, count in own.items():
        expected = (count - cut[min(count, 3) - 1]) / total + spared * lower[token]
        assert table.row([1, 0])[token] == pytest.approx(expected, rel=2e-3)


def test_what_rare_trigrams_lose_the_bigram_gets() -> None:
    ids = some_ids()
    whole, pruned = trigram.fit(ids, VOCABULARY, 1), trigram.fit(ids, VOCABULARY, 3)
    assert len(pruned.trigram.ids) < len(whole.trigram.ids)
    assert pruned.trigram.backoff.sum() > whole.trigram.backoff[: len(pruned.trigram.backoff)].sum()


def test_losses_are_the_negative_logs_of_the_rows() -> None:
    ids = some_ids()
    table = trigram.fit(ids, VOCABULARY, 1)
    assert table.losses(ids[:4])[2] == pytest.approx(-np.log(table.row(ids[:3])[ids[3]]))


def test_lookup_continues_the_latest_copy_of_the_longest_end() -> None:
    assert propose([1, 2, 3, 9, 1, 2, 3, 7, 1, 2, 3], 2) == [7, 1]
    assert propose([4, 5, 6, 9, 6, 8, 4, 5, 6], 2) == [9, 6]


def test_lookup_proposes_nothing_for_what_was_never_seen() -> None:
    assert propose([1, 2, 3], 4) == []
    assert propose([], 4) == []


def test_lookup_stops_where_the_history_ends() -> None:
    assert propose([1, 2, 1], 5) == [2, 1]
