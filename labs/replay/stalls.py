"""The longest gap between two deliveries of a caller, and the prompts that ran alone within it.
It refuses to name a prompt: a step may hold several of them."""

from dataclasses import dataclass

import numpy as np

from labs.replay.metrics import column
from labs.replay.run import Run
from labs.replay.steps import step_ends, tape_columns


@dataclass(frozen=True)
class Stall:
    """The gap in ticks; the steps within it that computed only prompts, their ticks and their prompt tokens."""

    gap: int
    prompt_steps: int
    prompt_ticks: int
    prompt_tokens: int


def longest_stall(run: Run) -> Stall | None:
    """The longest gap of the run, the earliest among equals; None where nobody got a second delivery.

    Who joined after step s waits from the first token to the end of step s + 1, and then from step to step.
    """
    joined, steps, first = (column(each) for each in (run.columns.joined, run.columns.steps, run.columns.first))
    taking = steps > 0
    if not taking.any():
        return None
    joined, steps, first = joined[taking], steps[taking], first[taking]
    ends = step_ends(run)
    change = np.zeros(len(ends) + 1, dtype=np.int64)
    np.add.at(change, joined + 1, 1)
    np.add.at(change, joined + steps, -1)
    whole = np.flatnonzero(np.cumsum(change)[1 : len(ends)] > 0)
    start = np.concatenate([first, ends[whole]])
    end = np.concatenate([ends[joined], ends[whole + 1]])
    longest = int(np.lexsort((start, start - end))[0])
    return _within(run, int(start[longest]), int(end[longest]))


def _within(run: Run, start: int, end: int) -> Stall:
    """What ran from one tick to another; a row without a decode step is a step of prompts alone."""
    tape = tape_columns(run)
    alone = (tape["steps"] == 0) & (tape["start"] >= start) & (tape["start"] < end)
    ticks = int(tape["first"][alone].sum()) // run.tape.subticks
    return Stall(end - start, int(alone.sum()), ticks, int(tape["prefill"][alone].sum()))
