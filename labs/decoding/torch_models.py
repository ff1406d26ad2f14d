"""The family's networks in torch behind the decoder's interface: rows of their own lengths, on the CPU or CUDA.
It refuses to know drafting. The CUDA form has not yet been run on a GPU by us; its tests run on the CPU."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from labs.decoding.models import Logits, Whole, cropped
from labs.tinylm import load_model, load_tokenizer
from labs.tinylm.model import Block, TinyGPT, norm, rotate


class Slots:
    """A net with keys and values of fixed places, [layers, 2, rows, heads, slots, head width], written by position.

    Every shape is fixed by rows and new tokens alone and every length is a tensor, so that the same calls can be
    captured once and replayed. Places behind the context take what is padding; no query ever reads them."""

    def __init__(self, net: TinyGPT, rows: int, spare: int = 1) -> None:
        shape, device = net.shape, net.head.weight.device
        self.net, self.context = net, shape.context
        self.slots = shape.context + spare
        size = (shape.layers, 2, rows, shape.heads, self.slots, shape.width // shape.heads)
        self.store = torch.zeros(size, device=device, dtype=net.head.weight.dtype)
        half = shape.width // shape.heads // 2
        angles = torch.arange(self.slots)[:, None] * 10_000.0 ** (-torch.arange(half)[None, :] / half)
        self.cos, self.sin = angles.cos().to(self.store), angles.sin().to(self.store)
        self.numbers = torch.arange(self.slots, device=device)
        self.rows = torch.arange(rows, device=device)[:, None]

    def forward(self, tokens: Tensor, positions: Tensor) -> Tensor:
        """Logits [rows, new, vocabulary] of tokens at positions [rows, new]; each sees its row up to its position."""
        cos, sin = self.cos[positions][:, None], self.sin[positions][:, None]
        seen = self.numbers[None, None, :] <= positions[:, :, None]
        mask = torch.zeros(seen.shape, device=seen.device).masked_fill(~seen, float("-inf"))[:, None]
        x = norm(self.net.embed(tokens))
        for kept, block in zip(self.store, self.net.blocks, strict=True):
            assert isinstance(block, Block)
            x = x + block.proj(self._attend(block, norm(x), cos, sin, mask, kept, positions))
            x = x + block.down(torch.relu(block.up(norm(x))).square())
        logits: Tensor = self.net.head(norm(x))
        return logits

    def _attend(
        self, block: Block, x: Tensor, cos: Tensor, sin: Tensor, mask: Tensor, kept: Tensor, positions: Tensor
    ) -> Tensor:
        rows, new, width = x.shape
        q, k, v = block.qkv(x).view(rows, new, 3, block.heads, -1).permute(2, 0, 3, 1, 4)
        q, k = rotate(norm(q), cos, sin), rotate(norm(k), cos, sin)
        kept[0, self.rows, :, positions] = k.transpose(1, 2)
        kept[1, self.rows, :, positions] = v.transpose(1, 2)
        scores = (q * (width // block.heads) ** -0.5) @ kept[0].transpose(-2, -1)
        y = (scores + mask.to(scores.dtype)).softmax(-1) @ kept[1]
        joined: Tensor = y.transpose(1, 2).reshape(rows, new, width)
        return joined


class TorchSession:
    """Rows of one network's cache; `lengths` stay with the caller's numpy."""

    def __init__(self, net: TinyGPT, vocabulary: int, rows: int) -> None:
        self._slots, self._vocabulary = Slots(net, rows), vocabulary
        self._lengths = np.zeros(rows, dtype=np.int64)

    @property
    def lengths(self) -> Whole:
        return self._lengths

    @torch.inference_mode()
    def feed(self, tokens: Whole, counts: Whole) -> Logits:
        stops = self._lengths + counts
        if stops.max() > self._slots.context:
            raise ValueError(
                f"{stops.max()} tokens do not fit: the context holds {self._slots.context}; shorten the text"
            )
        device = self._slots.store.device
        places = torch.arange(tokens.shape[1], device=device)[None, :]
        starts, taken = (torch.from_numpy(each).to(device)[:, None] for each in (self._lengths, counts))
        positions = torch.where(places < taken, starts + places, self._slots.context)
        logits = self._slots.forward(torch.from_numpy(tokens).to(device), positions)
        self._lengths = stops
        found: Logits = logits[..., : self._vocabulary].float().cpu().numpy()
        return found

    def read(self, tokens: Whole, counts: Whole) -> None:
        self.feed(tokens, counts)

    def crop(self, row: int, length: int) -> None:
        self._lengths = cropped(self._lengths, row, length)


class TorchModel:
    """A TinyGPT with a tokenizer of `vocabulary` entries, where its weights lie."""

    def __init__(self, name: str, net: TinyGPT, tokenizer: str, vocabulary: int) -> None:
        self.name, self.tokenizer, self.vocabulary, self.context = name, tokenizer, vocabulary, net.shape.context
        self.net = net

    def open(self, rows: int) -> TorchSession:
        return TorchSession(self.net, self.vocabulary, rows)


def torch_model(name: str, device: str = "cpu") -> TorchModel:
    """`target`, `distilled` or `plain` of the committed family, in float32."""
    tokenizer = load_tokenizer()
    return TorchModel(name, load_model(name).to(device), tokenizer.digest, tokenizer.num_tokens)
