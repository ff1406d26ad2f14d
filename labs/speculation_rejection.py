"""Which drafted tokens are accepted: an equal prefix, and the rule by probabilities with its acceptance.
It refuses to know sampling, costs and lengths of drafts.
"""

from collections.abc import Sequence
from math import isclose
from typing import TypedDict

from labs.arguments import check_between, check_finite_list, check_list, check_same_length, check_whole

SUM_ERROR = 1e-9


class Rejection(TypedDict):
    """The rule for one token over a vocabulary; lists are in its order, None where a value is undefined."""

    alpha: float
    total_variation: float
    accept_prob_per_token: list[float | None]
    residual: list[float] | None
    output_distribution: list[float]
    equality_match_independent_samples: float
    greedy_tokens_equal: bool


def prefix_match_length(draft: Sequence[int], target: Sequence[int]) -> int:
    """Leading tokens of the draft that equal the target's; a match after the first difference does not count.

    Token ids are whole numbers of at least 0; the lists may differ in length. Source: vectors spec.prefix.
    """
    for name, tokens in (("draft", draft), ("target", target)):
        check_list(name, tokens, "token ids")
        for place, token in enumerate(tokens):
            check_whole(f"{name}[{place}]", token, 0)
    length = 0
    for drafted, wanted in zip(draft, target, strict=False):
        if drafted != wanted:
            break
        length += 1
    return length


def _check_probabilities(p: Sequence[float], q: Sequence[float]) -> None:
    for name, values in (("p", p), ("q", q)):
        check_finite_list(name, values)
        for place, value in enumerate(values):
            check_between(f"{name}[{place}]", value, 0, 1)
        if not isclose(sum(values), 1, abs_tol=SUM_ERROR):
            raise ValueError(f"{name} adds up to {sum(values):.6g}; probabilities must add up to 1.")
    check_same_length(p=p, q=q)


def spec_rejection(p: Sequence[float], q: Sequence[float]) -> Rejection:
    """Accept x drawn from the draft's q with min(1, p / q), else draw from max(0, p - q) over its sum.

    p is the target's distribution, same order and length as q. alpha = sum min(p, q) = 1 - total variation. The output
    is min(p, q) + (1 - alpha) residual, which is p: nothing is lost. accept_prob_per_token is None where q is 0, the
    residual None where nothing is left to draw. Beside it: how often two independent samples are equal (sum p q).
    Source: Leviathan et al., arXiv:2211.17192, section 2.3 and appendix A.1; vectors spec.rejection.
    """
    _check_probabilities(p, q)
    kept = [min(target, draft) for target, draft in zip(p, q, strict=True)]
    spare = [max(0.0, target - draft) for target, draft in zip(p, q, strict=True)]
    alpha, left = min(1.0, float(sum(kept))), sum(spare)
    residual = [value / left for value in spare] if left > 0 else None
    output = [value + (1 - alpha) * other for value, other in zip(kept, residual or [0.0] * len(p), strict=True)]
    return Rejection(
        alpha=alpha,
        total_variation=spec_output_shift(p, q),
        accept_prob_per_token=[_accepted(target, draft) for target, draft in zip(p, q, strict=True)],
        residual=residual,
        output_distribution=output,
        equality_match_independent_samples=sum(target * draft for target, draft in zip(p, q, strict=True)),
        greedy_tokens_equal=p.index(max(p)) == q.index(max(q)),
    )


def _accepted(target: float, draft: float) -> float | None:
    if draft == 0:
        return None
    # target / draft could overflow for a tiny draft; above it the answer is 1 anyway.
    return 1.0 if target >= draft else target / draft


def spec_lenient_alpha(p: Sequence[float], q: Sequence[float], l: float) -> float:  # noqa: E741
    """sum min(p / l, q): the share accepted when the ratio is forgiven by a lenience l in (0, 1]; l = 1 is exact.

    Below 1 the output is no longer p. Source: Leviathan et al., arXiv:2211.17192, appendix A.5; vectors spec.lenient.
    """
    _check_probabilities(p, q)
    check_between("l", l, 1e-6, 1)
    return min(1.0, float(sum(min(target / l, draft) for target, draft in zip(p, q, strict=True))))


def spec_output_shift(output: Sequence[float], target: Sequence[float]) -> float:
    """sum |output - target| / 2, also called total variation: the share of tokens that would have to be others.

    Both lists are in the order of one vocabulary; that they add up to 1 is the caller's. Source: vectors spec.shift.
    """
    check_finite_list("output", output)
    check_finite_list("target", target)
    check_same_length(output=output, target=target)
    return sum([abs(value - wanted) for value, wanted in zip(output, target, strict=True)]) / 2


def spec_one_shot_rejection_alpha(p: Sequence[float], q: Sequence[float]) -> float:
    """1 / max(p / q): the share kept by classical rejection sampling, which forgets a refused draft.

    0 when q misses a token that p has. Source: vectors spec.one_shot.
    """
    _check_probabilities(p, q)
    return float(min(draft / target for target, draft in zip(p, q, strict=True) if target > 0))
