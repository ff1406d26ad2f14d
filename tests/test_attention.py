"""Attention: the softmax by blocks is the plain one, parts merge to the whole, pairs are those counted one by one."""

from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.attention import (
    attention_forward_flops,
    causal_pairs,
    decode_attention_intensity,
    flash1_forward_hbm_elements,
    flash2_forward_hbm_elements,
    merge_partials,
    online_softmax,
    standard_attention_hbm_elements,
)

PAIRS = st.lists(st.tuples(st.floats(-300, 300), st.floats(-10, 10)), min_size=1, max_size=30)


def plain(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """The weighted mean and the log of the sum of exponentials, all at once."""
    highest = max(score for score, _ in pairs)
    weights = [exp(score - highest) for score, _ in pairs]
    total = sum(weights)
    mean = sum(weight * value for weight, (_, value) in zip(weights, pairs, strict=True)) / total
    return mean, highest + log(total)


@given(PAIRS, st.integers(1, 31))
def test_softmax_by_blocks_is_the_plain_softmax(pairs: list[tuple[float, float]], block: int) -> None:
    result = online_softmax([score for score, _ in pairs], [value for _, value in pairs], block)
    out, logsumexp = plain(pairs)
    assert result["out"] == pytest.approx(out, abs=1e-9)
    assert result["logsumexp"] == pytest.approx(logsumexp, abs=1e-9)
    assert len(result["steps"]) == -(-len(pairs) // block)


@given(PAIRS, PAIRS)
def test_two_ranges_of_keys_merge_to_the_whole(
    left: list[tuple[float, float]], right: list[tuple[float, float]]
) -> None:
    parts = [online_softmax([s for s, _ in side], [v for _, v in side], 4)["steps"][-1] for side in (left, right)]
    merged = merge_partials([{"m": part["m"], "l": part["l"], "out": part["out"]} for part in parts])
    out, logsumexp = plain(left + right)
    assert merged["out"] == pytest.approx(out, abs=1e-9)
    assert merged["m"] + log(merged["l"]) == pytest.approx(logsumexp, abs=1e-9)


@given(st.integers(1, 40), st.integers(0, 40), st.none() | st.integers(1, 90))
def test_causal_pairs_are_those_counted_one_by_one(new: int, cached: int, window: int | None) -> None:
    counted = sum(
        1 for query in range(cached, cached + new) for key in range(query + 1) if window is None or key > query - window
    )
    assert causal_pairs(new, cached, window) == counted


@given(st.integers(1, 8), st.integers(1, 8), st.integers(1, 4096), st.integers(1, 256))
def test_a_causal_mask_halves_the_work(batch: int, heads: int, seq_len: int, head_dim: int) -> None:
    full = attention_forward_flops(batch, heads, seq_len, head_dim, False)
    assert attention_forward_flops(batch, heads, seq_len, head_dim, True) * 2 == full


def test_one_block_of_queries_reads_keys_and_values_once() -> None:
    assert flash2_forward_hbm_elements(1024, 64, 1024)["elements"] == 4 * 1024 * 64 + 1024


def test_memory_for_everything_leaves_one_pass() -> None:
    traffic = flash1_forward_hbm_elements(256, 64, 4 * 64 * 256)
    assert traffic["Tc"] == 1
    assert traffic["elements"] < standard_attention_hbm_elements(256, 64)


@given(st.integers(1, 128), st.integers(1, 16))
def test_grouping_heads_raises_the_intensity_by_the_group(kv_heads: int, group: int) -> None:
    assert decode_attention_intensity(kv_heads * group, kv_heads, 2) == pytest.approx(group)


def test_scores_and_values_of_two_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="scores has 2 and values has 1 values; they must have equally many"):
        online_softmax([0.0, 1.0], [1.0], 1)


@pytest.mark.parametrize("parts", [[], [3], [{"m": 0.0, "l": 0.0, "out": 1.0}], [{"m": 0.0, "out": 1.0}]])
def test_parts_that_hold_no_softmax_are_refused(parts: list[dict[str, float]]) -> None:
    with pytest.raises(ValueError, match="parts"):
        merge_partials(parts)
