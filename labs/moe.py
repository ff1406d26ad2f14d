"""Routing to experts: capacity and drops, balance, how many experts a batch touches, gates, and bytes between devices.
It refuses to know parameter counts: those are moe_parameters.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, exp, floor, isclose, sqrt
from typing import TypedDict

from labs.arguments import (
    check_between,
    check_choice,
    check_count_list,
    check_counts,
    check_finite_list,
    check_list,
    check_positive,
    check_same_length,
    check_whole,
)


class CapacityDrops(TypedDict):
    """Tokens each expert takes, tokens dropped, empty places, and dropped over all tokens."""

    processed: list[int]
    dropped: int
    padding: int
    drop_fraction: float


class AuxLoss(TypedDict):
    """Share of tokens sent to each expert, mean probability of each expert, and the loss."""

    f: list[float]
    P: list[float]
    loss: float


class Gate(TypedDict):
    """The chosen experts, best first, and the weight of each."""

    experts: list[int]
    weights: list[float]


def expert_capacity(tokens: int, experts: int, top_k: int, capacity_factor: float, rounding: str) -> int:
    """tokens top_k factor / E, rounded "floor" or "ceil", in tokens an expert takes.

    Source: Switch Transformers, arXiv:2101.03961, equation 3, times top_k; vectors capacity.
    """
    check_counts(tokens=tokens, experts=experts)
    check_whole("top_k", top_k, 1, experts)
    check_positive(capacity_factor=capacity_factor)
    check_choice("rounding", rounding, ("floor", "ceil"))
    # The factor goes through its shortest text: 1.1 means 11 tenths, so that a whole capacity is not rounded past.
    exact = Fraction(str(capacity_factor)) * tokens * top_k / experts
    return floor(exact) if rounding == "floor" else ceil(exact)


def capacity_drops(loads: Sequence[int], capacity: int) -> CapacityDrops:
    """What `capacity` places an expert leave: overflow is dropped, empty places are padding, in tokens.

    Source: Switch Transformers, arXiv:2101.03961, section 2.2; vectors drops.
    """
    check_count_list("loads", loads, 0)
    check_counts(capacity=capacity)
    processed = [min(load, capacity) for load in loads]
    dropped = sum(loads) - sum(processed)
    padding = capacity * len(loads) - sum(processed)
    fraction = dropped / sum(loads) if sum(loads) else 0.0
    return CapacityDrops(processed=processed, dropped=dropped, padding=padding, drop_fraction=fraction)


def switch_aux_loss(probs: Sequence[Sequence[float]], alpha: float) -> AuxLoss:
    """alpha E sum f_i P_i over tokens x experts probabilities; f is the share of tokens whose highest is i.

    On a tie the first expert counts. Source: Switch Transformers, arXiv:2101.03961, equations 4-6; vectors aux.
    """
    check_positive(alpha=alpha)
    check_list("probs", probs, "rows, one a token")
    if not probs:
        raise ValueError("probs is empty; it must have a row for each token, at least one.")
    for index, row in enumerate(probs):
        check_finite_list(f"probs[{index}]", row)
        check_same_length(**{"probs[0]": probs[0], f"probs[{index}]": row})
        if min(row) < 0 or not isclose(sum(row), 1, abs_tol=1e-6):
            raise ValueError(f"probs[{index}] is {list(row)!r:.60}; it must be probabilities that add up to 1.")
    tokens, experts = len(probs), len(probs[0])
    chosen = [max(range(experts), key=row.__getitem__) for row in probs]
    share = [chosen.count(expert) / tokens for expert in range(experts)]
    mean = [sum(row[expert] for row in probs) / tokens for expert in range(experts)]
    loss = alpha * experts * sum(f * p for f, p in zip(share, mean, strict=True))
    return AuxLoss(f=share, P=mean, loss=loss)


def load_imbalance(loads: Sequence[int]) -> dict[str, float]:
    """Mean load, busiest over mean, its inverse (the efficiency), and the population coefficient of variation.

    A step lasts as long as its busiest expert. Source: vectors imbalance.
    """
    check_count_list("loads", loads, 0)
    if not sum(loads):
        raise ValueError("loads are all 0; at least one expert must have a token.")
    mean = sum(loads) / len(loads)
    deviation = sqrt(sum((load - mean) ** 2 for load in loads) / len(loads))
    return {
        "mean": mean,
        "max_over_mean": max(loads) / mean,
        "efficiency": mean / max(loads),
        "cv": deviation / mean,
    }


def expected_distinct_experts(experts: int, top_k: int, tokens: int) -> float:
    """E (1 - (1 - k/E)^T): experts that a batch of T tokens touches, routed uniformly and independently.

    Source: vectors distinct.
    """
    check_counts(experts=experts, tokens=tokens)
    check_whole("top_k", top_k, 1, experts)
    return experts * (1 - (1 - top_k / experts) ** tokens)


def _best(scores: Sequence[float], k: int) -> list[int]:
    # sorted keeps the order of equals, so the lower expert wins a tie.
    return sorted(range(len(scores)), key=lambda expert: -scores[expert])[:k]


def topk_softmax_gate(logits: Sequence[float], k: int) -> Gate:
    """The k highest logits, best first, weighted by a softmax over those k.

    Source: Mixtral, arXiv:2401.04088, section 2.1; vectors gate.softmax.
    """
    check_finite_list("logits", logits)
    check_whole("k", k, 1, len(logits))
    experts = _best(logits, k)
    powers = [exp(logits[expert] - logits[experts[0]]) for expert in experts]
    return Gate(experts=experts, weights=[power / sum(powers) for power in powers])


def _sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x)) if x >= 0 else exp(x) / (1 + exp(x))


def sigmoid_gate(logits: Sequence[float], bias: Sequence[float], k: int, scale: float) -> Gate:
    """Choose k by sigmoid(logit) + bias; weigh by sigmoid alone, normalised over the chosen, times scale.

    Source: DeepSeek-V3, arXiv:2412.19437, section 2.1.2; vectors gate.sigmoid.
    """
    check_finite_list("logits", logits)
    check_finite_list("bias", bias)
    check_same_length(logits=logits, bias=bias)
    check_whole("k", k, 1, len(logits))
    check_positive(scale=scale)
    affinity = [_sigmoid(logit) for logit in logits]
    experts = _best([score + push for score, push in zip(affinity, bias, strict=True)], k)
    total = sum(affinity[expert] for expert in experts)
    if total == 0:
        raise ValueError("logits of the chosen experts are too low: every sigmoid is 0, so no weights exist.")
    return Gate(experts=experts, weights=[affinity[expert] / total * scale for expert in experts])


def all_to_all_bytes(tokens: int, top_k: int, hidden: int, bytes_per_element: float) -> float:
    """tokens k h q, in bytes one way; a token for two experts of one device goes twice. Source: vectors all_to_all."""
    check_counts(tokens=tokens, top_k=top_k, hidden=hidden)
    check_positive(bytes_per_element=bytes_per_element)
    return tokens * top_k * hidden * bytes_per_element


def moe_active_fraction(active: float, total: float) -> float:
    """active / total parameters. Source: vectors active_fraction."""
    check_positive(total=total)
    check_between("active", active, 0, total)
    return active / total
