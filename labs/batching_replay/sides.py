"""The run of one release at one load, and the numbers that are told of it. Runs are remembered, since they are pure.
It refuses to know settings, tables and words."""

from dataclasses import dataclass, replace
from functools import lru_cache

from labs.batching_replay.arrivals import at_load, recorded, watched_group
from labs.batching_replay.parts import Parts, parts_of
from labs.batching_replay.release import TICKS, Side
from labs.batching_replay.settings import HAND_CARDS
from labs.batching_replay.work import ALLOWANCE, BEGINNING, MOST_STEPS, least_rows, too_long, too_many_rows
from labs.params import BadParams
from labs.replay import (
    Attainment,
    Ceiling,
    Fallback,
    FixedCost,
    LinearCost,
    Run,
    Summary,
    TooLong,
    TooManyRows,
    Workload,
    bill,
    card,
    judge,
    members,
    peaks,
    replay,
    summarize,
    times,
    utilization,
)

# Keeps what is foretold finite where no prompt is computed yet.
LEAST_SHARE = 1e-9


@dataclass(frozen=True)
class Measured:
    """What is told of a run. Summaries in ticks, `busy` too; `tokens_per_s` leaves rejected drafts out;
    `watched` is the group told apart, None where there is one group; `parts` are of its tail."""

    watched: str | None
    ttft: Summary
    watched_ttft: Summary
    tpot: Summary
    e2e: Summary
    queued: Summary
    waiting: float
    tokens_per_s: float | None
    rejected_per_s: float | None
    output_per_s: float | None
    cost: float | None
    idle_share: float | None
    busy: int
    attained: Attainment
    watched_attained: Attainment
    parts: Parts
    parts_of_all: Parts
    computed: int
    rejected: int
    recomputed: int
    offered: int
    outcomes: tuple[tuple[str, int], ...]
    peak_blocks: int
    rows: int
    switched: int | None
    conserves: bool
    conservation: str


# Two, because each is megabytes and the views of one comparison look at the same two.
@lru_cache(maxsize=2)
def served(side: Side) -> Run:
    """The run itself."""
    return serve(side, keep_chunks=False)


def serve(side: Side, keep_chunks: bool) -> Run:
    """The run, computed now; with its chunks for a step-by-step view. BadParams when it is too much work."""
    workload = at_load(recorded(side.source), side.load)
    draft = side.drafting.for_groups(workload.groups) if side.drafting else None
    most = _most_rows(side, workload)
    try:
        return replay(
            workload,
            side.policy,
            side.bounds,
            cost_of(side.card, side.longer),
            draft=draft,
            fallback=_stop_of(side, workload),
            keep_chunks=keep_chunks,
            ceiling=Ceiling(most, MOST_STEPS),
            heed=side.work.heed,
        )
    except TooManyRows as problem:
        raise _refused(side, most / max(problem.share, LEAST_SHARE)) from None
    except TooLong as problem:
        raise too_long(str(problem)) from None


def _stop_of(side: Side, workload: Workload) -> Fallback | None:
    """The stop condition for these requests; with a single group everybody is watched."""
    if side.fallback is None or not side.stops_for_watched:
        return side.fallback
    return replace(side.fallback, group=watched_group(workload))


def cost_of(name: str, longer: int = 0) -> LinearCost | FixedCost:
    """The published fit of a card, or the whole seconds of a sum by hand, each step longer by so many percent."""
    if name in HAND_CARDS:
        return FixedCost(prefill_token=TICKS, decode_step=int(name.removeprefix("hand-")) * TICKS).longer(longer)
    return card(name).cost.longer(longer)


def measured(side: Side) -> Measured:
    """The numbers of the run. BadParams when it is more work than its view leaves, also where it is remembered."""
    numbers = measured_once(side)
    if numbers.rows > _allowed(side):
        raise _refused(side, numbers.rows)
    return numbers


def _allowed(side: Side) -> int:
    return side.rows if side.work.is_page else int(ALLOWANCE * side.rows)


def _most_rows(side: Side, workload: Workload) -> int:
    """Rows after which the run is given up. Of a run that needs more than that for sure only the beginning is made on
    a page, since it tells how long the whole would be. BadParams where no run apart could end."""
    least = 0
    if side.policy == "chunked" and side.fallback is None:
        least = least_rows(workload, side.bounds)
    if least > side.rows_apart:
        raise _refused(side, least)
    return min(side.rows, BEGINNING) if least > side.rows and side.work.is_page else _allowed(side)


def _refused(side: Side, expected: float) -> BadParams:
    return too_many_rows(side.budget, (side.rows, side.rows_apart), side.work, expected)


@lru_cache(maxsize=256)
def measured_once(side: Side) -> Measured:
    """The numbers of the run, remembered."""
    run = served(side)
    each, watched = times(run), watched_group(run.workload)
    mask = members(run, "group", watched) if watched else None
    seconds, paid = run.duration / TICKS, bill(run, float(side.price))
    busy = utilization(run)
    attained = judge(run, side.limits)
    summary = summarize(each.ttft)
    tail = summarize(each.ttft[mask]) if mask is not None else summary
    return Measured(
        watched=watched,
        ttft=summary,
        watched_ttft=tail,
        tpot=summarize(each.tpot),
        e2e=summarize(each.e2e),
        queued=summarize(each.queued),
        waiting=waited(run) / run.duration if run.duration else 0.0,
        tokens_per_s=(run.tokens_computed - run.tokens_rejected) / seconds if seconds else None,
        rejected_per_s=run.tokens_rejected / seconds if seconds else None,
        output_per_s=sum(run.columns.produced) / seconds if seconds else None,
        cost=paid.per_million_output,
        idle_share=None if busy.busy is None else 1 - busy.busy,
        busy=run.busy // run.tape.subticks,
        attained=attained,
        watched_attained=judge(run, side.limits, mask) if mask is not None else attained,
        parts=parts_of(run, each, side.limits, mask, tail.tail),
        parts_of_all=parts_of(run, each, side.limits, None, summary.tail),
        computed=run.tokens_computed,
        rejected=run.tokens_rejected,
        recomputed=run.tokens_recomputed,
        offered=run.offered,
        outcomes=tuple(run.outcomes.items()),
        peak_blocks=0 if run.bounds.blocks else peaks(run).blocks,
        rows=run.tape.size,
        switched=run.switched,
        conserves=run.conserves_tokens and run.conserves_requests,
        conservation=run.conservation,
    )


def waited(run: Run) -> int:
    """Ticks that all requests together spent in the queue, admitted or not."""
    columns = run.columns
    return sum(
        (admitted if admitted >= 0 else ended if ended >= 0 else run.end) - arrival
        for arrival, admitted, ended in zip(run.workload.arrival, columns.admitted, columns.ended, strict=True)
    )
