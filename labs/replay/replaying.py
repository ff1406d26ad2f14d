"""One replay from a workload to a finished run: the way in to the engine.
It refuses to know files, addresses and metrics."""

from labs.replay.bounds import Bounds, Ceiling, Fallback
from labs.replay.cards import card
from labs.replay.checking import check
from labs.replay.columns import Tape
from labs.replay.cost import Cost
from labs.replay.drafting import Draft
from labs.replay.engine import run
from labs.replay.meter import Heed, Meter
from labs.replay.policies import find_policy
from labs.replay.policy import Policy
from labs.replay.run import Run
from labs.replay.server import Server
from labs.replay.watch import Watch
from labs.replay.workload import Workload

DEFAULT_CARD = "a100"


def replay(
    workload: Workload,
    policy: str | Policy = "continuous",
    bounds: Bounds | None = None,
    cost: Cost | None = None,
    *,
    draft: Draft | None = None,
    fallback: Fallback | None = None,
    keep_chunks: bool = False,
    ceiling: Ceiling | None = None,
    heed: Heed | None = None,
) -> Run:
    """Serve the workload on one replica; the A100 closed form is the default cost.

    Pure: the same arguments give the same run. ValueError for a workload that means nothing, KeyError for a policy
    that does not exist, TooLong for more work than the `ceiling` allows.
    `heed` is told the requests that have come, of all, now and then; what it raises ends the replay.
    `keep_chunks` keeps which prompts each iteration worked on, for step-by-step views.
    """
    check(workload)
    limits = bounds or Bounds()
    chosen = find_policy(policy) if isinstance(policy, str) else policy
    server = Server(workload, chosen, limits, cost or card(DEFAULT_CARD).cost, draft)
    tape = Tape(server.subticks, keep_chunks)
    watch = _watch(workload, fallback) if fallback else None
    run(server, tape, watch, Meter(ceiling, heed) if ceiling or heed else None)
    return Run(
        workload=workload,
        policy=chosen.name,
        bounds=limits,
        rates=server.rates,
        columns=server.columns,
        tape=tape,
        tokens_computed=server.computed,
        tokens_recomputed=server.recomputed,
        preemptions=server.preemptions,
        busy=server.busy,
        end=server.now,
        switched=watch.switched if watch else None,
    )


def _watch(workload: Workload, fallback: Fallback) -> Watch:
    """The stop condition at work. ValueError when nobody can be in the group that it watches."""
    if fallback.group is None:
        return Watch(fallback, find_policy(fallback.policy))
    if fallback.group not in workload.groups:
        there = ", ".join(workload.groups)
        raise ValueError(f'The stop condition watches group "{fallback.group}". These requests have {there}.')
    return Watch(fallback, find_policy(fallback.policy), workload.groups.index(fallback.group))
