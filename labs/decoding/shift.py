"""What a lenient rule does to the real pair: shift from the target and perplexity of a group's held-out text.
It refuses to sample: with the true text before it, each place has a law that can be written out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from labs.decoding.models import Model, Whole
from labs.decoding.prompts import group_tokens
from labs.decoding.sampling import Probs, Sampling, distribution

GATE: Final = 0.02
SAMPLED: Final = Sampling()
HALVINGS = 20
Places = NDArray[np.float64]


@dataclass(frozen=True)
class Shift:
    """Means over places: total variation between the output's law and the target's, drafts accepted, and the
    perplexity of the true text under the output's law."""

    shift: float
    acceptance: float
    perplexity: float


@dataclass(frozen=True)
class Taught:
    """Laws of target and draft at every place of a text, [places, vocabulary] each, and the tokens [places] that
    really came. `draft_logits` stay for other temperatures."""

    target: Probs
    draft: Probs
    draft_logits: Places
    tokens: Whole

    def under(self, lenience: float = 1.0, drawn_at: float | None = None) -> Shift:
        """The law of a place's token when it is drafted and judged with this lenience.

        drawn_at: the temperature that the draft really drew at, while the rule takes q at temperature 1."""
        drawn = self.draft if drawn_at is None else distribution(self.draft_logits, Sampling(drawn_at))
        with np.errstate(divide="ignore", invalid="ignore"):
            stands = np.minimum(1.0, self.target / (lenience * self.draft))
        kept = drawn * np.where(self.draft > 0, stands, 1.0)
        accepted = kept.sum(-1)
        spare = np.maximum(self.target - self.draft, 0)
        left = spare.sum(-1)
        # Equal laws leave nothing to draw from, and nothing is refused.
        rest = np.where(left[:, None] > 0, spare / np.where(left > 0, left, 1.0)[:, None], self.target)
        output = kept + (1 - accepted)[:, None] * rest
        true = np.take_along_axis(output, self.tokens[:, None], axis=-1)
        distance = np.abs(output - self.target).sum(-1) / 2
        return Shift(float(distance.mean()), float(accepted.mean()), float(np.exp(-np.log(true).mean())))

    def breaking_lenience(self, gate: float = GATE) -> float:
        """The lenience at which the shift reaches the gate: every one below it is over. 0 when none is."""
        low, high = 0.0, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.under(middle).shift > gate else (low, middle)
        return low


def teach(target: Model, draft: Model, tokens: Sequence[int], most: int | None = None) -> Taught:
    """Laws at temperature 1 along a text, the true tokens before each place; `most` places from the front.

    Windows overlap by half a context, so that each place but the first few has at least that much before it."""
    stop = len(tokens) if most is None else min(len(tokens), most + 1)
    text = np.array(tokens[:stop], dtype=np.int64)
    laws = [np.concatenate(list(_logits(model, text))) for model in (target, draft)]
    wanted, guessed = (distribution(each, SAMPLED) for each in laws)
    return Taught(wanted, guessed, laws[1], text[1:])


def _logits(model: Model, text: Whole) -> Iterator[Any]:
    half = model.context // 2
    for start in range(0, len(text) - 1, half):
        first, last = max(0, start - half), min(start + half, len(text) - 1)
        window = text[None, first:last]
        yield model.open(1).feed(window, np.array([last - first]))[0, start - first :]


def taught_group(target: Model, draft: Model, group: str, most: int | None = None) -> Taught:
    """The same along a group's held-out text."""
    return teach(target, draft, group_tokens(group), most)
