"""The rule of acceptance: which drafted tokens stand, and what is drawn after them.
It refuses to know models, caches and requests: rows of probabilities and uniform numbers go in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from labs.decoding.sampling import Probs, draw

Kind = Literal["residual", "bonus", "target"]
LEAST_LENIENCE = 0.01


@dataclass(frozen=True)
class Verdict:
    """`accepted` leading drafts stand; `extra` follows them: from the residual after a refusal, as a bonus after full
    acceptance, or as the target's own token where nothing was drafted."""

    accepted: int
    extra: int
    kind: Kind


def passes(p: float, q: float, uniform: float, lenience: float = 1.0) -> bool:
    """Whether a drafted token stands: with probability min(1, p / (lenience q)); below lenience 1 the output is not p.

    Strict, so that a token without probability under the target never stands, not even at uniform 0.
    Source: Leviathan et al., arXiv:2211.17192, section 2.3 and appendix A.5."""
    return uniform * q * lenience < p


def residual(p: Probs, q: Probs) -> Probs:
    """max(0, p - q), not normalised: what the drafts could not give. p itself where rounding leaves nothing.

    Source: Leviathan et al., arXiv:2211.17192, appendix A.1."""
    spare = np.maximum(p - q, 0)
    return spare if spare.sum() > 0 else p


@dataclass(frozen=True)
class Parts:
    """The two halves of the rule, so that a fault can stand in for one of them and be seen."""

    passes: Callable[[float, float, float, float], bool] = passes
    residual: Callable[[Probs, Probs], Probs] = residual


EXACT = Parts()


def judge(
    target_probs: Probs,
    draft_probs: Sequence[Probs],
    drafted: Sequence[int],
    uniforms: Sequence[float],
    extra_uniform: float,
    lenience: float = 1.0,
    parts: Parts = EXACT,
) -> Verdict:
    """The verdict on `drafted` (k tokens), one row after another.

    target_probs [k + 1, vocabulary] has a row more than draft_probs, k of [vocabulary], the distributions that the
    drafts were drawn from; uniforms [k] and extra_uniform are in [0, 1). The extra token comes from the residual of
    the first refused row, else from row k; never from both."""
    for place, token in enumerate(drafted):
        p, q = target_probs[place], draft_probs[place]
        if not parts.passes(float(p[token]), float(q[token]), uniforms[place], lenience):
            return Verdict(place, draw(parts.residual(p, q), extra_uniform), "residual")
    count = len(drafted)
    return Verdict(count, draw(target_probs[count], extra_uniform), "bonus" if count else "target")
