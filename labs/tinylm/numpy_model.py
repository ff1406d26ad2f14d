"""The same small GPT for one row, in numpy: a short draft steps faster here than through torch's call costs.
Knows arrays only; equal to model.py within float32 rounding, which a test holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float32]]


def _norm(x: Array) -> Array:
    scale: Array = x / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(np.finfo(np.float32).eps))
    return scale


@dataclass
class NumpyCache:
    """Keys and values so far, [layers, 2, heads, context, head width]; length is the only truth."""

    store: Array
    length: int = 0


class NumpyGPT:
    """Inference only. Weights are kept transposed and whole, which makes a one-token step quickest."""

    def __init__(self, sizes: Mapping[str, int], tensors: Mapping[str, np.ndarray[Any, Any]]) -> None:
        self.layers, self.heads, self.context = sizes["layers"], sizes["heads"], sizes["context"]
        self.head_width = sizes["width"] // self.heads
        self.embed: Array = _norm(tensors["embed.weight"].astype(np.float32))
        self.weights: dict[str, Array] = {
            name.removesuffix(".weight"): np.ascontiguousarray(tensor.astype(np.float32).T)
            for name, tensor in tensors.items()
            if name != "embed.weight"
        }
        half = self.head_width // 2
        angles = np.arange(self.context)[:, None] * 10_000.0 ** (-np.arange(half)[None, :] / half)
        self.cos, self.sin = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)

    def new_cache(self) -> NumpyCache:
        """An empty cache, allocated once."""
        return NumpyCache(np.zeros((self.layers, 2, self.heads, self.context, self.head_width), dtype=np.float32))

    def __call__(self, tokens: list[int], cache: NumpyCache) -> Array:
        """Logits [new, vocabulary] of tokens, which follow those in the cache and join them."""
        start, stop = cache.length, cache.length + len(tokens)
        if stop > self.context:
            raise ValueError(f"{stop} tokens do not fit: the context holds {self.context}; shorten the text")
        x: Array = self.embed[tokens]
        for layer in range(self.layers):
            x = x + self._attend(layer, _norm(x), cache.store[layer], start, stop)
            hidden = np.maximum(_norm(x) @ self.weights[f"blocks.{layer}.up"], 0)
            x = x + (hidden * hidden) @ self.weights[f"blocks.{layer}.down"]
        cache.length = stop
        logits: Array = _norm(x) @ self.weights["head"]
        return logits

    def _attend(self, layer: int, x: Array, kept: Array, start: int, stop: int) -> Array:
        new = stop - start
        q, k, v = (x @ self.weights[f"blocks.{layer}.qkv"]).reshape(new, 3, self.heads, -1).transpose(1, 2, 0, 3)
        kept[0, :, start:stop] = self._rotate(_norm(k), start, stop)
        kept[1, :, start:stop] = v
        scores = self._rotate(_norm(q), start, stop) @ kept[0, :, :stop].swapaxes(-1, -2) * self.head_width**-0.5
        if new > 1:
            scores[:, np.arange(stop)[None, :] > np.arange(start, stop)[:, None]] = -np.inf
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (shares / shares.sum(-1, keepdims=True)) @ kept[1, :, :stop]
        joined: Array = mixed.swapaxes(0, 1).reshape(new, -1) @ self.weights[f"blocks.{layer}.proj"]
        return joined

    def _rotate(self, x: Array, start: int, stop: int) -> Array:
        left, right = np.split(x, 2, axis=-1)
        cos, sin = self.cos[start:stop], self.sin[start:stop]
        return np.concatenate((left * cos - right * sin, left * sin + right * cos), axis=-1)
