"""Experts: tokens are conserved, gates are weights, capacities are exact, and balance has its extremes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.moe import (
    capacity_drops,
    expected_distinct_experts,
    expert_capacity,
    load_imbalance,
    sigmoid_gate,
    switch_aux_loss,
    topk_softmax_gate,
)

LOADS = st.lists(st.integers(0, 500), min_size=1, max_size=20)
LOGITS = st.lists(st.floats(-300, 300), min_size=1, max_size=20)


@given(LOADS, st.integers(1, 600))
def test_every_token_is_processed_or_dropped_and_every_place_taken_or_padded(loads: list[int], capacity: int) -> None:
    result = capacity_drops(loads, capacity)
    assert sum(result["processed"]) + result["dropped"] == sum(loads)
    assert sum(result["processed"]) + result["padding"] == capacity * len(loads)
    assert 0 <= result["drop_fraction"] < 1


@given(LOADS.filter(any))
def test_efficiency_is_one_only_when_loads_are_equal(loads: list[int]) -> None:
    result = load_imbalance(loads)
    assert 0 < result["efficiency"] <= 1
    assert (result["max_over_mean"] == 1) is (len(set(loads)) == 1)
    assert (result["cv"] == 0) is (len(set(loads)) == 1)


def test_loads_of_nobody_have_no_balance() -> None:
    with pytest.raises(ValueError, match="loads are all 0"):
        load_imbalance([0, 0])


@pytest.mark.parametrize(("rounding", "capacity"), [("floor", 11), ("ceil", 11)])
def test_a_whole_capacity_is_not_rounded_past(rounding: str, capacity: int) -> None:
    assert 110 * 1 * 1.1 / 11 != 11
    assert expert_capacity(110, 11, 1, 1.1, rounding) == capacity


@given(st.integers(1, 300), st.data())
def test_a_batch_touches_between_one_choice_and_all_experts(experts: int, data: st.DataObject) -> None:
    top_k = data.draw(st.integers(1, experts))
    assert expected_distinct_experts(experts, top_k, 1) == pytest.approx(top_k)
    more = expected_distinct_experts(experts, top_k, data.draw(st.integers(1, 200)))
    assert top_k * (1 - 1e-9) <= more <= experts


@given(LOGITS, st.data())
def test_the_softmax_gate_weighs_the_highest_and_adds_up_to_one(logits: list[float], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(logits)))
    gate = topk_softmax_gate(logits, k)
    assert sorted((logits[expert] for expert in gate["experts"]), reverse=True) == sorted(logits, reverse=True)[:k]
    assert sum(gate["weights"]) == pytest.approx(1)
    assert gate["weights"] == sorted(gate["weights"], reverse=True)


@given(LOGITS, st.floats(0.1, 4))
def test_the_sigmoid_gate_adds_up_to_its_scale(logits: list[float], scale: float) -> None:
    gate = sigmoid_gate(logits, [0.0] * len(logits), len(logits), scale)
    assert sum(gate["weights"]) == pytest.approx(scale)


def test_a_bias_chooses_and_does_not_weigh() -> None:
    gate = sigmoid_gate([5.0, -5.0], [0.0, 9.0], 2, 1.0)
    assert gate["experts"] == [1, 0]
    assert gate["weights"][0] < gate["weights"][1]


@pytest.mark.parametrize("probs", [[], [[]], [[0.5, 0.4]], [[1.5, -0.5]], [[1.0], [0.5, 0.5]], [[float("nan")]], 3])
def test_rows_that_are_no_probabilities_are_refused(probs: Any) -> None:
    with pytest.raises(ValueError, match="probs"):
        switch_aux_loss(probs, 0.01)
