"""One training run: seeded batches, a constant rate with a warm-up and a last decay, checkpoints that resume exactly.
Knows how a model learns; not which models the family has, nor the command line."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as functional
from torch import Tensor

from labs.tinylm.corpus import Corpus
from labs.tinylm.model import Shape, TinyGPT
from labs.tinylm.muon import Muon

Loss = Callable[[Tensor, Tensor, Tensor], Tensor]


@dataclass(frozen=True)
class Phase:
    """Batches of rows windows of length tokens, from step `start` on: few and short ones teach fastest at first."""

    start: int
    rows: int
    length: int


@dataclass(frozen=True)
class Recipe:
    """Everything that decides a run's result on one machine, but for where it stops."""

    shape: Shape
    phases: tuple[Phase, ...]
    seed: int = 7
    warmup_steps: int = 100
    matrix_rate: float = 0.02
    table_rate: float = 0.01
    decay: float = 0.01


@dataclass(frozen=True)
class Plan:
    """Where a run stops: constant rate until decay_from, then down to nothing at last_step."""

    last_step: int
    decay_from: int

    def __post_init__(self) -> None:
        if not 0 <= self.decay_from <= self.last_step:
            raise ValueError(f"decay from step {self.decay_from} to {self.last_step}: the first must not be later")


def cross_entropy(logits: Tensor, targets: Tensor, inputs: Tensor) -> Tensor:
    """Mean nats a token."""
    return functional.cross_entropy(logits.float().flatten(0, 1), targets.flatten())


def distillation(teacher: TinyGPT) -> Loss:
    """Loss against the teacher's whole distribution p at temperature 1, its soft labels (Hinton et al., 2015).

    Cross-entropy, plus twice the total variation: what a drafted token risks is 1 - sum(min(p, q)), and a small draft
    that can't have both should lose elsewhere (Zhou et al., DistillSpec, 2024, compare such losses)."""

    def soft(logits: Tensor, targets: Tensor, inputs: Tensor) -> Tensor:
        with torch.no_grad():
            wanted = teacher(inputs).float().softmax(-1)
        guessed = logits.float().log_softmax(-1)
        entropy = -(wanted * guessed).sum(-1)
        rejected = 1 - torch.minimum(wanted, guessed.exp()).sum(-1)
        loss: Tensor = (entropy + 2 * rejected).mean()
        return loss

    return soft


class Run:
    """A model, its two optimisers and its step: all that a checkpoint holds."""

    def __init__(self, recipe: Recipe, device: str) -> None:
        torch.manual_seed(recipe.seed)
        self.recipe, self.device = recipe, device
        self.step, self.tokens, self.seconds = 0, 0, 0.0
        self.model = TinyGPT(recipe.shape).to(device)
        tables = [self.model.embed.weight, self.model.head.weight]
        self.rates = (recipe.matrix_rate, recipe.table_rate)
        self.optimisers: tuple[torch.optim.Optimizer, ...] = (
            Muon(self.model.blocks.parameters(), recipe.matrix_rate, decay=recipe.decay),
            torch.optim.AdamW(tables, recipe.table_rate, betas=(0.9, 0.95), eps=1e-10, weight_decay=recipe.decay),
        )

    def rate(self, plan: Plan) -> float:
        """The share of the full rate at this step."""
        warm = min(1.0, (self.step + 1) / self.recipe.warmup_steps)
        left = (plan.last_step - self.step) / max(1, plan.last_step - plan.decay_from)
        return warm * min(1.0, left)

    def learn(self, corpus: Corpus, plan: Plan, loss_of: Loss) -> float:
        """One step; returns its loss."""
        began = time.perf_counter()
        phase = [phase for phase in self.recipe.phases if phase.start <= self.step][-1]
        batch = torch.from_numpy(corpus.batch(self.recipe.seed, self.step, phase.rows, phase.length)).to(self.device)
        self.tokens += phase.rows * phase.length
        inputs, targets = batch[:, :-1], batch[:, 1:]
        with torch.autocast(self.device.split(":")[0], torch.bfloat16):
            loss = loss_of(self.model(inputs), targets, inputs)
        loss.backward()  # type: ignore[no-untyped-call]
        for optimiser, full in zip(self.optimisers, self.rates, strict=True):
            optimiser.param_groups[0]["lr"] = full * self.rate(plan)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
        self.step += 1
        self.seconds += time.perf_counter() - began
        return float(loss.detach())

    def save(self, path: Path) -> None:
        """Write a checkpoint beside path and move it into place, so that a kill leaves the last whole one."""
        state: dict[str, Any] = {
            "recipe": asdict(self.recipe),
            "step": self.step,
            "tokens": self.tokens,
            "seconds": self.seconds,
            "model": self.model.state_dict(),
            "optimisers": [optimiser.state_dict() for optimiser in self.optimisers],
        }
        fresh = path.with_suffix(".new")
        torch.save(state, fresh)
        fresh.replace(path)

    def restore(self, path: Path) -> None:
        """Take up a checkpoint; ValueError when it was made by another recipe."""
        state = torch.load(path, map_location=self.device, weights_only=True)
        if state["recipe"] != asdict(self.recipe):
            raise ValueError(f"{path.name} was made by {state['recipe']}: move it away or train with that recipe")
        self.step, self.tokens, self.seconds = state["step"], state["tokens"], state["seconds"]
        self.model.load_state_dict(state["model"])
        for optimiser, saved in zip(self.optimisers, state["optimisers"], strict=True):
            optimiser.load_state_dict(saved)


def follow(run: Run, corpus: Corpus, plan: Plan, loss_of: Loss, checkpoint: Path, log: Path, every_s: float) -> None:
    """Train to the plan's last step, with a checkpoint and a log line each every_s seconds."""
    if checkpoint.exists():
        run.restore(checkpoint)
    saved_at, losses = time.monotonic(), []
    while run.step < plan.last_step:
        if run.step == plan.decay_from:  # kept, so that a later run can train on at the constant rate
            run.save(checkpoint.with_name(f"{checkpoint.stem}-constant.pt"))
        losses.append(run.learn(corpus, plan, loss_of))
        if time.monotonic() - saved_at > every_s or run.step == plan.last_step:
            run.save(checkpoint)
            line = {
                "step": run.step,
                "tokens": run.tokens,
                "loss": sum(losses) / len(losses),
                "seconds": round(run.seconds),
            }
            with log.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line) + "\n")
            saved_at, losses = time.monotonic(), []
