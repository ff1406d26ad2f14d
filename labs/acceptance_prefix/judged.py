"""One drafted token judged by probabilities, exactly or with lenience: what is accepted and what then comes out.
It refuses to know words, gates and costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from labs.speculation_rejection import (
    spec_lenient_alpha,
    spec_one_shot_rejection_alpha,
    spec_output_shift,
    spec_rejection,
)

# What a double leaves over in a sum of probabilities; a shift this small is none.
PLACES = 12


@dataclass(frozen=True)
class Judged:
    """A draft against a target; lists are in the order of the vocabulary.

    `exact` is the share accepted at lenience 1, `equality` how often two samples agree, `one_shot` what classical
    rejection keeps. `chances` hold None where the draft never proposes the token, `residual` is None where it equals
    the target. `output` is the law of the token that comes out, `shift` its total variation from the target.
    """

    accepted: float
    exact: float
    equality: float
    one_shot: float
    chances: tuple[float | None, ...]
    residual: tuple[float, ...] | None
    output: tuple[float, ...]
    shift: float


@dataclass(frozen=True)
class Forgiven:
    """The part of a verdict that moves with the lenience: `kept` is min(p / l, q) for each token."""

    accepted: float
    kept: tuple[float, ...]
    output: tuple[float, ...]
    shift: float


def judge(target_probs: Sequence[Decimal], draft_probs: Sequence[Decimal], lenience: Decimal) -> Judged:
    """Accept x with min(1, p / (l q)), else draw from max(0, p - q) over its sum.

    So the output is min(p / l, q) + (1 - accepted) residual, which is p at lenience 1. Source: Leviathan et al.,
    arXiv:2211.17192, appendix A.5, with the residual of the exact rule.
    """
    p, q = [float(each) for each in target_probs], [float(each) for each in draft_probs]
    exact = spec_rejection(p, q)
    residual = exact["residual"]
    forgiven = forgive(p, q, residual, float(lenience))
    return Judged(
        accepted=forgiven.accepted,
        exact=round(exact["alpha"], PLACES),
        equality=exact["equality_match_independent_samples"],
        one_shot=spec_one_shot_rejection_alpha(p, q),
        chances=tuple(value / draft if draft else None for value, draft in zip(forgiven.kept, q, strict=True)),
        residual=tuple(residual) if residual else None,
        output=forgiven.output,
        shift=forgiven.shift,
    )


def forgive(p: Sequence[float], q: Sequence[float], residual: Sequence[float] | None, lenience: float) -> Forgiven:
    """What a lenience does to a draft's q against the target's p, with the residual of the exact rule."""
    accepted = spec_lenient_alpha(p, q, lenience)
    kept = [min(target / lenience, draft) for target, draft in zip(p, q, strict=True)]
    spare = residual or [0.0] * len(p)
    output = [round(value + (1 - accepted) * other, PLACES) for value, other in zip(kept, spare, strict=True)]
    shift = round(spec_output_shift(output, p), PLACES)
    return Forgiven(round(accepted, PLACES), tuple(kept), tuple(output), shift)
