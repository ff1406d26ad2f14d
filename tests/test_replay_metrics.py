"""Metric definitions, their identities, and populations, on hand-sized and on traced runs.
It refuses to know how a run came about."""

from itertools import pairwise

import numpy as np
import pytest

from labs.replay import (
    NEVER,
    POLICIES,
    Bounds,
    Draft,
    FixedCost,
    Limits,
    Run,
    bill,
    gaps,
    jain,
    judge,
    longest_wait,
    members,
    over_time,
    replay,
    run_facts,
    steady,
    step_ends,
    summarize,
    tenant_fairness,
    times,
    token_times,
    tokens_per_step,
    utilization,
)
from labs.replay.metrics import percentiles
from tests.replay_cases import conversation, simple, synthetic

COST = FixedCost(prefill_token=1, decode_step=2)


@pytest.fixture(scope="module", params=sorted(POLICIES))
def traced(request: pytest.FixtureRequest) -> Run:
    return replay(conversation(1_000), request.param, Bounds(blocks=7_424))


def test_pooled_gaps_are_the_gaps_of_every_request(traced: Run) -> None:
    ends = step_ends(traced)
    plain = [later - earlier for index in range(1_000) for earlier, later in pairwise(token_times(traced, index, ends))]
    values, weights = gaps(traced)
    assert sorted(plain) == np.repeat(values, weights)[np.argsort(np.repeat(values, weights))].astype(int).tolist()
    pooled = summarize(values, weights)
    assert pooled.count == len(plain) == traced.tokens_computed - sum(traced.columns.prefilled)
    assert pooled.mean == pytest.approx(np.mean(plain))
    assert pooled.p99 == pytest.approx(np.percentile(plain, 99))


def test_only_a_hundred_values_have_a_p99_and_fewer_a_largest_by_the_same_formula() -> None:
    values = np.arange(1.0, 101.0)
    many, few = summarize(values), summarize(values[1:])
    assert (many.p99, many.tail) == (pytest.approx(percentiles(values, (0.99,))[0]), many.p99)
    assert (few.count, few.p99, few.tail, few.maximum) == (99, None, 100.0, 100.0)
    assert few.p50 == 51
    assert percentiles(values[1:], (0.99,)) == (pytest.approx(99.02),)
    # A weighted value counts as often as it came.
    assert summarize(values[:2], np.array([60, 40])).p99 == 2
    assert summarize(values[:2], np.array([60, 39])).p99 is None
    assert summarize(np.array([])).tail is None


def test_end_to_end_is_first_token_plus_gaps(traced: Run) -> None:
    each, ends = times(traced), step_ends(traced)
    for index in range(1_000):
        tokens = token_times(traced, index, ends)
        inside = [later - earlier for earlier, later in pairwise(tokens)]
        assert each.e2e[index] == each.ttft[index] + sum(inside)
        if inside:
            assert each.tpot[index] * len(inside) == pytest.approx(each.e2e[index] - each.ttft[index])
        assert each.normalized[index] == each.e2e[index] / len(tokens)


def test_percentiles_are_ordered_and_share_one_population(traced: Run) -> None:
    each = times(traced)
    for values in (each.ttft, each.tpot, each.e2e, each.normalized, each.queued):
        told = summarize(values)
        assert told.p50 <= told.p90 <= told.p95 <= told.p99 <= told.maximum
        assert told.count == np.count_nonzero(~np.isnan(values))


def test_time_to_first_token_includes_the_queue(traced: Run) -> None:
    each = times(traced)
    assert (each.ttft > each.queued).all()
    assert longest_wait(traced) == each.queued.max()


def test_littles_law_holds_on_a_run(traced: Run) -> None:
    """Mean number in system x duration = sum of the times in it, exactly: all came after the start and all left."""
    line = over_time(traced)
    mean_in_system = (line.waiting + line.active).mean()
    inside = sum(freed - came for freed, came in zip(traced.columns.released, traced.workload.arrival, strict=True))
    assert mean_in_system * traced.end == pytest.approx(inside, rel=1e-9)


def test_the_timeline_stays_within_bounds_and_ends_empty(traced: Run) -> None:
    line = over_time(traced)
    assert len(line.active) == 800
    assert line.active.max() <= 128
    assert line.blocks.max() <= 7_424
    assert line.blocks.max() <= line.tokens.max() / 16 + 128
    assert min(line.waiting.min(), line.active.min()) >= -1e-6


def test_percentile_interpolates_at_rank_p_of_n_less_one() -> None:
    values = np.array([10.0, 40.0, 20.0])
    assert percentiles(values, (0.5, 0.75)) == (20, 30)
    assert percentiles(values, (0.75, 0.5), np.array([1, 1, 1])) == (30, 20)
    assert percentiles(values, (0.5,), np.array([1, 2, 5])) == (20,)


def test_one_output_token_has_no_tpot_and_zero_has_no_gap_and_no_normalized_latency() -> None:
    run = replay(simple((0, 4, 0), (0, 4, 1), (0, 4, 3)), "continuous", Bounds(), COST)
    each = times(run)
    assert np.isnan(each.tpot).tolist() == [True, True, False]
    assert np.isnan(each.normalized).tolist() == [True, False, False]
    assert np.isnan(each.ttft).sum() == np.isnan(each.e2e).sum() == 0
    assert summarize(*gaps(run)).count == 2


def test_a_limit_is_met_at_equality_and_each_dimension_is_told() -> None:
    run = replay(simple((0, 4, 1), (0, 4, 3)), "continuous", Bounds(max_active=1), COST)
    found = judge(run, Limits(ttft=4, tpot=2, e2e=12))
    assert (found.judged, found.met, found.met_ttft, found.met_tpot, found.met_e2e) == (2, 1, 1, 2, 2)
    assert found.goodput == 0.5
    assert found.rate == 1 / 12 * 10**6


def test_callers_gone_after_the_first_token_are_told_apart_and_those_before_are_misses() -> None:
    rows = ((0, 4, 9), (0, 4, 9), (0, 4, 2))
    run = replay(simple(*rows, cancel=[15, 10, NEVER]), "continuous", Bounds(max_active=1), COST)
    found = judge(run, Limits())
    assert (found.hung_up, found.judged, found.met) == (1, 2, 1)
    assert run.outcomes["cancelled"] == 2


def test_a_group_has_its_own_numbers() -> None:
    rows = ((0, 4, 3), (0, 8, 3), (0, 4, 3))
    run = replay(simple(*rows, group=[0, 1, 0], groups=("english", "rare")), "continuous", Bounds(max_active=1), COST)
    rare = members(run, "group", "rare")
    assert summarize(times(run).ttft[rare]).mean == 16
    assert summarize(*gaps(run, rare)).count == 2
    assert judge(run, Limits(ttft=10), rare).met == 0
    with pytest.raises(ValueError, match="no group 'zulu'; there are english, rare"):
        members(run, "group", "zulu")


def test_jain_is_one_when_even_and_one_over_n_when_one_takes_all() -> None:
    assert jain([3, 3, 3]) == 1
    assert jain([9, 0, 0]) == pytest.approx(1 / 3)
    assert jain([6, 3], [2, 1]) == 1
    assert jain([0, 0]) is None
    assert tenant_fairness(replay(simple((0, 4, 3)), "continuous", Bounds(), COST)) == 1


def test_tenants_without_demand_are_left_out_of_fairness() -> None:
    load = simple((0, 4, 2), (0, 4, 2), tenant=[0, 2], tenants=("a", "b", "c"))
    assert tenant_fairness(replay(load, "continuous", Bounds(), COST)) == 1


def test_drafted_tokens_that_come_together_are_one_gap() -> None:
    run = replay(simple((0, 4, 9)), "continuous", Bounds(), COST, draft=Draft(3, (1.0,)))
    assert token_times(run, 0, step_ends(run)) == [4] + [6] * 4 + [8] * 4
    assert summarize(*gaps(run)).count == 2


def test_the_whole_bill_is_charged_to_the_tokens_delivered() -> None:
    run = replay(synthetic(200), "continuous")
    told = bill(run, dollars_per_hour=2.0, output_weight=4.0)
    inputs, outputs = sum(run.columns.prefilled), sum(run.columns.produced)
    assert told.dollars == pytest.approx((run.end - run.workload.arrival[0]) / 3.6e9 * 2.0)
    assert told.per_million_output * outputs == pytest.approx(told.dollars * 1e6)
    split = told.per_million_input_share * inputs + told.per_million_output_share * outputs
    assert split == pytest.approx(told.dollars * 1e6)
    assert 0 <= told.idle_dollars < told.dollars
    assert utilization(run).busy == pytest.approx(1 - told.idle_dollars / told.dollars, rel=0.01)


def test_facts_of_nobody_are_none_and_not_zero() -> None:
    told = run_facts(replay(simple(), "continuous", Bounds(), COST))
    assert told["ttft_p99_s"] is None
    assert told["goodput"] is None
    assert told["offered"] == 0


def test_the_steady_window_leaves_head_and_tail_out() -> None:
    rows = [(0, 4, 2), *[(100 + 10 * number, 4, 2) for number in range(10)], (900, 4, 2)]
    found = steady(replay(simple(*rows), "continuous", Bounds(), COST), 0.1, 0.9)
    assert (found.start, found.end) == (100, 190)
    assert found.completed_per_s == pytest.approx(9 / 90 * 1e6)
    assert found.output_tokens_per_s == pytest.approx(18 / 90 * 1e6)


def test_tokens_a_step_are_one_without_drafts_and_the_expected_value_with_them() -> None:
    load = simple((0, 4, 301), (0, 4, 301), group=[0, 1], groups=("english", "rare"))
    assert tokens_per_step(replay(load, "continuous", Bounds(), COST)) == 1
    run = replay(load, "continuous", Bounds(), COST, draft=Draft(3, (0.5, 0.0)))
    assert tokens_per_step(run, members(run, "group", "english")) == pytest.approx(1.875)
    assert tokens_per_step(run, members(run, "group", "rare")) == 1
