"""Replays that are too much for a page: the same views with more work allowed, and told run by run.
It refuses to know who waits for them."""

from dataclasses import dataclass, replace

from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.work import APART, Work
from labs.telling import Tell, progress


@dataclass
class Teller:
    """Counts the runs of a view; a run begins when none of its requests has come."""

    runs: int
    tell: Tell
    begun: int = 0

    def heed(self, arrived: int, size: int) -> None:
        """How far the present run is, as the share of its requests that have come."""
        if arrived == 0 and self.begun < self.runs:
            self.begun += 1
        done = self.begun - 1 + (arrived / size if size else 0)
        self.tell(progress(done, self.runs, f"Replaying run {self.begun} of {self.runs}"))


def work_apart(params: ReplayParams, tell: Tell) -> Work:
    """The work of a run apart, with its progress told."""
    return replace(APART, heed=Teller(params.runs, tell).heed)
