"""Slots by decode steps: who sits where, and which slot-steps idle. Time is counted in steps, all alike.
It refuses to know durations: a prompt is a mark inside a request's first step, not a step of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from labs.replay.bounds import Bounds
from labs.replay.cost import FixedCost
from labs.replay.policies import find_policy
from labs.replay.replaying import replay
from labs.replay.workload import Workload


@dataclass(frozen=True)
class Lane:
    """Request number `request`, counted from 0, sits in `slot`, from before step `start` + 1 to after step `end`."""

    slot: int
    start: int
    end: int
    request: int


@dataclass(frozen=True)
class Lanes:
    """The lanes in order of request; `steps` until all are done; slot-steps in all and idle among them."""

    lanes: tuple[Lane, ...]
    slots: int
    steps: int

    @property
    def slot_steps(self) -> int:
        """Slots times steps."""
        return self.slots * self.steps

    @property
    def idle(self) -> int:
        """Slot-steps in which nobody decodes."""
        return self.slot_steps - sum(lane.end - lane.start for lane in self.lanes)


def slot_lanes(outputs: Sequence[int], slots: int, policy: str) -> Lanes:
    """Requests that all wait from the start, each with so many tokens of output (at least 1), one a step."""
    if find_policy(policy).mixes:
        raise ValueError(f"policy {policy} makes a prompt part of other steps. Lanes show policies that do not.")
    if any(output < 1 for output in outputs):
        raise ValueError(f"outputs are {list(outputs)}. A lane needs 1 step or more.")
    # With prompts free and one tick a step, a request of n + 1 tokens decodes for n steps.
    wanted = [output + 1 for output in outputs]
    count = len(wanted)
    workload = Workload([0] * count, [1] * count, wanted, range(count))
    run = replay(workload, policy, Bounds(max_active=slots), FixedCost(prefill_token=0, decode_step=1))
    starts, ends = list(run.columns.first), list(run.columns.ended)
    placed = _slots(starts, list(run.columns.released), slots)
    rows = tuple(Lane(placed[index], starts[index], ends[index], index) for index in range(count))
    return Lanes(rows, slots, run.end)


def _slots(starts: list[int], frees: list[int], slots: int) -> list[int]:
    """The lowest slot free at each start, in order of start and request."""
    free_at = [0] * slots
    placed = [0] * len(starts)
    for start, index in sorted((start, index) for index, start in enumerate(starts)):
        slot = next(slot for slot in range(slots) if free_at[slot] <= start)
        placed[index], free_at[slot] = slot, frees[index]
    return placed
