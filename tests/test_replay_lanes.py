"""Slots by steps: the worked example of eight outputs in four slots.
It refuses to know durations."""

import pytest

from labs.replay import slot_lanes

EXAMPLE = (6, 6, 6, 11, 2, 9, 7, 1)


@pytest.mark.parametrize(("policy", "counts"), [("static", (20, 80, 32)), ("continuous", (15, 60, 12))])
def test_the_example_needs_so_many_steps(policy: str, counts: tuple[int, int, int]) -> None:
    found = slot_lanes(EXAMPLE, 4, policy)
    assert (found.steps, found.slot_steps, found.idle) == counts


@pytest.mark.parametrize("policy", ["static", "static-unpadded", "continuous", "spf"])
@pytest.mark.parametrize("slots", [1, 3, 4, 9])
def test_lanes_are_as_long_as_the_outputs_and_no_slot_holds_two(policy: str, slots: int) -> None:
    found = slot_lanes(EXAMPLE, slots, policy)
    assert [lane.end - lane.start for lane in found.lanes] == list(EXAMPLE)
    taken = [(lane.slot, step) for lane in found.lanes for step in range(lane.start, lane.end)]
    assert len(set(taken)) == len(taken)
    assert {lane.slot for lane in found.lanes} <= set(range(slots))


def test_in_continuous_the_next_request_enters_the_slot_that_ended() -> None:
    found = slot_lanes(EXAMPLE, 4, "continuous")
    assert [(lane.slot, lane.start) for lane in found.lanes[4:]] == [(0, 6), (1, 6), (2, 6), (0, 8)]


def test_lanes_refuse_a_policy_whose_prompts_share_steps() -> None:
    with pytest.raises(ValueError, match="policy chunked makes a prompt part of other steps"):
        slot_lanes(EXAMPLE, 4, "chunked")
