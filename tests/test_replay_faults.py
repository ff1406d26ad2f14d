"""What goes wrong in other replay tools, and what this one does: each ends with a named outcome.
It refuses to look at speed and at random cases."""

import pytest

from labs.replay import NEVER, POLICIES, Bounds, Draft, FixedCost, Limits, Run, Workload, judge, replay
from labs.replay.engine import Stuck
from labs.replay.policy import Policy
from labs.replay.steps import iterations
from tests.replay_cases import simple

COST = FixedCost(prefill_token=1, decode_step=2)
EVERY = pytest.mark.parametrize("policy", sorted(POLICIES))


def outcomes(run: Run) -> dict[str, int]:
    assert run.conserves_tokens, run.conservation
    assert run.conserves_requests
    return {name: count for name, count in run.outcomes.items() if count}


@EVERY
def test_a_request_larger_than_the_pool_is_refused_and_the_rest_goes_on(policy: str) -> None:
    run = replay(simple((0, 3, 2), (1, 200, 5), (2, 3, 2)), policy, Bounds(blocks=2, block_size=4), COST)
    assert outcomes(run) == {"completed": 2, "refused": 1}
    assert run.columns.ended[1] == 1


@EVERY
def test_a_pool_smaller_than_any_request_refuses_all(policy: str) -> None:
    run = replay(simple((0, 9, 2), (1, 9, 2)), policy, Bounds(blocks=1, block_size=4), COST)
    assert outcomes(run) == {"refused": 2}
    assert run.tokens_computed == 0


@EVERY
def test_a_pool_for_one_request_serves_one_after_the_other(policy: str) -> None:
    run = replay(simple((0, 6, 2), (0, 6, 2), (0, 6, 2)), policy, Bounds(blocks=2, block_size=4), COST)
    assert outcomes(run) == {"completed": 3}
    assert sorted(run.columns.admitted) == list(run.columns.admitted)
    assert all(run.columns.admitted[index + 1] >= run.columns.released[index] for index in range(2))


def test_a_policy_that_serves_nobody_is_an_error_that_names_request_and_blocks() -> None:
    idle = Policy("idle", "serves nobody", lambda server: [])
    with pytest.raises(Stuck, match="request 0 needs 3 blocks"):
        replay(simple((5, 30, 12)), idle, Bounds(), COST)


@EVERY
def test_a_prompt_over_the_token_budget_runs_and_counts_one_first_token(policy: str) -> None:
    run = replay(simple((0, 100, 3)), policy, Bounds(token_budget=8), COST)
    assert outcomes(run) == {"completed": 1}
    assert run.columns.first[0] == 100


def test_more_decodes_than_budget_leave_prompts_waiting_and_never_a_negative_chunk() -> None:
    rows = [(0, 1, 9)] * 4 + [(10, 6, 2)]
    run = replay(simple(*rows), "chunked", Bounds(token_budget=3, max_active=8), COST, keep_chunks=True)
    assert outcomes(run) == {"completed": 5}
    chunks = [take for each in iterations(run) for _, take in each.chunks]
    assert min(chunks) > 0
    assert sum(chunks) == 10


@EVERY
def test_zero_output_gets_its_prompt_computed_and_no_token(policy: str) -> None:
    run = replay(simple((0, 4, 0), (0, 4, 1)), policy, Bounds(max_active=1), COST)
    assert outcomes(run) == {"completed": 2}
    assert run.columns.first[0] == run.columns.ended[0] == 4
    assert list(run.columns.produced) == [0, 1]
    assert run.tokens_computed == 8


@EVERY
def test_an_empty_workload_gives_an_empty_run(policy: str) -> None:
    run = replay(simple(), policy, Bounds(), COST)
    assert outcomes(run) == {}
    assert run.offered == run.end == 0


@EVERY
def test_equal_arrivals_are_served_in_order_of_row(policy: str) -> None:
    run = replay(simple((7, 2, 2), (7, 2, 2), (7, 2, 2)), policy, Bounds(max_active=1), COST)
    assert list(run.columns.admitted) == sorted(run.columns.admitted)


@pytest.mark.parametrize("urgent", [-1, 0])
def test_the_lower_priority_number_goes_first(urgent: int) -> None:
    rows = ((0, 5, 2), (1, 5, 2), (2, 5, 2))
    run = replay(simple(*rows, priority=[0, urgent + 1, urgent]), "continuous", Bounds(max_active=1), COST)
    assert run.columns.admitted[2] < run.columns.admitted[1]


@EVERY
def test_the_queue_head_that_never_fits_blocks_nobody(policy: str) -> None:
    run = replay(simple((0, 50, 1), (0, 2, 2)), policy, Bounds(max_tokens=20), COST)
    assert outcomes(run) == {"completed": 1, "refused": 1}
    assert run.columns.admitted[1] == 0


def cancelled_at(cancel: int, output: int = 4) -> Run:
    return replay(simple((0, 6, output), cancel=[cancel]), "continuous", Bounds(), COST)


def test_a_cancellation_has_a_time_and_its_tokens_are_counted() -> None:
    # The prompt ends at 6, the tokens come at 6, 8, 10 and 12.
    found = {
        cancel: (run.columns.prefilled[0], run.columns.produced[0], run.columns.discarded[0], run.tokens_computed)
        for cancel in (0, 3, 6, 7, 8, 11)
        for run in [cancelled_at(cancel)]
        if outcomes(run) == {"cancelled": 1} and run.columns.ended[0] == cancel
    }
    assert found == {
        0: (0, 0, 0, 0),
        3: (6, 0, 1, 6),
        6: (6, 1, 0, 6),
        7: (6, 1, 1, 7),
        8: (6, 2, 0, 7),
        11: (6, 3, 1, 9),
    }


def test_a_cancellation_in_the_last_step_is_no_completion_and_one_at_its_end_is_too_late() -> None:
    assert outcomes(cancelled_at(11)) == {"cancelled": 1}
    assert outcomes(cancelled_at(12)) == {"completed": 1}
    assert outcomes(cancelled_at(3, output=1)) == {"cancelled": 1}
    assert outcomes(cancelled_at(6, output=1)) == {"completed": 1}


def test_patience_ends_with_the_first_token() -> None:
    rows = ((0, 6, 9), (0, 6, 9))
    run = replay(simple(*rows, patience=[6, 12]), "continuous", Bounds(max_active=1), COST)
    assert outcomes(run) == {"completed": 1, "timed_out": 1}
    assert run.columns.ended[1] == 12


def test_who_waits_longer_than_the_queue_delay_is_shed_and_exactly_that_long_is_not() -> None:
    rows = ((0, 6, 3), (0, 6, 3))  # the slot is free at 10
    late = replay(simple(*rows), "continuous", Bounds(max_active=1, queue_delay=9), COST)
    just = replay(simple(*rows), "continuous", Bounds(max_active=1, queue_delay=10), COST)
    assert outcomes(late) == {"completed": 1, "shed": 1}
    assert late.columns.ended[1] == 9
    assert outcomes(just) == {"completed": 2}


def test_a_time_limit_leaves_requests_open_and_later_rows_are_not_offered() -> None:
    run = replay(simple((0, 6, 4), (5, 6, 4), (90, 6, 4)), "continuous", Bounds(max_active=1, until=9), COST)
    assert outcomes(run) == {"open": 2}
    assert (run.offered, run.end, run.tokens_computed) == (2, 9, 7)


def test_scheduler_overhead_is_paid_in_every_iteration() -> None:
    plain = replay(simple((0, 6, 4)), "continuous", Bounds(), COST)
    paid = replay(simple((0, 6, 4)), "continuous", Bounds(step_overhead=5), COST)
    assert paid.end - plain.end == 5 * 4


def test_every_running_request_takes_part_in_each_decode_step_once() -> None:
    rows = [(number, 3 + number % 5, 1 + number % 7) for number in range(40)]
    run = replay(simple(*rows), "continuous", Bounds(max_active=5), COST, keep_chunks=True)
    steps: dict[int, list[int]] = {}
    decodes = [each.decoding for each in iterations(run) if each.decoding]
    for number, each in enumerate(decodes):
        assert len(set(each)) == len(each)
        for index in each:
            steps.setdefault(index, []).append(number)
    for index, taken in steps.items():
        assert taken == list(range(taken[0], taken[0] + rows[index][2] - 1))


@EVERY
def test_running_requests_reach_the_limit_and_never_pass_it(policy: str) -> None:
    run = replay(simple(*[(0, 3, 5)] * 9), policy, Bounds(max_active=4), COST)
    moments = [(tick, 1) for tick in run.columns.admitted] + [(tick, -1) for tick in run.columns.released]
    running, most = 0, 0
    for _, change in sorted(moments):
        running += change
        most = max(most, running)
    assert most == 4
    assert running == 0


@EVERY
def test_all_memory_is_free_at_the_end(policy: str) -> None:
    run = replay(simple(*[(number, 3, 5) for number in range(9)]), policy, Bounds(max_active=4), COST)
    assert min(run.columns.released) >= 0


def test_a_static_batch_releases_apart_from_the_last_token() -> None:
    run = replay(simple((0, 2, 2), (0, 2, 9)), "static", Bounds(), COST)
    assert run.columns.ended[0] < run.columns.released[0] == run.columns.ended[1]


def test_columns_that_mean_nothing_are_refused_with_the_row() -> None:
    for workload, words in (
        (simple((0, 0, 1)), "row 2 has prompt 0"),
        (simple((0, 1, -3)), "row 2 has output -3"),
        (simple((5, 1, 1), (4, 1, 1)), "not in order"),
        (simple((0, 1, 1), group=[3]), "a group is 3"),
        (Workload([0, 1], [1], [1, 1], [2, 3]), "prompt has 1 entries"),
        (simple((0, 1, 1), cancel=[NEVER - 1]), "row 2 has cancel -2"),
    ):
        with pytest.raises(ValueError, match=words):
            replay(workload, "continuous", Bounds(), COST)


def test_bounds_and_drafts_out_of_range_say_what_to_give() -> None:
    with pytest.raises(ValueError, match="max_active is 0"):
        Bounds(max_active=0)
    with pytest.raises(ValueError, match=r"alpha is 1\.5"):
        Draft(gamma=3, alpha=(1.5,))
    with pytest.raises(ValueError, match="2 values for 1 groups"):
        replay(simple((0, 1, 1)), "continuous", Bounds(), COST, draft=Draft(3, (0.5, 0.5)))
    with pytest.raises(KeyError, match="no policy 'fifo'; there are static"):
        replay(simple((0, 1, 1)), "fifo", Bounds(), COST)


def test_shed_refused_and_timed_out_requests_are_misses() -> None:
    rows = ((0, 6, 3), (0, 6, 3), (0, 90, 3))
    run = replay(simple(*rows), "continuous", Bounds(max_active=1, queue_delay=3, max_tokens=20), COST)
    assert judge(run, Limits(ttft=100)).goodput == 1 / 3


def test_a_shorter_prompt_passes_a_head_that_memory_blocks_at_the_next_boundary() -> None:
    rows = ((0, 10, 30), (1, 20, 10), (31, 4, 2))
    run = replay(simple(*rows), "spf", Bounds(max_tokens=50), COST)
    assert outcomes(run) == {"completed": 3}
    assert run.columns.admitted[2] == 32  # steps end at 10, 12, ... 32
    assert run.columns.admitted[1] == run.columns.released[0]
