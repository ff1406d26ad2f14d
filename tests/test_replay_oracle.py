"""The engine against the one-step-at-a-time oracle on drawn cases, every policy with every bound.
It refuses to know how either of them computes."""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labs.replay import POLICIES, Bounds, Draft, Fallback, FixedCost, LinearCost, Run, Workload, replay
from labs.replay.outcomes import NOT_OFFERED, OUTCOMES
from labs.replay.steps import iterations, step_ends, token_times
from tests.oracles.replay import Replica
from tests.oracles.replay_case import Request, Settings

CASES = int(os.environ.get("SERVELAB_CASES", "200"))
NAMES = {code: name for name, code in OUTCOMES.items()} | {NOT_OFFERED: "not_offered"}


def sometimes(low: int, high: int) -> st.SearchStrategy[int | None]:
    return st.none() | st.integers(low, high)


WAITS = st.just(-1) | st.integers(0, 60)
REQUEST = st.tuples(
    st.sampled_from((0, 0, 0, 1, 2, 5, 13, 40)),
    st.integers(1, 14),
    st.sampled_from((0, 1, 1, 2, 3, 5, 9, 17)),
    st.integers(-2, 2),
    WAITS,
    WAITS,
    st.integers(0, 1),
)
SCENARIO = st.fixed_dictionaries(
    {
        "rows": st.lists(REQUEST, max_size=9),
        "with_priority": st.booleans(),
        "with_patience": st.booleans(),
        "with_cancel": st.booleans(),
        "max_active": st.integers(1, 4),
        "token_budget": st.integers(1, 12),
        # Twice a tight bound for once a loose one: a head that memory blocks while slots are free is the hard case.
        "max_tokens": sometimes(4, 60) | st.integers(20, 40),
        "blocks": sometimes(1, 14) | st.integers(6, 12),
        "block_size": st.integers(1, 5),
        "queue_delay": sometimes(0, 40),
        "step_overhead": st.integers(0, 2),
        "until": sometimes(0, 150),
        "cost": st.tuples(st.integers(0, 3), st.integers(0, 4))
        | st.tuples(*(st.integers(0, high) for high in (40, 9, 5, 30, 9, 3))),
        "subticks": st.sampled_from((1, 7)),
        "draft": st.none()
        | st.tuples(
            st.integers(1, 4), st.tuples(*(st.none() | st.sampled_from((0.0, 0.37, 0.8, 1.0)),) * 2), st.integers(0, 3)
        ),
        "fallback": st.none()
        | st.tuples(
            st.sampled_from(sorted(POLICIES)), st.integers(1, 4), st.integers(0, 30), st.none() | st.integers(0, 1)
        ),
    }
)
GROUPS = ("english", "rare")
BOUNDS = ("max_active", "token_budget", "max_tokens", "blocks", "block_size", "queue_delay", "step_overhead", "until")


def by_engine(case: dict[str, Any], policy: str) -> Run:
    rows, arrivals, now = case["rows"], [], 0
    for row in rows:
        now += row[0]
        arrivals.append(now)
    column = lambda place, wanted=True: [row[place] for row in rows] if wanted else []  # noqa: E731
    workload = Workload(
        arrivals,
        column(1),
        column(2),
        list(range(2, len(rows) + 2)),
        group=column(6),
        priority=column(3, case["with_priority"]),
        patience=column(4, case["with_patience"]),
        cancel=column(5, case["with_cancel"]),
        groups=GROUPS,
    )
    cost, stop = case["cost"], case["fallback"]
    return replay(
        workload,
        policy,
        Bounds(**{name: case[name] for name in BOUNDS}),
        FixedCost(*cost) if len(cost) == 2 else LinearCost(*cost, case["subticks"]),
        draft=Draft(*case["draft"]) if case["draft"] else None,
        fallback=Fallback(*stop[:3], None if stop[3] is None else GROUPS[stop[3]]) if stop else None,
        keep_chunks=True,
    )


def by_oracle(case: dict[str, Any], policy: str) -> Replica:
    requests, now = [], 0
    for number, (gap, prompt, output, priority, patience, cancel, group) in enumerate(case["rows"]):
        now += gap
        requests.append(
            Request(
                number,
                now,
                prompt,
                output,
                priority if case["with_priority"] else 0,
                patience if case["with_patience"] else -1,
                cancel if case["with_cancel"] else -1,
                group,
            )
        )
    cost, subticks = case["cost"], case["subticks"]
    gamma, alpha, draft_step = case["draft"] or (0, (), 0)
    replica = Replica(
        requests,
        Settings(
            policy,
            **{name: case[name] for name in BOUNDS},
            subticks=subticks if len(cost) == 6 else 1,
            fixed=cost if len(cost) == 2 else None,
            linear=cost if len(cost) == 6 else None,
            gamma=gamma,
            alpha=alpha,
            draft_step=draft_step,
            fallback=case["fallback"],
        ),
    )
    replica.run()
    return replica


def agree(case: dict[str, Any], policy: str) -> None:
    run, replica = by_engine(case, policy), by_oracle(case, policy)
    columns, ends = run.columns, step_ends(run)
    for request in replica.requests:
        index = request.id
        found = {
            "outcome": NAMES[columns.outcome[index]],
            "admitted": columns.admitted[index],
            "first": columns.first[index],
            "ended": columns.ended[index],
            "released": columns.released[index],
            "prefilled": columns.prefilled[index],
            "discarded": columns.discarded[index],
            "tokens": token_times(run, index, ends),
        }
        assert found == {name: getattr(request, name) for name in found}, (policy, request)
        assert columns.produced[index] == len(request.tokens)
    assert [
        (each.start, each.end, list(each.chunks), list(each.decoding)) for each in iterations(run)
    ] == replica.iterations
    assert run.tokens_computed == replica.computed
    assert run.switched == replica.switched
    assert run.conserves_tokens, run.conservation
    assert run.conserves_requests


@pytest.mark.parametrize("policy", sorted(POLICIES))
@settings(max_examples=CASES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(case=SCENARIO)
def test_a_jump_gives_what_single_steps_give(policy: str, case: dict[str, Any]) -> None:
    agree(case, policy)
