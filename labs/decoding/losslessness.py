"""Losslessness tried: many draws by the rule, right or with a named fault, counted against the target's own law.
It refuses to know models; a made-up pair of distributions shows the rule, and shows what a fault does to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

import numpy as np

from labs.decoding.chi_square import Fit, fit
from labs.decoding.rule import EXACT, Parts, judge
from labs.decoding.sampling import Probs, draw

VOCABULARY = 16
ALARM: Final = 1e-6  # a correct rule comes below it once in a million tries


@dataclass(frozen=True)
class Fault:
    """A mistake that real programs made: `says` in words, its parts of the rule, and the power that q is raised to
    when the rule is told of it (1: q as drawn from)."""

    says: str
    parts: Parts = EXACT
    power: float = 1.0

    def told(self, q: Probs) -> Probs:
        """The draft's distribution as the faulty rule sees it."""
        raised: Probs = q**self.power
        raised /= raised.sum()
        return raised


def _point(values: Probs) -> Probs:
    return np.where(np.arange(len(values)) == values.argmax(), 1.0, 0.0)


FAULTS: Final[Mapping[str, Fault]] = MappingProxyType(
    {
        "resample-from-p": Fault(
            "after a refusal the target's whole distribution is drawn from", Parts(residual=lambda p, q: p)
        ),
        "wrong-temperature-q": Fault("q is taken at another temperature than the draft drew at", power=0.5),
        "accept-always": Fault("every draft stands", Parts(passes=lambda p, q, u, lenience: True)),
        "swapped-ratio": Fault("the ratio is q / p", Parts(passes=lambda p, q, u, lenience: u * p < q)),
        "swapped-residual": Fault("the residual is max(0, q - p)", Parts(residual=lambda p, q: np.maximum(q - p, 0))),
        "absolute-residual": Fault("the residual is |p - q|", Parts(residual=lambda p, q: np.abs(p - q))),
        "argmax-residual": Fault(
            "the likeliest token of the residual is taken", Parts(residual=lambda p, q: _point(np.maximum(p - q, 0)))
        ),
        "constant-uniform": Fault("the uniform number is always 0", Parts(passes=lambda p, q, u, lenience: p > 0)),
        "lenience": Fault(
            "a draft needs half of the probability", Parts(passes=lambda p, q, u, lenience: u * q * 0.5 < p)
        ),
    }
)


@dataclass(frozen=True)
class Trial:
    """Counts of each token over all draws, the counts that the target's law expects, the fit, and the share of
    drafts that stood beside sum(min(p, q))."""

    observed: tuple[int, ...]
    expected: tuple[float, ...]
    fit: Fit
    acceptance: float
    overlap: float
    fault: str = field(default="")

    @property
    def is_caught(self) -> bool:
        """Whether chance can be ruled out as the reason of the difference."""
        return self.fit.p_value < ALARM


def toy_pair(seed: int = 6) -> tuple[Probs, Probs]:
    """Target and draft over 16 tokens: 0.70 of their mass overlaps, and 12 tokens have some that the draft lacks."""
    rng = np.random.default_rng(seed)
    logits = rng.normal(size=VOCABULARY)
    p, q = np.exp(logits), np.exp(logits + 0.7 * rng.normal(size=VOCABULARY))
    return p / p.sum(), q / q.sum()


def try_rule(draws: int, seed: int, fault: str = "") -> Trial:
    """Draft one token, judge it, take what comes first, so many times over; KeyError for an unknown fault."""
    p, q = toy_pair()
    planted = FAULTS[fault] if fault else Fault("")
    told, laws = planted.told(q), np.stack((p, p))
    rng = np.random.default_rng(seed)
    counts, stood = [0] * VOCABULARY, 0
    for first, second, third in rng.random((draws, 3)).tolist():
        token = draw(q, first)
        verdict = judge(laws, [told], [token], [second], third, parts=planted.parts)
        stood += verdict.accepted
        counts[token if verdict.accepted else verdict.extra] += 1
    expected = tuple((draws * p).tolist())
    return Trial(tuple(counts), expected, fit(counts, expected), stood / draws, float(np.minimum(p, q).sum()), fault)
