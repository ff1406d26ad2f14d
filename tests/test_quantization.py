"""Rounding to codes: errors stay within half a step, codes within their bits, and bits per weight agree."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.quantization import (
    bpw_block,
    bpw_double_quant,
    bpw_group,
    checkpoint_bytes_mixed,
    quant_asymmetric,
    quant_symmetric,
)

WEIGHTS = st.lists(st.floats(-100, 100).map(lambda weight: round(weight, 4)), min_size=2, max_size=30)


@given(WEIGHTS.filter(any), st.integers(2, 12))
def test_symmetric_codes_are_within_half_a_step(weights: list[float], bits: int) -> None:
    result = quant_symmetric(weights, bits)
    top = 2 ** (bits - 1) - 1
    assert all(-top <= code <= top for code in result["q"])
    assert max(abs(code) for code in result["q"]) == top
    assert result["max_abs_error"] <= result["scale"] / 2 * (1 + 1e-9)
    assert result["mse"] <= result["max_abs_error"] ** 2 * (1 + 1e-9)


@given(WEIGHTS.filter(lambda weights: max(weights) > min(weights)), st.integers(1, 12))
def test_asymmetric_codes_are_within_a_step(weights: list[float], bits: int) -> None:
    result = quant_asymmetric(weights, bits)
    assert all(0 <= code <= 2**bits - 1 for code in result["q"])
    assert result["max_abs_error"] <= result["scale"] * (1 + 1e-6)


@pytest.mark.parametrize("weights", [[0.0, 0.0], [], [math.nan], [math.inf, 1.0], "12", None, [1e31]])
def test_weights_without_a_scale_are_refused(weights: Any) -> None:
    for quantise in (quant_symmetric, quant_asymmetric):
        with pytest.raises(ValueError, match="weights"):
            quantise(weights, 4)


@given(st.integers(1, 512), st.integers(1, 16))
def test_a_block_of_codes_and_one_scale_is_a_group(groups_of_8: int, weight_bytes: int) -> None:
    group = groups_of_8 * 8
    block_bytes = group * weight_bytes + 2
    assert bpw_block(block_bytes, group) == pytest.approx(bpw_group(8 * weight_bytes, group, 16, 0))


def test_scales_that_are_not_quantised_again_cost_what_a_group_costs() -> None:
    assert bpw_double_quant(4, 64, 32, 10**9, 0) == bpw_group(4, 64, 32, 0)


def test_a_checkpoint_without_other_weights_is_its_quantised_part() -> None:
    assert checkpoint_bytes_mixed(1000, 4, 0, 16) == 500
