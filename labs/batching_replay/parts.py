"""What the slow requests of a run are made of: the wait for a slot, the steps of the prompt, the decoding.
It refuses to know two releases, settings and words."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from labs.replay import Limits, Run, Times

HALF = 0.5
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Parts:
    """Means, in ticks where they are times. The tail: those whose first token came at their p99 or later, of
    fewer than 100 the slowest; of them
    `tail_wait` before a slot and `tail_own` from the slot on, and their prompts as a multiple of all prompts.
    `late_wait`: how much of the first token the wait is, among those above the limit of it (0 to 1; None: nobody is).
    `long_parts`: wait, prompt and decoding of the completed above the limit of the last token.
    Of those with a first token: `mostly_queue` is the share for whom at least half of it was the wait for a slot, and
    `typical_queue` is the median of how much of it the wait was (0 to 1). `tail_before`: how much of the wait of the
    tail came before a fallback took over (0 to 1; None: none did)."""

    tail_wait: float = 0.0
    tail_own: float = 0.0
    tail_prompt: float = 0.0
    late_wait: float | None = None
    long_parts: tuple[float, float, float] | None = None
    mostly_queue: float = 0.0
    typical_queue: float = 0.0
    tail_before: float | None = None

    @property
    def wait_share(self) -> float:
        """How much of the first token of the tail is the wait for a slot, 0 to 1."""
        whole = self.tail_wait + self.tail_own
        return self.tail_wait / whole if whole else 0.0


def parts_of(run: Run, each: Times, limits: Limits, watched: Mask | None, since: float | None) -> Parts:
    """The parts of a run; `since` is the tail of the watched requests, None where none of them has a first token."""
    if since is None:
        return Parts()
    told = ~np.isnan(each.ttft) if watched is None else watched & ~np.isnan(each.ttft)
    tail = told & (each.ttft >= since)
    prompt = np.array(run.workload.prompt, dtype=np.int64)
    wait = float(each.queued[tail].mean())
    typical = float(prompt[told].mean())
    shares = each.queued[told] / np.maximum(each.ttft[told], 1)
    return Parts(
        tail_wait=wait,
        tail_own=float(each.ttft[tail].mean()) - wait,
        tail_prompt=float(prompt[tail].mean()) / typical if typical else 1.0,
        late_wait=_late(each, limits.ttft),
        long_parts=_long(each, limits.e2e),
        mostly_queue=float((shares >= HALF).mean()),
        typical_queue=float(np.median(shares)),
        tail_before=_before(run, each, tail),
    )


def _before(run: Run, each: Times, tail: Mask) -> float | None:
    if run.switched is None:
        return None
    queued = each.queued[tail]
    arrival = np.array(run.workload.arrival, dtype=np.float64)[tail]
    whole = float(queued.sum())
    return float(np.clip(run.switched - arrival, 0, queued).sum()) / whole if whole else 0.0


def _late(each: Times, most: int | None) -> float | None:
    late = each.ttft > (np.inf if most is None else most)
    whole = float(each.ttft[late].sum())
    return float(each.queued[late].sum()) / whole if whole else None


def _long(each: Times, most: int | None) -> tuple[float, float, float] | None:
    long = each.e2e > (np.inf if most is None else most)
    if not long.any():
        return None
    wait, first, last = (float(values[long].mean()) for values in (each.queued, each.ttft, each.e2e))
    return wait, first - wait, last - first
