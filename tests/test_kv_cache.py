"""The cache formulas: linear in every factor, smaller by the head ratio, and never larger with a window."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.kv_cache import (
    kv_bytes_hybrid,
    kv_bytes_mla,
    kv_bytes_mla_expanded,
    kv_bytes_per_token,
    kv_bytes_per_token_per_gpu_tp,
    kv_bytes_total,
    kv_max_tokens,
    kv_ratio,
)

COUNTS = st.integers(1, 200)


@given(COUNTS, COUNTS, COUNTS, st.sampled_from([0.5, 1, 2, 4]), COUNTS, COUNTS, st.integers(2, 9))
def test_the_cache_is_linear_in_every_factor(
    layers: int, kv_heads: int, head_dim: int, width: float, batch: int, seq_len: int, times: int
) -> None:
    factors = (layers, kv_heads, head_dim, width, batch, seq_len)
    for index in range(len(factors)):
        scaled = list(factors)
        scaled[index] = scaled[index] * times
        assert kv_bytes_total(*scaled) == times * kv_bytes_total(*factors)  # type: ignore[arg-type]


@given(COUNTS, COUNTS, COUNTS, st.integers(2, 16))
def test_grouped_heads_shrink_the_cache_by_the_group_size(
    layers: int, kv_heads: int, head_dim: int, group: int
) -> None:
    multi_head = kv_bytes_per_token(layers, kv_heads * group, head_dim, 2)
    assert kv_ratio(multi_head, kv_bytes_per_token(layers, kv_heads, head_dim, 2)) == group


@given(COUNTS, COUNTS, COUNTS, st.integers(0, 50), st.integers(0, 50), st.integers(1, 5000))
def test_local_layers_cost_what_global_ones_do_until_the_window_is_full(
    kv_heads: int, head_dim: int, window: int, global_layers: int, local_layers: int, seq_len: int
) -> None:
    if global_layers + local_layers == 0:
        global_layers = 1
    hybrid = kv_bytes_hybrid(kv_heads, head_dim, window, global_layers, local_layers, 2, 1, seq_len)
    full = kv_bytes_total(global_layers + local_layers, kv_heads, head_dim, 2, 1, seq_len)
    assert hybrid <= full
    assert (hybrid == full) is (seq_len <= window or local_layers == 0)


@given(COUNTS, COUNTS, st.integers(1, 64), st.integers(1, 64))
def test_devices_together_hold_all_heads_and_each_at_least_one(
    layers: int, head_dim: int, kv_heads: int, tp: int
) -> None:
    one = kv_bytes_per_token_per_gpu_tp(layers, kv_heads, head_dim, 2, tp)
    assert one * tp >= kv_bytes_per_token(layers, kv_heads, head_dim, 2)
    assert one >= kv_bytes_per_token(layers, 1, head_dim, 2)
    assert kv_bytes_per_token_per_gpu_tp(layers, kv_heads, head_dim, 2, 1) == kv_bytes_per_token(
        layers, kv_heads, head_dim, 2
    )


@given(st.integers(1, 10**12), st.integers(1, 10**7))
def test_the_tokens_that_fit_fit_and_one_more_does_not(pool_bytes: int, bytes_per_token: int) -> None:
    tokens = kv_max_tokens(pool_bytes, bytes_per_token)
    assert tokens * bytes_per_token <= pool_bytes < (tokens + 1) * bytes_per_token


def test_a_latent_is_smaller_than_the_heads_it_expands_to() -> None:
    latent = kv_bytes_mla(61, 512, 64, 2, 1, 1)
    assert latent * 56 < kv_bytes_mla_expanded(61, 128, 128, 64, 128, 2, 1, 1)


def test_a_hybrid_without_layers_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one layer must cache tokens"):
        kv_bytes_hybrid(8, 128, 4096, 0, 0, 2, 1, 1)
