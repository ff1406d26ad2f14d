"""One release at one load: the run, and the numbers that are told of it. Runs are remembered, since they are pure.
It refuses to know tables and words."""

from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache

from labs.batching_replay.arrivals import Source, at_load, recorded, source_of, watched_group
from labs.batching_replay.settings import HAND_CARDS, ReplayParams
from labs.batching_replay.work import MOST_STEPS, least_rows, too_long, too_many_rows
from labs.lab import Files
from labs.replay import (
    Attainment,
    Bounds,
    Ceiling,
    Draft,
    Fallback,
    FixedCost,
    Limits,
    LinearCost,
    Run,
    Summary,
    TooLong,
    TooManyRows,
    bill,
    card,
    judge,
    members,
    replay,
    summarize,
    times,
    utilization,
)

TICKS = 1_000_000


@dataclass(frozen=True)
class Drafting:
    """Tokens drafted a step, ticks a position, and the acceptance by group (None: that group does not draft)."""

    gamma: int
    draft_step: int
    alpha: float
    by_group: tuple[tuple[str, float | None], ...]

    def for_groups(self, groups: tuple[str, ...]) -> Draft:
        """As the engine takes it, one acceptance a group."""
        named = dict(self.by_group)
        return Draft(self.gamma, tuple(named.get(name, self.alpha) for name in groups), self.draft_step)


@dataclass(frozen=True)
class Side:
    """All that decides one run: equal sides give equal runs. `rows` is the work that its view leaves for it."""

    source: Source
    load: Decimal | None
    policy: str
    drafting: Drafting | None
    bounds: Bounds
    card: str
    limits: Limits
    price: Decimal
    rows: int = field(compare=False)
    stop: Fallback | None = None

    @property
    def budget(self) -> int | None:
        """Tokens of a step where the policy has such a budget."""
        return self.bounds.token_budget if self.policy == "chunked" else None


@dataclass(frozen=True)
class Measured:
    """What is told of a run. Summaries in ticks; `tokens_per_s` leaves rejected drafts out;
    `switched` is when the stop fired, `watched` is the group told apart, None where there is one group."""

    watched: str | None
    ttft: Summary
    watched_ttft: Summary
    tpot: Summary
    e2e: Summary
    waiting: float
    tokens_per_s: float | None
    rejected_per_s: float | None
    output_per_s: float | None
    cost: float | None
    idle_share: float | None
    attained: Attainment
    watched_attained: Attainment
    computed: int
    rejected: int
    recomputed: int
    offered: int
    outcomes: tuple[tuple[str, int], ...]
    rows: int
    conserves: bool
    conservation: str
    switched: int | None


def sides_of(params: ReplayParams, files: Files | None) -> tuple[Side, Side]:
    """Release A and release B of these settings."""
    first = Side(
        source=source_of(params, files),
        load=params.load,
        policy=params.policy_a,
        drafting=_drafting(params) if params.draft_a else None,
        bounds=_bounds(params),
        card=params.card,
        limits=Limits(_ticks(params.ttft_limit_s), _ticks(params.tpot_limit_ms, 1000), _ticks(params.e2e_limit_s)),
        price=params.price,
        rows=params.most_rows,
    )
    drafting = _drafting(params) if params.draft_b else None
    return first, replace(first, policy=params.policy_b, drafting=drafting, stop=_stop(params))


def _stop(params: ReplayParams) -> Fallback | None:
    limit = _ticks(params.stop_s)
    return None if limit is None else Fallback(params.stop_policy, params.stop_window, limit)


def _drafting(params: ReplayParams) -> Drafting:
    named = (("code", params.alpha_code), ("rare", params.alpha_rare))
    return Drafting(params.gamma, int(params.draft_ms * 1000), params.alpha, named)


def _bounds(params: ReplayParams) -> Bounds:
    return Bounds(
        max_active=params.max_active,
        token_budget=params.token_budget,
        max_tokens=params.max_tokens,
        blocks=params.blocks,
        queue_delay=_ticks(params.queue_delay_s),
        step_overhead=int(params.step_overhead_ms * 1000),
    )


def _ticks(value: Decimal | None, a_second: int = 1) -> int | None:
    return None if value is None else int(value * TICKS / a_second)


@lru_cache(maxsize=4)
def served(side: Side) -> Run:
    """The run itself."""
    return serve(side, keep_chunks=False)


def serve(side: Side, keep_chunks: bool) -> Run:
    """The run, computed now; with its chunks for a step-by-step view. BadParams when it is too much work."""
    workload = at_load(recorded(side.source), side.load)
    draft = side.drafting.for_groups(workload.groups) if side.drafting else None
    if side.budget is not None and least_rows(workload, side.bounds) > side.rows:
        raise too_many_rows(side.budget, side.rows)
    try:
        return replay(
            workload,
            side.policy,
            side.bounds,
            cost_of(side.card),
            draft=draft,
            fallback=side.stop,
            keep_chunks=keep_chunks,
            ceiling=Ceiling(side.rows, MOST_STEPS),
        )
    except TooManyRows:
        raise too_many_rows(side.budget, side.rows) from None
    except TooLong as problem:
        raise too_long(str(problem)) from None


def cost_of(name: str) -> LinearCost | FixedCost:
    """The published fit of a card, or the whole seconds of a sum by hand."""
    if name in HAND_CARDS:
        return FixedCost(prefill_token=TICKS, decode_step=int(name.removeprefix("hand-")) * TICKS)
    return card(name).cost


def measured(side: Side) -> Measured:
    """The numbers of the run. BadParams when it is more work than its view leaves, also where it is remembered."""
    numbers = measured_once(side)
    if numbers.rows > side.rows:
        raise too_many_rows(side.budget, side.rows)
    return numbers


@lru_cache(maxsize=256)
def measured_once(side: Side) -> Measured:
    """The numbers of the run, remembered."""
    run = served(side)
    each, watched = times(run), watched_group(run.workload)
    mask = members(run, "group", watched) if watched else None
    seconds, paid = run.duration / TICKS, bill(run, float(side.price))
    busy = utilization(run)
    attained = judge(run, side.limits)
    return Measured(
        watched=watched,
        ttft=summarize(each.ttft),
        watched_ttft=summarize(each.ttft[mask] if mask is not None else each.ttft),
        tpot=summarize(each.tpot),
        e2e=summarize(each.e2e),
        waiting=waited(run) / run.duration if run.duration else 0.0,
        tokens_per_s=(run.tokens_computed - run.tokens_rejected) / seconds if seconds else None,
        rejected_per_s=run.tokens_rejected / seconds if seconds else None,
        output_per_s=sum(run.columns.produced) / seconds if seconds else None,
        cost=paid.per_million_output,
        idle_share=None if busy.busy is None else 1 - busy.busy,
        attained=attained,
        watched_attained=judge(run, side.limits, mask) if mask is not None else attained,
        computed=run.tokens_computed,
        rejected=run.tokens_rejected,
        recomputed=run.tokens_recomputed,
        offered=run.offered,
        outcomes=tuple(run.outcomes.items()),
        rows=run.tape.size,
        conserves=run.conserves_tokens and run.conserves_requests,
        conservation=run.conservation,
        switched=run.switched,
    )


def waited(run: Run) -> int:
    """Ticks that all requests together spent in the queue, admitted or not."""
    columns = run.columns
    return sum(
        (admitted if admitted >= 0 else ended if ended >= 0 else run.end) - arrival
        for arrival, admitted, ended in zip(run.workload.arrival, columns.admitted, columns.ended, strict=True)
    )
