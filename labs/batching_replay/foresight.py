"""Whether a run apart could end at all, foretold from the beginning of its replays before anybody waits for it.
It refuses to judge what a page may do."""

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from labs.batching_replay.asked import LOAD
from labs.batching_replay.release import Side, sides_of
from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.sides import serve
from labs.batching_replay.work import BEGINNING, PAGE
from labs.lab import Files
from labs.telling import TooMuchAtOnce


def refuse_hopeless(params: ReplayParams, files: Files | None) -> None:
    """BadParams, with the setting to change, where a replay of this view would have more steps than a run apart does.
    The busiest load drawn is tried too, since a full batch leaves prompts the least of a token budget."""
    for side in sides_of(params, files, PAGE)[: len(params.orders)]:
        if side.budget is None:
            continue
        for load in {side.load, params.sweep_high if params.view == LOAD else side.load}:
            _begin(replace(side, load=load))


@lru_cache(maxsize=32)
def _begin(side: Side) -> None:
    """Serve until the beginning tells how long the whole will be."""
    with suppress(TooMuchAtOnce):
        serve(replace(side, rows=BEGINNING), keep_chunks=False)
