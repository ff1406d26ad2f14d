"""From logits to the distribution that a token is drawn from, and one draw: temperature, top-k, top-p, greedy alike.
It refuses to know models, drafts and where its uniform numbers come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from labs.decoding.cannot_run import CannotRun

Probs = NDArray[np.float64]
Logits = np.ndarray[Any, np.dtype[Any]]
# The one range of temperatures, wherever one is asked for; hotter text is noise.
HOTTEST: Final = 2


@dataclass(frozen=True)
class Sampling:
    """How a request draws: temperature 0 takes the likeliest token, the lowest id on a tie; top_k 0 keeps all."""

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0

    def __post_init__(self) -> None:
        if not 0 <= self.temperature <= HOTTEST:
            raise ValueError(f"The temperature is {self.temperature}; 0 to {HOTTEST} are allowed.")
        if self.top_k < 0:
            raise ValueError(f"top-k is {self.top_k}; 0 (all tokens) and above are allowed.")
        if not 0 < self.top_p <= 1:
            raise ValueError(f"top-p is {self.top_p}; above 0 and up to 1 are allowed.")


def distribution(logits: Logits, sampling: Sampling) -> Probs:
    """Probabilities [..., vocabulary] of logits of that shape, after temperature, then top-k, then top-p.

    A greedy request has all of its mass on one token, so that everything after this knows one case only. -inf is a
    token that can't come; CannotRun when a row has no finite largest logit (a NaN, or no token at all)."""
    peak = logits.max(-1, keepdims=True)
    if not np.isfinite(peak).all():
        raise CannotRun("The model gave no finite largest logit: its weights are broken. Take another model.")
    if sampling.temperature == 0:
        return one_hot(logits.argmax(-1), logits.shape[-1])
    # Next to temperature 0 all that is not likeliest is minus infinity.
    with np.errstate(over="ignore"):
        probs: Probs = np.exp((logits.astype(np.float64) - peak) / sampling.temperature)
    if sampling.top_k or sampling.top_p < 1:
        probs = _cut(probs, sampling)
    probs /= probs.sum(-1, keepdims=True)
    return probs


def one_hot(tokens: Any, vocabulary: int) -> Probs:
    """All mass on tokens [...]: [..., vocabulary]."""
    ids = np.asarray(tokens)
    probs = np.zeros((*ids.shape, vocabulary))
    np.put_along_axis(probs, ids[..., None], 1.0, axis=-1)
    return probs


def _cut(probs: Probs, sampling: Sampling) -> Probs:
    """Keep the top_k likeliest, then the fewest of them that hold top_p of what is left; ties go to the lower id."""
    order = np.argsort(-probs, axis=-1, kind="stable")
    ranked = np.take_along_axis(probs, order, axis=-1)
    if sampling.top_k:
        ranked[..., sampling.top_k :] = 0
    before = np.cumsum(ranked, axis=-1) - ranked
    ranked[before >= sampling.top_p * ranked.sum(-1, keepdims=True)] = 0
    kept = np.zeros_like(probs)
    np.put_along_axis(kept, order, ranked, axis=-1)
    return kept


def draw(probs: Probs, uniform: float) -> int:
    """The token at which the running sum of probs [vocabulary], of any total, passes uniform (in [0, 1)) of it.

    A token without mass is never drawn, also at uniform 0."""
    running = probs.cumsum()
    token = int(running.searchsorted(uniform * running[-1], side="right"))
    # Rounding can carry the product up to the total itself.
    return token if token < len(probs) else int(np.flatnonzero(probs)[-1])
