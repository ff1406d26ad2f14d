"""Muon: momentum whose matrix is made nearly orthogonal before each step (Jordan et al., 2024).
Knows matrices and rates; not models. The iteration is the published quintic Newton-Schulz."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor

_QUINTIC = (3.4445, -4.7750, 2.0315)  # coefficients of the published iteration
_ROUNDS = 5


def orthogonal(matrix: Tensor) -> Tensor:
    """A matrix of the same shape with singular values near 1 (about 0.7 to 1.2)."""
    x = matrix.bfloat16()
    if x.shape[0] > x.shape[1]:
        x = x.T
    x = x / (x.norm() + 1e-7)
    a, b, c = _QUINTIC
    for _ in range(_ROUNDS):
        gram = x @ x.T
        x = a * x + (b * gram + c * gram @ gram) @ x
    if matrix.shape[0] > matrix.shape[1]:
        x = x.T
    result: Tensor = x.to(matrix.dtype)
    return result


class Muon(torch.optim.Optimizer):
    """Nesterov momentum, orthogonalised; weight decay is apart from the gradient. Matrices only.

    A matrix of 3 x width rows is queries, keys and values in one: each third is made orthogonal by itself."""

    def __init__(self, matrices: Iterable[Tensor], lr: float, momentum: float = 0.95, decay: float = 0.0) -> None:
        super().__init__(list(matrices), {"lr": lr, "momentum": momentum, "decay": decay})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]
        for group in self.param_groups:
            for weight in group["params"]:
                if weight.grad is not None:
                    self._update(weight, weight.grad, group)

    def _update(self, weight: Tensor, gradient: Tensor, group: dict[str, Any]) -> None:
        state = self.state[weight]
        if "momentum" not in state:
            state["momentum"] = torch.zeros_like(weight)
        moving = state["momentum"]
        moving.lerp_(gradient, 1 - group["momentum"])
        blended = gradient.lerp(moving, group["momentum"])
        parts = 3 if weight.shape[0] == 3 * weight.shape[1] else 1
        direction = torch.cat([orthogonal(part) for part in blended.chunk(parts)])
        weight.mul_(1 - group["lr"] * group["decay"])
        # Tall matrices get a longer step, so that the change of their output keeps its size.
        weight.add_(direction, alpha=-group["lr"] * max(1.0, weight.shape[0] / parts / weight.shape[1]) ** 0.5)
