"""What a round of speculative decoding costs and when it pays: break-even, a known round, and batches.
It refuses to know where costs come from: all prices are arguments, in one unit that the caller chooses.
"""

from fractions import Fraction
from math import floor
from typing import TypedDict

from labs.arguments import check_flags, check_not_negative, check_positive, check_whole
from labs.speculation import LONGEST_DRAFT, TIE, spec_expected_tokens

HALVINGS = 60


class BreakEven(TypedDict):
    """Tokens a round must give to cost what plain steps cost, and the acceptance that gives them; None: never."""

    tokens_needed: float
    alpha: float | None


class RoundOutcome(TypedDict):
    """Tokens of one round, its cost, the cost of plain steps for as many, what is saved, and whether that is > 0."""

    tokens: int
    spec_cost: float
    ordinary_cost: float
    saving: float
    attractive: bool


class FreeVerify(TypedDict):
    """Tokens a step takes before arithmetic outlasts the weight read, and the largest batch that stays below."""

    critical_tokens: float
    max_batch: int


def spec_break_even_alpha(
    gamma: int, draft_cost_total: float, verify_cost: float, ordinary_step_cost: float, bonus_token: bool
) -> BreakEven:
    """The smallest acceptance at which a round costs no more than plain steps for the same tokens.

    Solves ordinary x tokens(a) = draft + verify by halving: 0 when any acceptance will do, 1 when only certain
    acceptance reaches it, None when not even that does. Source: vectors spec.break_even.
    """
    check_whole("gamma", gamma, 1, LONGEST_DRAFT)
    check_not_negative(draft_cost_total=draft_cost_total, verify_cost=verify_cost)
    check_positive(ordinary_step_cost=ordinary_step_cost)
    check_flags(bonus_token=bonus_token)
    # Through their shortest texts, so that a price of 0.1 is a tenth and an exact tie is seen as one.
    paid = Fraction(str(draft_cost_total)) + Fraction(str(verify_cost))
    needed = paid / Fraction(str(ordinary_step_cost))
    most = gamma + 1 if bonus_token else gamma
    if needed <= 1:
        return BreakEven(tokens_needed=float(needed), alpha=0.0)
    if needed >= most:
        return BreakEven(tokens_needed=float(needed), alpha=1.0 if needed == most else None)
    low, high = 0.0, 1.0
    # Without bonus token a full acceptance gives its gamma drafts only.
    places = range(most)
    # A float against a fraction is compared slowly; only where it equals the nearest float does the fraction decide.
    nearest = float(needed)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        # spec_expected_tokens, of what is checked already.
        tokens = float(sum([middle**place for place in places]))
        if tokens < nearest or tokens == nearest < needed:
            low = middle
        else:
            high = middle
    return BreakEven(tokens_needed=float(needed), alpha=high)


def spec_round_outcome(
    accepted: int,
    gamma: int,
    draft_cost_total: float,
    verify_cost: float,
    ordinary_step_cost: float,
    bonus_token: bool,
) -> RoundOutcome:
    """One round whose `accepted` drafts are known, against as many plain steps as it gave tokens.

    The target adds a token after a refusal, and after full acceptance when there is a bonus token. It is attractive
    only when it saves strictly. Source: vectors spec.round.
    """
    check_whole("gamma", gamma, 1, LONGEST_DRAFT)
    check_whole("accepted", accepted, 0, gamma)
    check_not_negative(draft_cost_total=draft_cost_total, verify_cost=verify_cost)
    check_positive(ordinary_step_cost=ordinary_step_cost)
    check_flags(bonus_token=bonus_token)
    tokens = accepted + (1 if bonus_token or accepted < gamma else 0)
    spec_cost = draft_cost_total + verify_cost
    ordinary_cost = tokens * ordinary_step_cost
    saving = ordinary_cost - spec_cost
    # What doubles leave over of an exact tie is no saving: three steps of 0.2 cost what 0.2 and 0.4 cost.
    if abs(saving) <= TIE * spec_cost:
        saving = 0.0
    return RoundOutcome(
        tokens=tokens, spec_cost=spec_cost, ordinary_cost=ordinary_cost, saving=saving, attractive=saving > 0
    )


def spec_free_verify_batch(
    peak_flops: float, bandwidth_bytes: float, bytes_per_weight: float, gamma: int
) -> FreeVerify:
    """peak x bytes / (2 bandwidth) tokens a step are free; floor of that over g + 1 sequences verify for nothing.

    FLOP/s, bytes/s, bytes. A roofline with the weights as the only traffic: attention and cache are left out.
    Source: vectors spec.free_batch.
    """
    check_positive(peak_flops=peak_flops, bandwidth_bytes=bandwidth_bytes, bytes_per_weight=bytes_per_weight)
    check_whole("gamma", gamma, 0, LONGEST_DRAFT)
    # Exact, so that a whole number of sequences is not rounded past.
    peak, bandwidth, width = (Fraction(str(each)) for each in (peak_flops, bandwidth_bytes, bytes_per_weight))
    critical = peak * width / (2 * bandwidth)
    return FreeVerify(critical_tokens=float(critical), max_batch=floor(critical / (gamma + 1)))


def spec_batch_speedup(alpha: float, gamma: int, c: float, batch: int, critical_tokens: float) -> float:
    """E f(B) / (g c f(B) + f(B (g + 1))) with f(n) = max(1, n / critical): the speedup of a batch of B sequences.

    A step of n tokens takes one weight read until n reaches critical_tokens, then grows with n. A draft step costs
    c plain steps at the same batch. Source: vectors spec.batch_model (two-regime step model).
    """
    tokens = spec_expected_tokens(alpha, gamma)
    check_not_negative(c=c)
    check_whole("batch", batch, 1)
    check_positive(critical_tokens=critical_tokens)
    plain = max(1.0, batch / critical_tokens)
    verify = max(1.0, batch * (gamma + 1) / critical_tokens)
    return tokens * plain / (gamma * c * plain + verify)
