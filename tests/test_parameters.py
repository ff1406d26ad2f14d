"""Parameter counts against a list of every tensor, and the identities between total and active counts."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.mla_parameters import params_mla_moe_active, params_mla_moe_total
from labs.moe_parameters import (
    params_gpt_oss_active_without_input_embedding,
    params_gpt_oss_total,
    params_moe_active,
    params_moe_total,
)
from labs.parameters import model_size_gb, model_size_gib, params_dense, params_non_embedding, weight_bytes
from labs.vectors import Vector, own_vector_files, read_vectors
from tests.oracles.parameters import count_dense

DENSE = [vector for path in own_vector_files() for vector in read_vectors(path) if vector.formula == "params_dense"]

SHAPES = st.fixed_dictionaries(
    {
        "layers": st.integers(1, 4),
        "hidden": st.integers(1, 40),
        "vocab": st.integers(1, 90),
        "heads": st.integers(1, 6),
        "kv_heads": st.integers(1, 6),
        "head_dim": st.integers(1, 9),
        "ffn": st.integers(1, 60),
        "tied": st.booleans(),
        "gated": st.booleans(),
    },
    optional={
        "qkv_bias": st.booleans(),
        "o_bias": st.booleans(),
        "mlp_bias": st.booleans(),
        "norm": st.sampled_from(["rms", "ln"]),
        "learned_positions": st.integers(0, 20),
        "norm_bias": st.booleans(),
        "qk_norm": st.booleans(),
        "norms_per_layer": st.integers(0, 4),
        "lm_head_bias": st.booleans(),
    },
)
MOE: dict[str, Any] = {
    "layers": 3,
    "hidden": 8,
    "vocab": 20,
    "heads": 4,
    "kv_heads": 2,
    "head_dim": 4,
    "expert_ffn": 6,
    "experts": 5,
    "top_k": 2,
}


@pytest.mark.parametrize("vector", DENSE, ids=lambda vector: vector.id)
def test_published_totals_are_the_sum_of_every_tensor(vector: Vector) -> None:
    assert count_dense(dict(vector.inputs)) == vector.expected


@given(SHAPES)
def test_the_formula_is_the_sum_of_every_tensor(shape: dict[str, Any]) -> None:
    assert params_dense(**shape) == count_dense(shape)


@given(SHAPES)
def test_the_vocabulary_matrices_are_all_that_is_left_out(shape: dict[str, Any]) -> None:
    matrices = 1 if shape["tied"] else 2
    assert params_dense(**shape) - params_non_embedding(**shape) == matrices * shape["vocab"] * shape["hidden"]


@given(SHAPES)
def test_one_expert_is_a_dense_gated_model_with_a_router(shape: dict[str, Any]) -> None:
    same = {key: shape[key] for key in ("layers", "hidden", "vocab", "heads", "kv_heads", "head_dim")}
    dense = params_dense(**same, ffn=shape["ffn"], tied=False, gated=True)
    sparse = params_moe_total(**same, expert_ffn=shape["ffn"], experts=1, top_k=1)
    assert sparse == dense + shape["layers"] * shape["hidden"]


def test_experts_that_are_not_chosen_are_the_difference_between_total_and_active() -> None:
    unused = MOE["layers"] * (MOE["experts"] - MOE["top_k"]) * 3 * MOE["hidden"] * MOE["expert_ffn"]
    assert params_moe_total(**MOE) - params_moe_active(**MOE) == unused


def test_the_card_of_gpt_oss_leaves_the_input_embedding_and_unused_experts_out() -> None:
    hidden, width = MOE["hidden"], MOE["expert_ffn"]
    expert = hidden * 2 * width + 2 * width + width * hidden + hidden
    unused = MOE["layers"] * (MOE["experts"] - MOE["top_k"]) * expert
    difference = params_gpt_oss_total(**MOE) - params_gpt_oss_active_without_input_embedding(**MOE)
    assert difference == unused + MOE["vocab"] * hidden


def test_shared_experts_and_dense_layers_are_always_active() -> None:
    shape: dict[str, Any] = {key: MOE[key] for key in ("hidden", "vocab", "heads", "expert_ffn", "experts", "top_k")}
    shape |= {"layers": 4, "q_lora_rank": 0, "dense_ffn": 9, "dense_layers": 1, "shared_experts": 2, "kv_lora_rank": 3}
    shape |= {"router_bias": True, "qk_nope_head_dim": 4, "qk_rope_head_dim": 2, "v_head_dim": 4}
    unused = (4 - 1) * (MOE["experts"] - MOE["top_k"]) * 3 * MOE["hidden"] * MOE["expert_ffn"]
    assert params_mla_moe_total(**shape) - params_mla_moe_active(**shape) == unused
    with pytest.raises(ValueError, match="dense_layers is 5; it must be a whole number from 0 to 4"):
        params_mla_moe_total(**{**shape, "dense_layers": 5})


def test_sizes_in_gb_and_gib_are_the_same_bytes() -> None:
    assert model_size_gb(1e9, 16) * 1e9 == model_size_gib(1e9, 16) * 2**30 == weight_bytes(1e9, 16) == 2e9


@pytest.mark.parametrize("top_k", [0, 6, True, 2.0])
def test_more_chosen_experts_than_there_are_is_refused(top_k: Any) -> None:
    for count in (params_moe_total, params_moe_active, params_gpt_oss_total):
        with pytest.raises(ValueError, match=r"top_k is .*; it must be a whole number from 1 to 5"):
            count(**{**MOE, "top_k": top_k})


def test_an_unknown_norm_is_refused() -> None:
    case = dict(next(iter(DENSE)).inputs)
    case.pop("model")
    with pytest.raises(ValueError, match="norm is 'batch'; it must be one of rms, ln"):
        params_dense(**{**case, "norm": "batch"})
