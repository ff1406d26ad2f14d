"""How many requests were served inside limits, per dimension and together, and what that is a share of.
It refuses to leave shed, refused, timed-out and open requests out of the denominator."""

from dataclasses import dataclass

import numpy as np

from labs.replay.metrics import TICKS_A_SECOND, Mask, Times, outcomes, times
from labs.replay.outcomes import CANCELLED, COMPLETED, NOT_OFFERED
from labs.replay.run import Run

DENOMINATOR = "of all requests offered, callers who hung up after their first token left out"


@dataclass(frozen=True)
class Limits:
    """The most allowed, in ticks, each met at equality; None is no limit. One output token has no TPOT and meets it."""

    ttft: int | None = None
    tpot: int | None = None
    e2e: int | None = None


@dataclass(frozen=True)
class Attainment:
    """`judged` is the denominator: offered less `hung_up`, callers gone after their first token, who are told apart.
    `met` requests completed inside every limit; the dimensions count those completed inside that one limit."""

    judged: int
    hung_up: int
    met: int
    met_ttft: int
    met_tpot: int
    met_e2e: int
    duration: int

    def share(self, count: int) -> float | None:
        """A count as a share of the judged; None when nobody was judged."""
        return count / self.judged if self.judged else None

    @property
    def goodput(self) -> float | None:
        """Share of the judged that met every limit."""
        return self.share(self.met)

    @property
    def rate(self) -> float | None:
        """Requests a second that met every limit, over the run from the first arrival to its end."""
        return self.met * TICKS_A_SECOND / self.duration if self.duration else None


def judge(run: Run, limits: Limits, mask: Mask | None = None) -> Attainment:
    """Attainment of the masked requests, or of all."""
    chosen = np.ones(len(run.workload), dtype=np.bool_) if mask is None else mask
    outcome, each = outcomes(run), times(run)
    hung_up = chosen & (outcome == CANCELLED) & ~np.isnan(each.ttft)
    judged = chosen & (outcome != NOT_OFFERED) & ~hung_up
    completed = judged & (outcome == COMPLETED)
    inside = [completed & ok for ok in _inside(each, limits)]
    met = completed & inside[0] & inside[1] & inside[2]
    ttft, tpot, e2e = (int(ok.sum()) for ok in inside)
    return Attainment(
        judged=int(judged.sum()),
        hung_up=int(hung_up.sum()),
        met=int(met.sum()),
        met_ttft=ttft,
        met_tpot=tpot,
        met_e2e=e2e,
        duration=run.duration,
    )


def _inside(each: Times, limits: Limits) -> list[Mask]:
    pairs = ((each.ttft, limits.ttft), (each.tpot, limits.tpot), (each.e2e, limits.e2e))
    return [np.ones(len(values), dtype=np.bool_) if most is None else ~(values > most) for values, most in pairs]
