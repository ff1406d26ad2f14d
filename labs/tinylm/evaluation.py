"""Held-out loss of a model, and text drawn from it token by token through its cache.
Knows models and ids; not files, training or drafts' acceptance."""

from __future__ import annotations

import torch
import torch.nn.functional as functional

from labs.tinylm.corpus import Tokens
from labs.tinylm.model import TinyGPT


@torch.no_grad()
def loss(model: TinyGPT, ids: Tokens) -> float:
    """Mean nats of each id after the first, in float32.

    Windows overlap by half a context, so that each id but the first few is judged with at least that much before it."""
    half = model.shape.context // 2
    stream = torch.from_numpy(ids)
    nats = 0.0
    for start in range(0, len(ids) - 1, half):
        window = stream[max(0, start - half) : start + half + 1]
        fresh = min(start + half, len(ids) - 1) - start
        logits = model(window[None, :-1])[0, -fresh:]
        nats += float(functional.cross_entropy(logits, window[-fresh:], reduction="sum"))
    return nats / (len(ids) - 1)


@torch.no_grad()
def overlap(target: TinyGPT, draft: TinyGPT, ids: Tokens) -> float:
    """Mean over positions of sum(min(p, q)) at temperature 1: the chance that a drafted token is accepted."""
    size = min(target.shape.context, draft.shape.context)
    total, positions = 0.0, 0
    for start in range(0, len(ids), size):
        window = torch.from_numpy(ids[start : start + size])[None]
        p, q = target(window).softmax(-1), draft(window).softmax(-1)
        total += float(torch.minimum(p, q).sum())
        positions += window.shape[1]
    return total / positions


@torch.no_grad()
def sample(model: TinyGPT, prompt: list[int], num_tokens: int, temperature: float, seed: int) -> list[int]:
    """num_tokens ids that follow prompt; temperature 0 takes the likeliest."""
    generator = torch.Generator().manual_seed(seed)
    cache, fresh, out = model.new_cache(1), list(prompt), []
    for _ in range(num_tokens):
        logits = model(torch.tensor([fresh]), cache)[0, -1]
        if temperature == 0:
            chosen = int(logits.argmax())
        else:
            chosen = int(torch.multinomial((logits / temperature).softmax(-1), 1, generator=generator))
        out.append(chosen)
        fresh = [chosen]
    return out
