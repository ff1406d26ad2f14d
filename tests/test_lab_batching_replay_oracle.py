"""The lab's facts against the one-step-at-a-time oracle, over drawn windows, loads, policies and bounds.
It refuses to use the engine for what it expects."""

from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labs import get_lab, parse
from labs.traces import head, open_trace, scale
from tests.oracles.replay import Replica
from tests.oracles.replay_case import Request, Settings

LAB = get_lab("batching-replay")
ROWS = open_trace("synthetic-conversation").workload
# The A100 row of the published fit in whole picoseconds: decode fixed, token, context; prefill fixed, token, pair.
A100 = (10_740_000_000, 23_500_000, 81_550, 5_210_000_000, 50_900_000, 1_610)
ALPHA = {"english": 0.7, "code": 0.8, "rare": 0.4}
CASES = st.fixed_dictionaries(
    {
        "requests": st.integers(1, 25),
        "load": st.sampled_from(("1", "4", "7.2", "20", "90")),
        "policy_a": st.sampled_from(("static", "static-unpadded", "continuous", "spf", "chunked")),
        "max_active": st.integers(1, 9),
        "blocks": st.sampled_from(("", "300", "900")),
        "token_budget": st.sampled_from(("64", "512")),
        "queue_delay_s": st.sampled_from(("", "0", "0.5", "4")),
        "draft_a": st.sampled_from(("yes", "no")),
        "gamma": st.integers(1, 4),
    }
)


def by_oracle(case: dict[str, Any]) -> Replica:
    work = head(ROWS, case["requests"])
    if len(work) > 1:
        # The load is that of the window: one gap fewer than requests, over its span.
        rate = round(Decimal((len(work) - 1) / ((work.arrival[-1] - work.arrival[0]) / 10**6)), 6)
        work = scale(work, Decimal(case["load"]) / rate)
    rows = zip(work.arrival, work.prompt, work.output, work.group, strict=True)
    requests = [
        Request(id=place, arrival=arrival, prompt=prompt, output=output, group=group)
        for place, (arrival, prompt, output, group) in enumerate(rows)
    ]
    drafts = case["draft_a"] == "yes"
    asked = Settings(
        policy=case["policy_a"],
        max_active=case["max_active"],
        token_budget=int(case["token_budget"]),
        blocks=int(case["blocks"]) if case["blocks"] else None,
        queue_delay=int(float(case["queue_delay_s"]) * 10**6) if case["queue_delay_s"] else None,
        subticks=10**6,
        linear=A100,
        gamma=case["gamma"] if drafts else 0,
        alpha=tuple(ALPHA[name] for name in work.groups) if drafts else (),
        draft_step=2_000 if drafts else 0,
    )
    replica = Replica(requests, asked)
    replica.run()
    return replica


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(CASES)
def test_the_lab_tells_what_the_oracle_finds(case: dict[str, Any]) -> None:
    facts = LAB.run(parse(LAB, [("view", "compare"), *((name, str(value)) for name, value in case.items())])).facts
    found = by_oracle(case)
    firsts = [(each.first - each.arrival) / 10**6 for each in found.requests if each.first >= 0]
    assert facts["a_ttft_n"].value == len(firsts)
    assert facts["a_tokens_computed"].value == found.computed
    for name in ("completed", "shed", "refused"):
        assert facts[f"a_{name}"].value == sum(each.outcome == name for each in found.requests)
    if len(firsts) >= 100:
        assert facts["a_ttft_p99_s"].value == pytest.approx(float(np.percentile(firsts, 99)))
    else:
        assert facts["a_ttft_p99_s"].value is None
        assert facts["a_ttft_max_s"].value == (max(firsts) if firsts else None)
    inside = [each.outcome == "completed" and each.first - each.arrival <= 3 * 10**6 for each in found.requests]
    assert facts["a_inside"].value == pytest.approx(sum(inside) / len(inside))
