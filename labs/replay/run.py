"""A finished replay: its columns, counters and the two identities that must hold on every run.
It refuses to know metrics and limits of service."""

from array import array
from collections import Counter
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from labs.replay.bounds import Bounds
from labs.replay.checking import plain
from labs.replay.columns import Columns, Tape
from labs.replay.drafting import Rates
from labs.replay.outcomes import NOT_OFFERED, OUTCOMES
from labs.replay.workload import Workload


@dataclass(frozen=True)
class Run:
    """`end` and `switched` in ticks (None: the fallback did not fire), `busy` in sub-ticks of the tape.

    tokens_computed counts positions the replica computed, step by step, prompt padding left out; tokens_recomputed
    those computed again after a preemption: 0 with policies that reserve the worst case, which never preempt.
    """

    workload: Workload
    policy: str
    bounds: Bounds
    rates: Rates
    columns: Columns
    tape: Tape
    tokens_computed: int
    tokens_recomputed: int
    preemptions: int
    busy: int
    end: int
    switched: int | None

    @property
    def outcomes(self) -> dict[str, int]:
        """How many requests ended in each way."""
        counts = Counter(self.columns.outcome)
        return {name: counts[code] for name, code in OUTCOMES.items()}

    @property
    def offered(self) -> int:
        """Requests that arrived within the run."""
        return len(self.workload) - Counter(self.columns.outcome)[NOT_OFFERED]

    @property
    def duration(self) -> int:
        """Ticks from the first arrival to the end; 0 when nobody came."""
        return self.end - min(self.workload.arrival, default=self.end)

    @property
    def tokens_rejected(self) -> int:
        """Positions verified for drafts that gave no token, by expected values; 0 without drafting."""
        if self.rates.unit == 1:
            return 0
        verified = self.rates.verified
        groups = plain(self.workload.group) or [0] * len(self.workload)
        columns = self.columns
        rejected = 0
        for index, group in enumerate(groups):
            sampled = columns.produced[index] + columns.discarded[index]
            if sampled:
                rejected += verified[group] * self.steps_run(index) - (sampled - 1)
        return rejected

    def steps_run(self, index: int) -> int:
        """Decode steps made for a request, with the one whose tokens it left too early to get."""
        cut = self.columns.first[index] >= 0 and self.columns.discarded[index] > 0
        return self.columns.steps[index] + cut

    @property
    def tokens_expected(self) -> int:
        """The other side of the token identity: prompts + outputs - requests over what was computed.

        A request counts its computed prompt tokens, and its sampled tokens less the first, which comes with the
        prompt. Sampled tokens are those delivered and those discarded because the caller left during the step.
        """
        columns = self.columns
        sampled = _whole(columns.produced) + _whole(columns.discarded)
        return int(_whole(columns.prefilled).sum() + sampled.sum() - np.count_nonzero(sampled))

    @property
    def conserves_tokens(self) -> bool:
        """Whether computed - recomputed - rejected = prompts + outputs - requests."""
        return self.tokens_computed - self.tokens_recomputed - self.tokens_rejected == self.tokens_expected

    @property
    def conserves_requests(self) -> bool:
        """Whether offered = completed + shed + refused + timed out + cancelled + open."""
        return self.offered == sum(self.outcomes.values())

    @property
    def conservation(self) -> str:
        """Both identities in one line, with their numbers."""
        columns = self.columns
        prompts, outputs = (
            sum(int(_whole(each).sum()) for each in parts)
            for parts in ((columns.prefilled,), (columns.produced, columns.discarded))
        )
        rejected = f" - rejected {self.tokens_rejected:,}" if self.rates.unit > 1 else ""
        verdict = "ok" if self.conserves_tokens and self.conserves_requests else "BROKEN"
        return (
            f"conservation: computed {self.tokens_computed:,} - recomputed {self.tokens_recomputed:,}{rejected} = "
            f"{prompts:,} + {outputs:,} - {prompts + outputs - self.tokens_expected:,}  {verdict}"
        )


def _whole(column: "array[int]") -> npt.NDArray[np.int64]:
    """A column without a copy. A row is far below 10**9 tokens, so that the sum of a billion rows fits 64 bits."""
    return np.frombuffer(column, dtype=np.int64)
