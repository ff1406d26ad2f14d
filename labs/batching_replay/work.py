"""How much work the runs of a view may be, on a page and apart from one; refusals in words.
It refuses to measure time, so that the same settings are refused on every machine."""

from dataclasses import dataclass
from typing import Final

from labs.params import BadParams, FieldError
from labs.replay import Bounds, Heed, Workload
from labs.telling import TooMuchAtOnce

# Measured: 3 to 6 us a row and 8 to 12 us a request. An honest page of eight runs writes up to 860,000 rows.
SECONDS_A_ROW: Final = 4e-6
SECONDS_A_REQUEST: Final = 1e-5
MOST_STEPS: Final = 8_000_000
LATER: Final = "It is done apart from the page: press Run it there; afterwards this address answers."


@dataclass(frozen=True)
class Work:
    """What all runs of a view may do together. `rows` of the tape are worked out one by one, `rows_a_run` bounds the
    memory of one; `requests` are counted over all runs. `heed` is told how far a run is."""

    rows: int
    rows_a_run: int
    requests: int
    is_page: bool = False
    heed: Heed | None = None

    def rows_for(self, runs: int) -> int:
        """What is left for each of so many runs."""
        return min(self.rows_a_run, self.rows // runs)


# Two seconds are what a person waits for without a progress bar.
PAGE: Final = Work(rows=1_200_000, rows_a_run=1_200_000, requests=200_000, is_page=True)
# About a minute; a tape of 2.4 million rows holds 154 MB.
APART: Final = Work(rows=12_000_000, rows_a_run=2_400_000, requests=2_000_000)


def least_rows(workload: Workload, bounds: Bounds) -> int:
    """Rows that chunked prefill needs at least: the prompts of those who fit over the token budget. 0 where callers
    may leave before their prompt is computed, since then nobody knows beforehand."""
    if bounds.queue_delay is not None or len(workload.patience) or len(workload.cancel):
        return 0
    most_blocks = bounds.blocks if bounds.blocks is not None else float("inf")
    most_tokens = bounds.max_tokens if bounds.max_tokens is not None else float("inf")
    pairs = zip(workload.prompt, workload.output, strict=True)
    fitting = (p for p, o in pairs if bounds.blocks_for(p + o) <= most_blocks and p + o <= most_tokens)
    return sum(fitting) // bounds.token_budget


def too_many_rows(budget: int | None, most: int, work: Work) -> BadParams:
    """More rows than this view leaves for a run; `budget` where chunked prefill made them."""
    seconds = max(1, round(most * SECONDS_A_ROW))
    told = f"this would take more than {seconds} s of work for one run, or {most:,} steps worked out one by one"
    if budget is None:
        error = FieldError("requests", f"With these settings {told}. Lower Requests.")
    else:
        sentence = f"Token budget is {budget:,}; {told}. Give a larger budget, or fewer requests."
        error = FieldError("token_budget", sentence)
    if not work.is_page:
        return BadParams([error])
    return TooMuchAtOnce([FieldError(error.name, f"{error.message} {LATER}")], PAGE.rows * SECONDS_A_ROW)


def too_many_requests(replayed: int) -> TooMuchAtOnce:
    """More requests than a page replays at once."""
    seconds = replayed * SECONDS_A_REQUEST
    sentence = (
        f"This is {replayed:,} requests to replay, about {seconds:.1f} s of work; {PAGE.requests:,} are done at once. "
        f"{LATER}"
    )
    return TooMuchAtOnce([FieldError("requests", sentence)], seconds)


def too_long(problem: str) -> BadParams:
    """More decode steps than can be kept, or a step longer than can be written down."""
    return BadParams([FieldError("requests", f"Too much work for a page: {problem}")])
