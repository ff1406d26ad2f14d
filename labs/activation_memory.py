"""Bytes of activations that a layer keeps for its backward pass, under six ways of splitting and recomputing.
It refuses to know weights, gradients, optimizer states and devices.
"""

from labs.arguments import check_choice, check_counts

VARIANTS = ("serial", "tp", "tp_sp", "tp_selective", "tp_sp_selective", "full_recompute")


def activation_coefficient(a: int, h: int, s: int, t: int) -> dict[str, float]:
    """Bytes per s b h of one layer, with x = 5 a s / h (the attention scores) and t tensor-parallel devices.

    serial 34 + x; tp 10 + 24/t + x/t; tp_sp (34 + x)/t; tp_selective 10 + 24/t; tp_sp_selective 34/t; full_recompute 2.
    a heads, h hidden, s tokens. Source: Korthikanti et al. 2022, arXiv:2205.05198, Table 2.
    """
    check_counts(a=a, h=h, s=s, t=t)
    x = 5 * a * s / h
    return {
        "serial": 34 + x,
        "tp": 10 + 24 / t + x / t,
        "tp_sp": (34 + x) / t,
        "tp_selective": 10 + 24 / t,
        "tp_sp_selective": 34 / t,
        "full_recompute": 2.0,
    }


def activation_bytes_per_layer(a: int, h: int, s: int, b: int, t: int) -> dict[str, float]:
    """s b h times each coefficient, in bytes per layer, for a microbatch of b sequences.

    Source: Korthikanti et al. 2022, arXiv:2205.05198, Table 2.
    """
    check_counts(b=b)
    return {variant: factor * s * b * h for variant, factor in activation_coefficient(a, h, s, t).items()}


def activation_bytes_first_stage(a: int, h: int, s: int, b: int, t: int, L: int, p: int, m: int, variant: str) -> float:
    """s b h L times the coefficient of `variant`, in bytes on the first of p pipeline stages.

    With m > 1 interleaved stages a device the schedule keeps 1 + (p - 1) / (p m) times as much. Embeddings and logits
    are left out. Source: Korthikanti et al. 2022, arXiv:2205.05198, equations 2 and 4-6, section 4.2.3.
    """
    check_counts(L=L, p=p, m=m)
    check_choice("variant", variant, VARIANTS)
    layers_bytes = activation_bytes_per_layer(a, h, s, b, t)[variant] * L
    return layers_bytes * (1 + (p - 1) / (p * m)) if m > 1 else layers_bytes


def selective_saving_fraction(a: int, h: int, s: int) -> float:
    """x / (34 + x), x = 5 a s / h: the fraction of a layer's activations that recomputing attention alone saves.

    Source: Korthikanti et al. 2022, arXiv:2205.05198, section 5.
    """
    check_counts(a=a, h=h, s=s)
    x = 5 * a * s / h
    return x / (34 + x)
