"""How much work the runs of a view may be, on a page and apart from one; refusals in words.
It refuses to measure time, so that the same settings are refused on every machine."""

from dataclasses import dataclass
from typing import Final

from labs.batching_replay.asked import REQUESTS
from labs.params import BadParams, FieldError
from labs.replay import Bounds, Heed, Workload
from labs.telling import TooMuchAtOnce
from labs.units import significant

# Measured on 25,000 requests of the bundled trace: a request of one run, its numbers told.
SECONDS_A_REQUEST: Final = {
    "static": 7e-6, "static-unpadded": 7e-6, "continuous": 8e-6, "spf": 8e-6, "chunked": 13e-6,
}  # fmt: skip
SECONDS_A_LISTED: Final = 12e-6
# Measured: 3 us a row where chunks are small. Honest runs write up to 5 rows a request.
SECONDS_A_ROW: Final = 3e-6
ROWS_A_REQUEST: Final = 5
MOST_STEPS: Final = 8_000_000
LATER: Final = "It is done apart from the page: press Run it there; afterwards this address answers."


@dataclass(frozen=True)
class Work:
    """What all runs of a view may do together: `seconds` as counted beforehand, `rows` of the tape worked out one by
    one, of which one run may write `rows_a_run` for its memory's sake. `heed` is told how far a run is."""

    seconds: float
    rows: int
    rows_a_run: int
    is_page: bool = False
    heed: Heed | None = None

    def rows_for(self, runs: int, requests: int) -> int:
        """What each of so many runs of so many requests may write; an honest run always has enough."""
        return max(min(self.rows_a_run, self.rows // runs), ROWS_A_REQUEST * requests)


# What a person waits for without a progress bar.
PAGE: Final = Work(seconds=2.0, rows=700_000, rows_a_run=700_000, is_page=True)
# Half a minute; a tape of 2.4 million rows holds 154 MB.
APART: Final = Work(seconds=30.0, rows=10_000_000, rows_a_run=2_400_000)
# A run is offered by what its beginning foretells, which may be too little; so many times that it may come to be.
ALLOWANCE: Final = 1.25
# Rows that foretell a run: a fifth of a second of work.
BEGINNING: Final = 60_000
LIMITS: Final = (
    f"A view may be {APART.seconds:g} s of work, which are {APART.rows:,} such steps in all its replays, and "
    f"{APART.rows_a_run:,} in one."
)


def seconds_of(rows: int, orders: tuple[tuple[str, ...], ...], view: str) -> float:
    """Work at one load: a run for each of the orders (the dearer of two that follow each other), and the list of all
    requests where the view makes one."""
    runs = sum(max(SECONDS_A_REQUEST[name] for name in each) for each in orders)
    return rows * (runs + (SECONDS_A_LISTED if view == REQUESTS else 0.0))


def too_much(requests: int, seconds: float) -> str:
    """The refusal of settings that ask for more than a run may do even apart."""
    return (
        f"This is {requests:,} requests to replay, about {seconds:.1f} s of work; {APART.seconds:g} s are allowed for "
        "a view. Lower Requests, or the loads drawn."
    )


def too_much_at_once(requests: int, seconds: float) -> TooMuchAtOnce:
    """More work than a page does."""
    sentence = (
        f"This is {requests:,} requests to replay, about {seconds:.1f} s of work; {PAGE.seconds:g} s are allowed on a "
        f"page. {LATER}"
    )
    return TooMuchAtOnce([FieldError("requests", sentence)], seconds)


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


def too_many_rows(budget: int | None, allowed: tuple[int, int], work: Work, expected: float) -> BadParams:
    """More rows than this view leaves for a run: a run apart is offered where it can do them, else they are refused.
    `budget` where chunked prefill makes them; `allowed` on this work and apart; `expected` as foretold."""
    here, apart = allowed
    can_be_apart = work.is_page and expected <= apart
    most = here if can_be_apart else apart
    told = (
        f"one replay would work out about {significant(expected, 2):,.0f} steps one by one, and {most:,} are allowed "
        f"{'on a page' if can_be_apart else 'for each replay of this view'}"
    )
    if budget is None:
        error = FieldError("requests", f"With these settings {told}. Lower Requests.")
    else:
        sentence = f"Token budget is {budget:,}; {told}. Give a larger budget, or fewer requests."
        error = FieldError("token_budget", sentence)
    if not can_be_apart:
        return BadParams([FieldError(error.name, f"{error.message} {LIMITS}")])
    seconds = max(PAGE.seconds, expected * SECONDS_A_ROW)
    return TooMuchAtOnce([FieldError(error.name, f"{error.message} {LATER}")], seconds)


def too_long(problem: str) -> BadParams:
    """More decode steps than can be kept, or a step longer than can be written down."""
    return BadParams([FieldError("requests", f"Too much work, also apart from a page: {problem}")])
