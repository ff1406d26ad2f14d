"""The engine's exactness, drafting, stop condition, and the golden totals of traced work.
It refuses to look at single outcomes, which the oracle and the fault tests do."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import labs.replay
from labs.replay import (
    CARDS,
    POLICIES,
    Bounds,
    Draft,
    Fallback,
    FixedCost,
    Run,
    card,
    find_policy,
    over_time,
    replay,
    step_ends,
    summarize,
    times,
    token_times,
)
from labs.replay.columns import TAPE_COLUMNS
from labs.replay.drafting import expected_tokens
from labs.replay.policy import Policy
from labs.replay.series import span, steps_to_reach
from tests.replay_cases import W1K, W10K, conversation, simple, synthetic

COST = FixedCost(prefill_token=1, decode_step=2)
ROOT = Path(__file__).parent.parent
MS = 10**9


def same(left: Run, right: Run) -> bool:
    return vars(left.columns) == vars(right.columns)


@example(room=10**18 - 1, first=1, growth=0)  # a float would say one step too many
@example(room=10**18 + 65, first=1, growth=0)  # and here one too few
@given(room=st.integers(1, 10**18), first=st.integers(1, 10**16), growth=st.integers(0, 10**14))
def test_steps_to_reach_is_the_fewest_steps_that_last_so_long(room: int, first: int, growth: int) -> None:
    steps = steps_to_reach(room, first, growth)
    assert span(steps, first, growth) >= room
    assert steps == 1 or span(steps - 1, first, growth) < room


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_asking_the_policy_at_every_step_changes_nothing(name: str) -> None:
    """The same trace in jumps and one step at a time, with the real cost: equal to the tick."""
    jumping = find_policy(name)
    fields = {each: getattr(jumping, each) for each in ("plan", "rank", "padded", "holds", "mixes")}
    stepping = Policy("steps", "one step at a time", **fields, horizon=lambda server: 1)
    load, bounds = conversation(1_000), Bounds(blocks=7_424)
    left, right = replay(load, jumping, bounds), replay(load, stepping, bounds)
    assert same(left, right)
    assert len(left.tape.rows) < len(right.tape.rows)


@pytest.mark.parametrize(("count", "totals", "identity"), [(1_000, W1K, 1_256_800), (10_000, W10K, 14_485_115)])
@pytest.mark.parametrize("policy", sorted(POLICIES))
def test_the_traced_work_computes_its_golden_tokens(
    count: int, totals: tuple[int, int, int], identity: int, policy: str
) -> None:
    load = conversation(count)
    assert (load.arrival[-1], sum(load.prompt), sum(load.output)) == totals
    run = replay(load, policy, Bounds(blocks=7_424))
    assert run.tokens_computed - run.tokens_recomputed == identity
    assert run.conserves_tokens
    assert run.outcomes["completed"] == run.offered == count
    assert run.conservation.endswith(f"= {totals[1]:,} + {totals[2]:,} - {count:,}  ok")


def test_a_broken_count_is_told_in_the_conservation_line() -> None:
    run = replay(simple((0, 4, 3)), "continuous", Bounds(), COST)
    run.columns.prefilled[0] += 1
    assert run.conservation.endswith("BROKEN")


@pytest.mark.parametrize("name", [each.name for each in CARDS])
def test_a_card_gives_its_printed_line_within_the_fit(name: str) -> None:
    """Up to 128 sequences the decode line is the larger, so a step costs what the fit says."""
    cost = card(name).cost
    for batch in (1, 8, 32, 64, 128):
        assert cost.decode(batch, batch) == cost.decode_fixed + cost.decode_token * batch
    assert cost.prefill(0, 0) == cost.prefill_fixed
    assert "on average" in card(name).accuracy


def test_the_a100_costs_what_its_row_says() -> None:
    cost = card("a100").cost
    step = cost.decode(32, 32) + cost.kv(32) * 32 * 1024
    assert step == pytest.approx((10.74 + 0.0235 * 32 + 8.155e-5 * 32 * 1024) * MS)
    assert cost.prefill(2048, 2048**2) == pytest.approx((5.21 + 0.0509 * 2048 + 1.61e-6 * 2048**2) * MS)
    # Two chunks read what one whole prompt reads: c (c + 2 o) adds up to the square.
    assert 512 * 512 + 1536 * (1536 + 2 * 512) == 2048**2
    assert cost.mixed(64, 64, 448, 0) == pytest.approx((5.21 + 0.0509 * 512) * MS)


def test_one_long_prompt_stalls_all_decodes_and_chunking_spreads_it() -> None:
    rows = [(0, 100, 400)] * 16 + [(1_000_000, 30_000, 10)]
    longest = {}
    for policy in ("continuous", "chunked"):
        run = replay(simple(*rows), policy)
        tokens = token_times(run, 0, step_ends(run))
        longest[policy] = max(later - earlier for earlier, later in pairwise(tokens))
    assert longest["continuous"] > 1_500_000
    assert longest["chunked"] < longest["continuous"] / 15


def test_below_saturation_every_policy_finishes_the_same_work_at_nearly_the_same_time() -> None:
    ends = {policy: replay(synthetic(500), policy).end for policy in ("continuous", "spf", "chunked")}
    assert max(ends.values()) < 1.01 * min(ends.values())


def test_drafting_gives_the_expected_tokens_a_step_and_pays_for_them() -> None:
    alpha, gamma, output = 0.8, 4, 1_001
    draft = Draft(gamma, (alpha,), draft_step=3)
    run = replay(simple((0, 10, output)), "continuous", Bounds(), COST, draft=draft)
    steps = run.columns.steps[0]
    assert expected_tokens(alpha, gamma) == pytest.approx((1 - alpha ** (gamma + 1)) / (1 - alpha))
    assert (output - 1) / steps == pytest.approx(expected_tokens(alpha, gamma), rel=0.005)
    assert run.end == 10 + steps * (2 + gamma * 3)
    assert run.tokens_computed == 10 + steps * (gamma + 1)
    assert run.tokens_rejected == steps * (gamma + 1) - (output - 1)
    assert run.conserves_tokens


def test_a_group_that_does_not_draft_decodes_one_token_a_step() -> None:
    load = simple((0, 10, 50), (0, 10, 50), group=[0, 1], groups=("english", "rare"))
    run = replay(load, "continuous", Bounds(), COST, draft=Draft(4, (1.0, None), draft_step=1))
    assert list(run.columns.steps) == [10, 49]
    # Drafting is paid while someone drafts: 10 steps of 2 + 4, then 39 plain ones.
    assert run.end == 20 + 10 * 6 + 39 * 2


def test_drafting_pays_at_small_batches_and_loses_past_the_dense_knee() -> None:
    gain = {}
    for batch in (1, 128):
        load = simple(*[(0, 64, 200)] * batch)
        plain, drafted = replay(load), replay(load, draft=Draft(4, (0.5,), draft_step=500))
        gain[batch] = plain.end / drafted.end
    assert gain[1] > 1.5
    assert gain[128] < 1


def test_the_stop_condition_changes_the_policy_once_at_a_boundary() -> None:
    rows = [(number * 10, 20, 3) for number in range(60)]
    fallback = Fallback("spf", window=10, ttft_limit=50)
    run = replay(simple(*rows), "static", Bounds(max_active=2), COST, fallback=fallback)
    assert run.switched is not None
    finished = sorted(run.columns.ended)
    assert run.switched in finished
    assert finished.index(run.switched) >= 8
    quiet = replay(simple(*rows), "static", Bounds(max_active=2), COST, fallback=Fallback("spf", 10, 10**9))
    assert quiet.switched is None
    assert same(quiet, replay(simple(*rows), "static", Bounds(max_active=2), COST))


def test_completions_of_one_boundary_enter_the_window_in_order_of_request() -> None:
    """Both end at 10; request 1 is the later of the two, so a window of one holds its wait of 3 and the stop fires."""
    load, bounds = simple((0, 1, 4), (5, 1, 2), (20, 1, 1)), Bounds(max_active=2)
    run = replay(load, "continuous", bounds, FixedCost(2, 2), fallback=Fallback("spf", window=1, ttft_limit=2))
    first, ended = run.columns.first, run.columns.ended
    assert (first[0] - 0, first[1] - 5) == (2, 3)
    assert run.switched == ended[0] == ended[1]


def test_shortest_first_lets_a_long_prompt_wait_longer_than_first_come() -> None:
    random = Random(5)
    rows = [(number * 8, 400 if number == 3 else random.randrange(5, 15), 2) for number in range(300)]
    waits = {}
    for policy in ("continuous", "spf"):
        run = replay(simple(*rows), policy, Bounds(max_active=1), COST)
        waits[policy] = run.columns.admitted[3] - rows[3][0]
        assert summarize(times(run).ttft).count == 300
    assert waits["spf"] > 20 * waits["continuous"]


PRINT = """
import json
from labs.replay import Bounds, Draft, Fallback, replay, run_facts
from tests.replay_cases import synthetic
draft, fallback = Draft(4, (0.7,), 300), Fallback("spf", 50, 200_000)
run = replay(synthetic(400), "continuous", Bounds(queue_delay=900_000), draft=draft, fallback=fallback)
columns = {name: list(values) for name, values in vars(run.columns).items()}
print(json.dumps([columns, list(run.tape.rows), run_facts(run), run.conservation]))
"""


def test_two_processes_with_other_hash_seeds_give_the_same_bytes() -> None:
    def printed(seed: str) -> bytes:
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", PRINT]
        return subprocess.run(command, env=environment, cwd=ROOT, check=True, capture_output=True).stdout

    first = printed("0")
    assert first == printed("4711")
    assert json.loads(first)[3].endswith("ok")


def test_every_exported_name_loads_and_none_is_also_a_file() -> None:
    files = {path.stem for path in Path(labs.replay.__file__).parent.glob("*.py")}
    assert set(labs.replay.__all__) == set(labs.replay.WHERE)
    for name in labs.replay.__all__:
        assert getattr(labs.replay, name) is not None
    assert not files & set(labs.replay.__all__)
    with pytest.raises(AttributeError, match="has no scheduler"):
        labs.replay.__getattr__("scheduler")


def test_the_tape_covers_the_busy_time_exactly() -> None:
    run = replay(conversation(1_000), "chunked", Bounds(blocks=7_424))
    width, busy = len(TAPE_COLUMNS), 0
    for place in range(0, len(run.tape.rows), width):
        _, _, steps, first, growth, *_ = run.tape.rows[place : place + width]
        busy += span(max(1, steps), first, growth)
    assert busy == run.busy


def test_columns_as_arrays_give_the_run_of_lists() -> None:
    load = replace(synthetic(100), group=[number % 2 for number in range(100)], groups=("english", "rare"))
    names = ("arrival", "prompt", "output", "row", "group")
    arrays = replace(load, **{name: np.array(getattr(load, name)) for name in names})
    left, right = (replay(each, draft=Draft(2, (0.5, None))) for each in (load, arrays))
    assert same(left, right)
    assert left.conservation == right.conservation
    assert (over_time(left).blocks == over_time(right).blocks).all()
