"""How much work one run may be: rows of the tape worked out one by one, and decode steps; refusals in words.
It refuses to measure time, so that the same settings are refused on every machine."""

from typing import Final

from labs.params import BadParams, FieldError
from labs.replay import Bounds, Workload

# Measured: 3 to 6 us a row. An honest page of eight runs writes up to 860,000 of them.
MOST_ROWS: Final = 1_200_000
MOST_STEPS: Final = 8_000_000
SECONDS_A_ROW: Final = 4e-6


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
