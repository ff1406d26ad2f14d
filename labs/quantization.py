"""Bits per weight with their metadata, sizes in mixed precision, and rounding to the nearest code.
It refuses to know models and perplexity runs: those measurements are arguments.
"""

from collections.abc import Sequence
from typing import TypedDict

from labs.arguments import check_counts, check_finite_list, check_not_negative, check_positive, check_whole

MOST_BITS = 32


class Symmetric(TypedDict):
    """Step, codes, values back from the codes, largest error and mean squared error."""

    scale: float
    q: list[int]
    dequantised: list[float]
    max_abs_error: float
    mse: float


class Asymmetric(Symmetric):
    """The same with the code that stands for zero."""

    zero_point: int


def bpw_group(weight_bits: float, group_size: int, scale_bits: float, zero_bits: float) -> float:
    """bits + (scale + zero) / group, in bits per weight. Source: GPTQ, arXiv:2210.17323; vectors bpw.group."""
    check_counts(group_size=group_size)
    check_not_negative(weight_bits=weight_bits, scale_bits=scale_bits, zero_bits=zero_bits)
    return weight_bits + (scale_bits + zero_bits) / group_size


def bpw_block(block_bytes: int, weights_per_block: int) -> float:
    """8 bytes / weights, in bits per weight, for formats that store whole blocks. Source: vectors bpw.block."""
    check_counts(block_bytes=block_bytes, weights_per_block=weights_per_block)
    return 8 * block_bytes / weights_per_block


def bpw_double_quant(weight_bits: float, block1: int, scale1_bits: float, block2: int, scale2_bits: float) -> float:
    """bits + s1 / b1 + s2 / (b1 b2), in bits per weight: the scales are quantised in blocks of their own.

    Source: QLoRA, arXiv:2305.14314, section 3; vectors bpw.qlora.
    """
    check_counts(block1=block1, block2=block2)
    check_not_negative(weight_bits=weight_bits, scale1_bits=scale1_bits, scale2_bits=scale2_bits)
    return weight_bits + scale1_bits / block1 + scale2_bits / (block1 * block2)


def checkpoint_bytes_mixed(
    quantised_params: float, quantised_bits: float, other_params: float, other_bits: float
) -> float:
    """(quantised params x bits + other params x bits) / 8, in bytes. Source: gpt-oss model card, arXiv:2508.10925."""
    check_not_negative(quantised_params=quantised_params, other_params=other_params)
    check_positive(quantised_bits=quantised_bits, other_bits=other_bits)
    return (quantised_params * quantised_bits + other_params * other_bits) / 8


def perplexity_delta(quantised: float, baseline: float) -> dict[str, float]:
    """quantised - baseline, and that over the baseline. Source: vectors ppl.delta."""
    check_positive(quantised=quantised, baseline=baseline)
    return {"delta": quantised - baseline, "relative": (quantised - baseline) / baseline}


def _errors(weights: Sequence[float], values: Sequence[float]) -> list[float]:
    return [abs(weight - value) for weight, value in zip(weights, values, strict=True)]


def quant_symmetric(weights: Sequence[float], bits: int) -> Symmetric:
    """scale = max|w| / (2^(b-1) - 1); code = round(w / scale), clamped to plus or minus 2^(b-1) - 1.

    Raises ValueError when every weight is 0, since no scale exists. Source: vectors rtn.symmetric.
    """
    check_finite_list("weights", weights)
    check_whole("bits", bits, 2, MOST_BITS)
    top = 2 ** (bits - 1) - 1
    scale = max(abs(weight) for weight in weights) / top
    if scale == 0:
        raise ValueError("weights are all 0 or too near it; at least one must differ from 0 so that a scale exists.")
    codes = [max(-top, min(top, round(weight / scale))) for weight in weights]
    values = [code * scale for code in codes]
    errors = _errors(weights, values)
    mse = sum(error**2 for error in errors) / len(errors)
    return Symmetric(scale=scale, q=codes, dequantised=values, max_abs_error=max(errors), mse=mse)


def quant_asymmetric(weights: Sequence[float], bits: int) -> Asymmetric:
    """scale = (max - min) / (2^b - 1), zero = round(-min / scale), code = round(w / scale) + zero in 0..2^b - 1.

    Raises ValueError when all weights are equal, since no scale exists. Source: vectors rtn.asymmetric.
    """
    check_finite_list("weights", weights)
    check_whole("bits", bits, 1, MOST_BITS)
    top = 2**bits - 1
    scale = (max(weights) - min(weights)) / top
    if scale == 0:
        raise ValueError("weights are all equal or too near; at least two must differ so that a scale exists.")
    zero = round(-min(weights) / scale)
    codes = [max(0, min(top, round(weight / scale) + zero)) for weight in weights]
    values = [(code - zero) * scale for code in codes]
    errors = _errors(weights, values)
    mse = sum(error**2 for error in errors) / len(errors)
    return Asymmetric(scale=scale, zero_point=zero, q=codes, dequantised=values, max_abs_error=max(errors), mse=mse)
