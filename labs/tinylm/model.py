"""A small GPT in torch: rotary positions, parameterless norms, squared ReLU, a preallocated key-value cache.
Knows tensors only; not tokens' meaning, training or files."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as functional
from torch import Tensor, nn

from labs.tinylm.tensor_file import read_tensors, write_tensors


@dataclass(frozen=True)
class Shape:
    """What fixes every tensor of a model; heads divide width."""

    layers: int
    width: int
    heads: int
    context: int = 256
    vocabulary: int = 1024

    def __post_init__(self) -> None:
        if min(self.layers, self.width, self.heads, self.context, self.vocabulary) < 1:
            raise ValueError(f"{self} has a size below 1: every size is a whole number of 1 or more")
        if self.width % (2 * self.heads):
            raise ValueError(f"width {self.width} is not a multiple of 2 x {self.heads} heads: choose another width")


@dataclass
class Cache:
    """Keys and values so far, [layers, 2, batch, heads, context, head width]; length is the only truth."""

    store: Tensor
    length: int = 0


def norm(x: Tensor) -> Tensor:
    """Root-mean-square norm over the last axis, without a gain."""
    return functional.rms_norm(x, (x.shape[-1],))


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary positions, half-split: pairs are (i, i + half)."""
    left, right = x.chunk(2, dim=-1)
    return torch.cat((left * cos - right * sin, left * sin + right * cos), dim=-1)


class Block(nn.Module):
    """Attention, then a feed-forward of four times the width, each on a normed copy added back."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.qkv = nn.Linear(shape.width, 3 * shape.width, bias=False)
        self.proj = nn.Linear(shape.width, shape.width, bias=False)
        self.up = nn.Linear(shape.width, 4 * shape.width, bias=False)
        self.down = nn.Linear(4 * shape.width, shape.width, bias=False)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, mask: Tensor, kept: Tensor | None, start: int) -> Tensor:
        x = x + self.proj(self.attend(norm(x), cos, sin, mask, kept, start))
        hidden: Tensor = x + self.down(functional.relu(self.up(norm(x))).square())
        return hidden

    def attend(self, x: Tensor, cos: Tensor, sin: Tensor, mask: Tensor, kept: Tensor | None, start: int) -> Tensor:
        """x [batch, new, width]; kept [2, batch, heads, context, head width] is written at start .. start + new."""
        batch, new, width = x.shape
        q, k, v = self.qkv(x).view(batch, new, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        q, k = rotate(norm(q), cos, sin), rotate(norm(k), cos, sin)
        if kept is not None:
            kept[0, :, :, start : start + new] = k
            kept[1, :, :, start : start + new] = v
            k, v = kept[0, :, :, : start + new], kept[1, :, :, : start + new]
        # Written out, not fused: at these lengths plain matrix products are twice as fast on a CPU.
        scores = (q * (width // self.heads) ** -0.5) @ k.transpose(-2, -1)
        y = (scores + mask.to(scores.dtype)).softmax(-1).to(v.dtype) @ v
        joined: Tensor = y.transpose(1, 2).reshape(batch, new, width)
        return joined


class TinyGPT(nn.Module):
    """Embedding, blocks, head. Matrices are all there is: no biases, no gains."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.embed = nn.Embedding(shape.vocabulary, shape.width)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.head = nn.Linear(shape.width, shape.vocabulary, bias=False)
        half = shape.width // shape.heads // 2
        angles = torch.arange(shape.context)[:, None] * 10_000.0 ** (-torch.arange(half)[None, :] / half)
        self.register_buffer("cos", angles.cos(), persistent=False)
        self.register_buffer("sin", angles.sin(), persistent=False)
        self.reset()

    def reset(self) -> None:
        """Draw the starting weights from torch's global generator: each block starts as the identity."""
        for name, weight in self.named_parameters():
            if name.endswith(("proj.weight", "down.weight", "head.weight")):
                nn.init.zeros_(weight)
            elif name == "embed.weight":
                nn.init.normal_(weight, std=1.0)
            else:
                nn.init.uniform_(weight, -((3 / weight.shape[1]) ** 0.5), (3 / weight.shape[1]) ** 0.5)

    @classmethod
    def of(cls, sizes: dict[str, int], tensors: dict[str, Tensor]) -> TinyGPT:
        """A model of sizes that holds tensors, for inference only."""
        model = cls(Shape(**sizes))
        model.load_state_dict(tensors)
        return model.eval().requires_grad_(False)

    def new_cache(self, batch: int) -> Cache:
        """An empty cache for batch rows, allocated once."""
        s = self.shape
        size = (s.layers, 2, batch, s.heads, s.context, s.width // s.heads)
        return Cache(torch.zeros(size, device=self.head.weight.device, dtype=self.head.weight.dtype))

    def forward(self, tokens: Tensor, cache: Cache | None = None) -> Tensor:
        """Logits [batch, new, vocabulary] of tokens [batch, new], which follow those in the cache and join them."""
        start, new = (0 if cache is None else cache.length), tokens.shape[1]
        if start + new > self.shape.context:
            raise ValueError(
                f"{start + new} tokens do not fit: the context holds {self.shape.context}; shorten the text"
            )
        cos, sin = self.get_buffer("cos")[start : start + new], self.get_buffer("sin")[start : start + new]
        x = norm(self.embed(tokens))
        positions = torch.arange(start + new, device=x.device)
        mask = torch.where(positions[None, :] <= positions[start:, None], 0.0, float("-inf"))
        for layer, block in enumerate(self.blocks):
            x = block(x, cos, sin, mask, None if cache is None else cache.store[layer], start)
        if cache is not None:
            cache.length = start + new
        logits: Tensor = self.head(norm(x))
        return logits


def load_weights(sizes: dict[str, int], body: bytes) -> TinyGPT:
    """A model in float32 from the bytes of a safetensors file; ValueError when its tensors are not those of sizes."""
    model = TinyGPT(Shape(**sizes))
    tensors = {name: torch.from_numpy(array.astype("float32")) for name, array in read_tensors(body).items()}
    found = {name: tuple(tensor.shape) for name, tensor in tensors.items()}
    expected = {name: tuple(tensor.shape) for name, tensor in model.state_dict().items()}
    if found != expected:
        odd = sorted(set(found.items()) ^ set(expected.items()))
        raise ValueError(f"the file and the manifest's shape differ in {odd}: restore the file")
    return TinyGPT.of(sizes, tensors)


def save_weights(model: TinyGPT) -> bytes:
    """The bytes of a safetensors file in float16."""
    return write_tensors({name: tensor.half().numpy() for name, tensor in model.state_dict().items()})
