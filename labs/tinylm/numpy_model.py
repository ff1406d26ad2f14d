"""The same small GPT in numpy, for a few rows of their own lengths: on a CPU it steps faster than through torch.
Knows arrays only; equal to model.py within float32 rounding, which a test holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = np.ndarray[Any, np.dtype[np.float32]]
Whole = NDArray[np.int64]
EPSILON = float(np.finfo(np.float32).eps)
# Matrix products of a few rows are quickest in column blocks of this width: each then fits the small-product kernels
# of OpenBLAS, which copy nothing. Five rows cost 0.6 ms so and 1.2 ms whole (target, AMD EPYC, one thread).
BLOCK = 64
# One row goes twice through a matrix of so many numbers: the kernels for two rows read a matrix that lies outside the
# nearest cache faster than those for a vector do (a step of the target: 1.0 ms and 1.3 ms).
TWICE_FROM = 100_000


def _blocks(matrix: np.ndarray[Any, Any], width: int = BLOCK) -> Array:
    """[out, in] weights as [blocks, in, columns]; the columns are as many as divide `out`, at most width."""
    outputs, inputs = matrix.shape
    columns = max(size for size in range(1, width + 1) if outputs % size == 0)
    parts = matrix.astype(np.float32).reshape(-1, columns, inputs).swapaxes(1, 2)
    return np.ascontiguousarray(parts)


def _product(x: Array, blocks: Array) -> Array:
    """[rows, in] times blocks: [blocks, rows, columns]."""
    is_twice = len(x) == 1 and blocks.size >= TWICE_FROM
    product: Array = (np.concatenate((x, x)) @ blocks)[:, :1] if is_twice else x @ blocks
    return product


def _times(x: Array, blocks: Array) -> Array:
    """[rows, in] times blocks: [rows, out]."""
    whole: Array = _product(x, blocks).swapaxes(0, 1).reshape(len(x), -1)
    return whole


def _norm(x: Array) -> Array:
    """Root-mean-square norm over the last axis."""
    squares = np.einsum("...i,...i->...", x, x)
    scaled: Array = x * (squares * np.float32(1 / x.shape[-1]) + np.float32(EPSILON))[..., None] ** np.float32(-0.5)
    return scaled


@dataclass
class NumpyCache:
    """Keys and values so far, [layers, 2, heads, rows, context, head width]; lengths [rows] are the only truth."""

    store: Array
    lengths: Whole


class NumpyGPT:
    """Inference only."""

    def __init__(self, sizes: Mapping[str, int], tensors: Mapping[str, np.ndarray[Any, Any]]) -> None:
        self.layers, self.heads, self.context = sizes["layers"], sizes["heads"], sizes["context"]
        self.vocabulary = sizes["vocabulary"]
        self.head_width = sizes["width"] // self.heads
        half = self.head_width // 2
        self.embed: Array = _norm(tensors["embed.weight"].astype(np.float32))
        # Pairs (i, i + half) are laid side by side, so that a rotation is one product of complex numbers.
        pairs = np.arange(self.head_width).reshape(2, half).T.reshape(-1)
        self.weights: dict[str, Array] = {"head": _blocks(tensors["head.weight"])}
        for layer in range(self.layers):
            for name in ("proj", "up", "down"):
                self.weights[f"{name}{layer}"] = _blocks(tensors[f"blocks.{layer}.{name}.weight"])
            qkv = tensors[f"blocks.{layer}.qkv.weight"].reshape(3, self.heads, self.head_width, -1)
            qkv = np.concatenate((qkv[:2, :, pairs], qkv[2:]))
            self.weights[f"qkv{layer}"] = _blocks(qkv.reshape(3 * sizes["width"], -1), self.head_width)
        angles = np.arange(self.context)[:, None] * 10_000.0 ** (-np.arange(half)[None, :] / half)
        self.turns = np.exp(1j * angles).astype(np.complex64)
        self.numbers = np.arange(self.context)

    def new_cache(self, rows: int = 1) -> NumpyCache:
        """An empty cache for so many rows, allocated once."""
        size = (self.layers, 2, self.heads, rows, self.context, self.head_width)
        return NumpyCache(np.zeros(size, dtype=np.float32), np.zeros(rows, dtype=np.int64))

    def __call__(self, tokens: Whole, cache: NumpyCache, counts: Whole | None = None) -> Array:
        """Logits [rows, new, vocabulary] of tokens [rows, new], which follow those in the cache and join them.

        Of row r the first counts[r] join; the others are padding, whose logits mean nothing. ValueError when a row
        would be longer than the context."""
        rows, new = tokens.shape
        counts = np.full(rows, new) if counts is None else counts
        starts, stops = cache.lengths, cache.lengths + counts
        stop = int(stops.max())
        if stop > self.context:
            raise ValueError(f"{stop} tokens do not fit: the context holds {self.context}; shorten the text")
        positions = np.minimum(starts[:, None] + self.numbers[None, :new], self.context - 1)
        turns = self.turns[positions]
        mask = None
        if rows * new > 1:
            seen = self.numbers[None, None, :stop] <= positions[:, :, None]
            mask = np.where(seen, np.float32(0), np.float32(-np.inf))
        spans = [(row, int(starts[row]), int(stops[row])) for row in range(rows)]
        x: Array = self.embed[tokens.reshape(-1)]
        for layer in range(self.layers):
            mixed = self._attend(layer, _norm(x), cache.store[layer], turns, mask, spans, stop)
            x = x + _times(mixed, self.weights[f"proj{layer}"])
            hidden = np.maximum(_product(_norm(x), self.weights[f"up{layer}"]), 0)
            hidden *= hidden
            x = x + _times(hidden.swapaxes(0, 1).reshape(rows * new, -1), self.weights[f"down{layer}"])
        cache.lengths = stops
        return _times(_norm(x), self.weights["head"]).reshape(rows, new, -1)

    def _attend(
        self,
        layer: int,
        x: Array,
        kept: Array,
        turns: np.ndarray[Any, np.dtype[np.complex64]],
        mask: Array | None,
        spans: list[tuple[int, int, int]],
        stop: int,
    ) -> Array:
        """[rows x new, width]: each row's own keys up to its own position; spans are (row, start, stop)."""
        rows, new = turns.shape[:2]
        qkv = _product(x, self.weights[f"qkv{layer}"]).reshape(3, self.heads, rows, new, self.head_width)
        turned = (_norm(qkv[:2]).view(np.complex64) * turns).view(np.float32)
        for row, first, last in spans:
            kept[0, :, row, first:last] = turned[1, :, row, : last - first]
            kept[1, :, row, first:last] = qkv[2, :, row, : last - first]
        scores = turned[0] @ kept[0, :, :, :stop].swapaxes(-1, -2)
        scores *= np.float32(self.head_width**-0.5)
        if mask is not None:
            scores += mask
        # Normed queries and keys keep each score below the square root of the head width: no maximum need be taken off.
        shares = np.exp(scores, out=scores)
        mixed = (shares @ kept[1, :, :, :stop]) / shares.sum(-1, keepdims=True)
        joined: Array = mixed.transpose(1, 2, 0, 3).reshape(rows * new, -1)
        return joined
