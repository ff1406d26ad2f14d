"""Speculative decoding in expected values: tokens a round gives, speed against plain decoding, the best draft length.
It refuses to know distributions (speculation_rejection), prices of a round (speculation_cost) and trees.
"""

from collections.abc import Sequence
from typing import TypedDict

from labs.arguments import check_between, check_finite_list, check_not_negative, check_positive, check_whole

LONGEST_DRAFT = 10_000
# Two factors closer than this are one number to a double: 1.75 / 1.4 and 1.5 / 1.2 are both 1.25.
TIE = 1e-12


class OptimalGamma(TypedDict):
    """The draft length with the largest wall time factor, 0 when drafting never helps, and that factor."""

    gamma: int
    factor: float


def spec_expected_tokens(alpha: float, gamma: int) -> float:
    """(1 - a^(g+1)) / (1 - a) = 1 + a + ... + a^g: mean tokens of a round of `gamma` drafts, with the target's own.

    Tokens are accepted independently with probability alpha, 0 to 1. The sum is g + 1 at alpha 1, where the quotient
    is undefined. Source: Leviathan et al., arXiv:2211.17192, equation 1; vectors spec.tokens.
    """
    check_between("alpha", alpha, 0, 1)
    check_whole("gamma", gamma, 0, LONGEST_DRAFT)
    return float(sum([alpha**place for place in range(gamma + 1)]))


def spec_expected_accepted(alpha: float, gamma: int) -> float:
    """Mean drafted tokens accepted in a round: expected tokens less the one the target adds. Vectors spec.accepted."""
    return spec_expected_tokens(alpha, gamma) - 1


def spec_expected_tokens_positional(alphas: Sequence[float]) -> float:
    """Mean tokens of a round when place n is accepted with probability alphas[n], given all places before it were.

    1 + sum of the products of the first 1, 2, ... alphas. Source: vectors spec.positional.
    """
    check_finite_list("alphas", alphas)
    total = reached = 1.0
    for place, alpha in enumerate(alphas):
        check_between(f"alphas[{place}]", alpha, 0, 1)
        reached *= alpha
        total += reached
    return total


def spec_accept_length_pmf(alpha: float, gamma: int) -> list[float]:
    """Probability that exactly n drafts are accepted, n from 0 to gamma: a^n (1 - a), at the end a^g.

    Source: Leviathan et al., arXiv:2211.17192, section 3.1 (capped geometric); vectors spec.pmf.
    """
    check_between("alpha", alpha, 0, 1)
    check_whole("gamma", gamma, 0, LONGEST_DRAFT)
    return [float(alpha**accepted * (1 - alpha)) for accepted in range(gamma)] + [float(alpha**gamma)]


def spec_walltime_factor(alpha: float, gamma: int, c: float) -> float:
    """E / (g c + 1): how many times faster than plain decoding; c is a draft step over a target step, in time.

    Verification costs one target step. Source: Leviathan et al., arXiv:2211.17192, theorem 3.8; vectors spec.table4.
    """
    tokens = spec_expected_tokens(alpha, gamma)
    check_not_negative(c=c)
    return tokens / (gamma * c + 1)


def spec_operations_factor(alpha: float, gamma: int, c_hat: float) -> float:
    """(g c_hat + g + 1) / E: operations a token over those of plain decoding; c_hat compares one token's operations.

    Source: Leviathan et al., arXiv:2211.17192, theorem 3.11; vectors spec.ops, spec.table1.
    """
    tokens = spec_expected_tokens(alpha, gamma)
    check_not_negative(c_hat=c_hat)
    return (gamma * c_hat + gamma + 1) / tokens


def spec_min_factor_gamma1(alpha: float, c: float) -> float:
    """(1 + a) / (1 + c): the factor of drafting one token; above 1 exactly when alpha exceeds c.

    Source: Leviathan et al., arXiv:2211.17192, corollary 3.9; vectors spec.min_gain.
    """
    check_between("alpha", alpha, 0, 1)
    check_not_negative(c=c)
    return (1 + alpha) / (1 + c)


def spec_optimal_gamma(alpha: float, c: float, gamma_max: int) -> OptimalGamma:
    """The draft length from 0 to gamma_max with the largest wall time factor, the smallest on a tie.

    Source: the maximum of theorem 3.8 of arXiv:2211.17192; vectors spec.optimal.
    """
    check_between("alpha", alpha, 0, 1)
    check_not_negative(c=c)
    check_whole("gamma_max", gamma_max, 0, LONGEST_DRAFT)
    best = OptimalGamma(gamma=0, factor=1.0)
    tokens = 1.0
    for gamma in range(1, gamma_max + 1):
        tokens += alpha**gamma
        factor = tokens / (gamma * c + 1)
        if factor > best["factor"] * (1 + TIE):
            best = OptimalGamma(gamma=gamma, factor=factor)
    return best


def spec_cycle_tokens_from_times(target_ms: float, draft_ms: float, gamma: int, mean_token_ms: float) -> float:
    """Tokens a round must have given: (target + g draft) / mean time a token, all in ms.

    Source: vectors spec.chen.cycle_tokens (Chen et al., arXiv:2302.01318, Table 1).
    """
    check_positive(target_ms=target_ms, mean_token_ms=mean_token_ms)
    check_not_negative(draft_ms=draft_ms)
    check_whole("gamma", gamma, 0, LONGEST_DRAFT)
    return (target_ms + gamma * draft_ms) / mean_token_ms


def spec_implied_overhead(mean_accept_length: float, speedup: float) -> float:
    """length / speedup - 1: what drafting and a dearer verification cost a round, in ordinary steps.

    The length counts the target's own token. Source: vectors spec.implied_overhead (EAGLE-3, arXiv:2503.01840).
    """
    check_positive(mean_accept_length=mean_accept_length, speedup=speedup)
    return mean_accept_length / speedup - 1
