"""The engine of the replay against its oracle on a thousand drawn cases a policy, of which the plain suite takes 200.
Part of the long suite, `servelab test -m long`; it refuses to know how either computes."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from labs.replay import POLICIES
from tests.test_replay_oracle import SCENARIO, agree

pytestmark = pytest.mark.long


@pytest.mark.parametrize("policy", sorted(POLICIES))
@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(case=SCENARIO)
def test_a_jump_gives_what_single_steps_give_in_a_thousand_cases(policy: str, case: dict[str, Any]) -> None:
    agree(case, policy)
