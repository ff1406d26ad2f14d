"""Toy models for the decoder: tables that read their history from their own preallocated cache, and their exact law.
They refuse to know the family; a fault is a session that gets one thing wrong."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from labs.decoding import Request, Sampling
from labs.decoding.models import Logits, Whole, cropped

CONTEXT = 24


class TableSession:
    """Histories [rows, context]; a token's law depends on it and the one before, as the cache holds them."""

    def __init__(self, table: np.ndarray[Any, Any], rows: int, context: int) -> None:
        self.table, self.context = table, context
        self.store = np.full((rows, context), -1)
        self._lengths: Whole = np.zeros(rows, dtype=np.int64)

    @property
    def lengths(self) -> Whole:
        return self._lengths

    def feed(self, tokens: Whole, counts: Whole) -> Logits:
        logits = np.full((*tokens.shape, self.table.shape[-1]), np.nan)
        for row, count in enumerate(counts):
            for place in range(count):
                at = self._lengths[row] + place
                assert at < self.context, "the cache was overrun"
                self.store[row, at] = tokens[row, place]
                before = self.store[row, at - 1] if at else 0
                logits[row, place] = np.log(self.table[before, tokens[row, place]])
        self._lengths = self._lengths + counts
        return logits

    def read(self, tokens: Whole, counts: Whole) -> None:
        self.feed(tokens, counts)

    def crop(self, row: int, length: int) -> None:
        self._lengths = cropped(self._lengths, row, length)


class TableModel:
    """A table [vocabulary, vocabulary, vocabulary] as a model."""

    tokenizer = "toy"

    def __init__(self, table: np.ndarray[Any, Any], session: Any = TableSession, context: int = CONTEXT) -> None:
        self.name, self.table, self.context, self._session = "table", table, context, session
        self.vocabulary = table.shape[-1]

    def open(self, rows: int) -> Any:
        return self._session(self.table, rows, self.context)


def random_table(seed: int, vocabulary: int = 6, sharpness: float = 1.0) -> np.ndarray[Any, Any]:
    logits = sharpness * np.random.default_rng(seed).normal(size=(vocabulary,) * 3)
    shares = np.exp(logits)
    return shares / shares.sum(-1, keepdims=True)


def near(table: np.ndarray[Any, Any], seed: int, noise: float = 0.7) -> np.ndarray[Any, Any]:
    """A draft's table: the same with noise on the logits."""
    moved = table * np.exp(noise * np.random.default_rng(seed).normal(size=table.shape))
    return moved / moved.sum(-1, keepdims=True)


def law_of(table: np.ndarray[Any, Any], sampling: Sampling, row: Any) -> np.ndarray[Any, Any]:
    """The law of one row of the table under a sampling, written out: sort, cut, normalise."""
    if sampling.temperature == 0:
        return np.eye(len(row))[int(np.argmax(row))]
    shares = np.asarray(row) ** (1 / sampling.temperature)
    order = sorted(range(len(shares)), key=lambda token: (-shares[token], token))
    kept = order[: sampling.top_k or len(order)]
    total, mass, chosen = sum(shares[token] for token in kept), 0.0, []
    for token in kept:
        if mass >= sampling.top_p * total:
            break
        chosen.append(token)
        mass += shares[token]
    return np.array([shares[token] if token in chosen else 0.0 for token in range(len(shares))]) / mass


def joint_law(
    table: np.ndarray[Any, Any], prompt: tuple[int, ...], length: int, sampling: Sampling
) -> dict[Any, float]:
    """Probability of every continuation of `length` tokens, by multiplying rows of the table."""
    law = {}
    for tokens in product(range(table.shape[-1]), repeat=length):
        history, chance = [0, *prompt], 1.0
        for token in tokens:
            chance *= law_of(table, sampling, table[history[-2], history[-1]])[token]
            history.append(token)
        law[tokens] = chance
    return law


def requests(count: int, max_new: int, sampling: Sampling | None = None, first: int = 0) -> list[Request]:
    """Requests that differ in seed only."""
    wish = sampling or Sampling()
    return [Request((1, 2), max_new, wish, seed) for seed in range(first, first + count)]
