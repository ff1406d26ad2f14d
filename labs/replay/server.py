"""The state of one replica between iterations: queue, slots, reserved memory, who decodes until which step.
It refuses to know policies' choices, durations and the order of events."""

from array import array
from heapq import heapify, heappop, heappush
from math import inf

from labs.replay.bounds import Bounds
from labs.replay.checking import plain
from labs.replay.columns import Columns
from labs.replay.cost import Cost
from labs.replay.drafting import Draft, rates, worst_cases
from labs.replay.outcomes import COMPLETED, REFUSED
from labs.replay.policy import Policy
from labs.replay.workload import Workload

# A queue key is (priority, rank, request) in one whole number, so that a heap compares it at once.
INDEX_BITS = 40
INDEX = (1 << INDEX_BITS) - 1
FUTURE, WAITING, PREFILLING, DECODING, GONE = range(5)


class Server:
    """Requests are named by their position in the workload; `clock` counts sub-ticks, `now` whole ticks. `is_ranked`:
    a later arrival can come before an earlier one in the queue."""

    # Above 30 attributes an instance without slots is looked up a tenth slower.
    __slots__ = (
        "active", "arrival", "arrived", "blocks", "blocks_held", "bounds", "busy", "can_leave", "cancel", "clock",
        "columns", "completions", "computed", "context", "cost", "decode_tokens", "decoding", "done", "draft",
        "drafting", "finishing", "group", "growth", "held", "is_ranked", "is_watched", "leaving", "limit", "lines",
        "max_blocks", "max_tokens", "next_arrival", "now", "output", "patience", "phase", "policy", "preemptions",
        "prefilling", "priority", "prompt", "rates", "recomputed", "size", "step", "subticks", "tokens",
        "tokens_held", "waiting",
    )  # fmt: skip

    def __init__(self, workload: Workload, policy: Policy, bounds: Bounds, cost: Cost, draft: Draft | None) -> None:
        self.policy, self.bounds, self.cost, self.draft = policy, bounds, cost, draft
        self.rates = rates(draft, workload.groups)
        self.size = len(workload)
        self.arrival = plain(workload.arrival)
        self.prompt = plain(workload.prompt)
        self.output = plain(workload.output)
        self.group = plain(workload.group) or [0] * self.size
        self.priority = plain(workload.priority)
        self.patience = plain(workload.patience)
        self.cancel = plain(workload.cancel)
        self.tokens = worst_cases(self.prompt, self.output, self.group, self.rates)
        self.blocks = [bounds.blocks_for(tokens) for tokens in self.tokens]
        self.max_tokens = inf if bounds.max_tokens is None else bounds.max_tokens
        self.max_blocks = inf if bounds.blocks is None else bounds.blocks
        self.columns = Columns(self.size)
        self.done = array("q", bytes(8 * self.size))
        self.phase = bytearray(self.size)
        self.subticks = cost.subticks * self.rates.unit
        self.clock = self.now = 0
        self.limit = inf if bounds.until is None else bounds.until * self.subticks
        self.arrived = 0
        self.next_arrival = self.arrival_of(0)
        self.waiting: list[int] = []
        self.prefilling: list[int] = []
        self.held: list[int] = []
        self.active = self.tokens_held = self.blocks_held = 0
        self.decoding = self.drafting = self.decode_tokens = 0
        self.context = self.growth = 0
        self.step = 0
        self.finishing: list[int] = []
        self.leaving: list[tuple[int, int, int]] = []
        self.is_ranked = bool(self.priority) or policy.rank is not None
        self.can_leave = bool(self.cancel or self.patience or bounds.queue_delay is not None)
        self.lines: dict[tuple[int, int, int], tuple[int, int]] = {}
        self.computed = self.recomputed = self.preemptions = self.busy = 0
        self.completions: list[int] = []
        self.is_watched = False

    def enqueue(self, index: int) -> None:
        """Put an arrived request in the queue."""
        self.phase[index] = WAITING
        heappush(self.waiting, self._key(index) if self.is_ranked else index)

    def _key(self, index: int) -> int:
        if not self.is_ranked:
            return index
        rank = self.policy.rank(self.prompt[index]) if self.policy.rank else 0
        if self.priority:
            rank += self.priority[index] << INDEX_BITS
        return (rank << INDEX_BITS) + index

    def head(self) -> int | None:
        """The first in the queue, or None; those who left are dropped on the way."""
        waiting = self.waiting
        while waiting:
            index = waiting[0] & INDEX
            if self.phase[index] == WAITING:
                return index
            heappop(waiting)
        return None

    def follow(self, policy: Policy) -> None:
        """Change the policy; the queue takes its order, and slots held by a static batch return."""
        self.policy, self.is_ranked = policy, bool(self.priority) or policy.rank is not None
        self.waiting = [self._key(key & INDEX) for key in self.waiting]
        heapify(self.waiting)
        if not policy.holds:
            self.release_held()

    def arrival_of(self, index: int) -> float:
        """Sub-tick at which a request arrives; infinite behind the last one. Whole numbers compare exactly with it."""
        return self.arrival[index] * self.subticks if index < self.size else inf

    def can_ever_fit(self, index: int) -> bool:
        """Whether an empty replica could serve the request."""
        return self.tokens[index] <= self.max_tokens and self.blocks[index] <= self.max_blocks

    def fits(self, index: int) -> bool:
        """Whether a slot and the worst-case memory of the request are free now."""
        return (
            self.active < self.bounds.max_active
            and self.tokens_held + self.tokens[index] <= self.max_tokens
            and self.blocks_held + self.blocks[index] <= self.max_blocks
        )

    def refuse(self, index: int) -> None:
        """End a request that can never fit, at its arrival."""
        self.phase[index] = GONE
        self.columns.end(index, REFUSED, self.arrival[index])

    def admit(self, index: int) -> None:
        """Take the head of the queue into service and reserve its worst case."""
        heappop(self.waiting)
        self.phase[index] = PREFILLING
        self.prefilling.append(index)
        self.active += 1
        self.tokens_held += self.tokens[index]
        self.blocks_held += self.blocks[index]
        self.columns.admitted[index] = self.now

    def is_prefilling(self, index: int) -> bool:
        """Whether the request is still in service before its first token."""
        return self.phase[index] == PREFILLING

    def first_token(self, index: int) -> None:
        """The prompt is computed: deliver output token 1, and decode if more are wanted."""
        self.columns.first[index] = self.now
        self.columns.joined[index] = self.step
        if self.output[index] <= 1:
            self.complete(index)
            return
        self.phase[index] = DECODING
        group = self.group[index]
        gain, verified = self.rates.tokens[group], self.rates.verified[group]
        steps = -(-(self.output[index] - 1) * self.rates.unit // gain)
        heappush(self.finishing, ((self.step + steps) << INDEX_BITS) + index)
        self.decoding += 1
        self.decode_tokens += verified
        self.drafting += verified > 1
        self.growth += gain
        self.context += self.prompt[index] * self.rates.unit

    def stop_decoding(self, index: int) -> None:
        """Take a request out of the decode sums."""
        group = self.group[index]
        gain, verified = self.rates.tokens[group], self.rates.verified[group]
        self.decoding -= 1
        self.decode_tokens -= verified
        self.drafting -= verified > 1
        self.growth -= gain
        self.context -= self.prompt[index] * self.rates.unit + (self.step - self.columns.joined[index]) * gain

    def finish_due(self) -> None:
        """Complete the requests whose last token came with the step that just ended."""
        finishing, bound = self.finishing, (self.step + 1) << INDEX_BITS
        while finishing and finishing[0] < bound:
            index = heappop(finishing) & INDEX
            if self.phase[index] == DECODING:
                self.columns.steps[index] = self.step - self.columns.joined[index]
                self.stop_decoding(index)
                self.complete(index)

    def next_finish(self) -> int:
        """Steps until the next request has its last token; someone must be decoding."""
        finishing = self.finishing
        while self.phase[finishing[0] & INDEX] != DECODING:
            heappop(finishing)
        return (finishing[0] >> INDEX_BITS) - self.step

    def complete(self, index: int) -> None:
        """End a request with its last token."""
        columns = self.columns
        columns.end(index, COMPLETED, self.now)
        columns.prefilled[index] = self.prompt[index]
        columns.produced[index] = self.output[index]
        if self.is_watched:
            self.completions.append(index)
        self.vacate(index)

    def vacate(self, index: int) -> None:
        """Give back slot and memory, or keep them until the batch ends."""
        self.phase[index] = GONE
        if self.policy.holds:
            self.held.append(index)
        else:
            self._release(index)

    def _release(self, index: int) -> None:
        self.active -= 1
        self.tokens_held -= self.tokens[index]
        self.blocks_held -= self.blocks[index]
        self.columns.released[index] = self.now

    def release_held(self) -> None:
        """Give back what a static batch held."""
        for index in self.held:
            self._release(index)
        self.held.clear()
