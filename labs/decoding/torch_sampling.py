"""The laws and draws of labs/decoding/sampling.py for many rows at once in torch, each row with its own wish.
It refuses to know models; every shape is fixed, so that the calls can be captured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as functional
from torch import Tensor

from labs.decoding.sampling import Sampling


@dataclass(frozen=True)
class Wishes:
    """Temperature, top-k (as many as there are tokens: all) and top-p of each row, [rows] each."""

    temperature: Tensor
    top_k: Tensor
    top_p: Tensor

    @classmethod
    def of(cls, wishes: Sequence[Sampling], device: torch.device) -> Wishes:
        """Tensors of wishes; a top-k of 0 keeps all."""
        return cls(
            torch.tensor([each.temperature for each in wishes], dtype=torch.float64, device=device),
            torch.tensor([each.top_k or 2**31 for each in wishes], device=device),
            torch.tensor([each.top_p for each in wishes], dtype=torch.float64, device=device),
        )


def law(logits: Tensor, wishes: Wishes) -> Tensor:
    """Probabilities [rows, new, vocabulary] of logits of that shape."""
    temperature, top_k, top_p = (each[:, None, None] for each in (wishes.temperature, wishes.top_k, wishes.top_p))
    is_greedy = temperature == 0
    wide = logits.double()
    shares = ((wide - wide.amax(-1, keepdim=True)) / torch.where(is_greedy, 1.0, temperature)).exp()
    ranked, order = shares.sort(stable=True, dim=-1, descending=True)
    ranked = torch.where(torch.arange(ranked.shape[-1], device=ranked.device) < top_k, ranked, 0.0)
    before = ranked.cumsum(-1) - ranked
    is_cut = (top_p < 1) & (before >= top_p * ranked.sum(-1, keepdim=True))
    kept = torch.zeros_like(shares).scatter(-1, order, torch.where(is_cut, 0.0, ranked))
    sure = functional.one_hot(logits.argmax(-1), logits.shape[-1]).double()
    return torch.where(is_greedy, sure, kept / kept.sum(-1, keepdim=True))


def draw(probs: Tensor, uniforms: Tensor) -> Tensor:
    """[rows] tokens where the running sums of probs [rows, vocabulary] pass uniforms [rows] of their totals."""
    running = probs.cumsum(-1)
    tokens = (running <= uniforms[:, None] * running[:, -1:]).sum(-1)
    last = probs.shape[-1] - 1 - (probs > 0).flip(-1).long().argmax(-1)
    return torch.minimum(tokens, last)
