"""How much work one run may be: rows of the tape worked out one by one, and decode steps; refusals in words.
It refuses to measure time, so that the same settings are refused on every machine."""

from typing import Final

from labs.batching_replay.asked import REQUESTS
from labs.params import BadParams, FieldError
from labs.replay import Bounds, Workload

# What a person waits for without a progress bar.
MOST_SECONDS: Final = 2.0
# Measured on 25,000 requests of the bundled trace: a request of one run, its numbers told.
SECONDS_A_REQUEST: Final = {
    "static": 7e-6, "static-unpadded": 7e-6, "continuous": 8e-6, "spf": 8e-6, "chunked": 13e-6,
}  # fmt: skip
SECONDS_A_LISTED: Final = 12e-6
# Measured: 3 us a row where chunks are small. Honest runs write up to 5 rows a request.
SECONDS_A_ROW: Final = 3e-6
MOST_ROWS: Final = 700_000
ROWS_A_REQUEST: Final = 5
MOST_STEPS: Final = 8_000_000


def seconds_of(rows: int, orders: tuple[tuple[str, ...], ...], view: str) -> float:
    """Work at one load: a run for each of the orders (the dearer of two that follow each other), and the list of all
    requests where the view makes one."""
    runs = sum(max(SECONDS_A_REQUEST[name] for name in each) for each in orders)
    return rows * (runs + (SECONDS_A_LISTED if view == REQUESTS else 0.0))


def too_much(requests: int, seconds: float) -> str:
    """The refusal of settings that ask for more than two seconds."""
    return (
        f"This is {requests:,} requests to replay, about {seconds:.1f} s of work; {MOST_SECONDS:g} s are allowed on a "
        "page. Lower Requests, or the loads drawn."
    )


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


def too_many_rows(budget: int | None, most: int) -> BadParams:
    """More rows than this view leaves for a run; `budget` where chunked prefill made them."""
    seconds = max(1, round(most * SECONDS_A_ROW))
    work = f"this would take more than {seconds} s of work for one run, or {most:,} steps worked out one by one"
    if budget is None:
        return BadParams([FieldError("requests", f"With these settings {work}. Lower Requests.")])
    sentence = f"Token budget is {budget:,}; {work}. Give a larger budget, or fewer requests."
    return BadParams([FieldError("token_budget", sentence)])


def too_long(problem: str) -> BadParams:
    """More decode steps than can be kept, or a step longer than can be written down."""
    return BadParams([FieldError("requests", f"Too much work for a page: {problem}")])
