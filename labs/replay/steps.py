"""The tape unrolled: when each decode step ended, when each token came, what each iteration did.
It refuses to decide anything; it only reads a finished run."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from labs.replay.columns import TAPE_COLUMNS
from labs.replay.leaving import gained
from labs.replay.run import Run

Ticks = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Iteration:
    """Start and end in ticks, (request, prompt tokens) in service order, and the requests that decode, likewise."""

    start: int
    end: int
    chunks: tuple[tuple[int, int], ...]
    decoding: tuple[int, ...]

    @property
    def kind(self) -> str:
        """`prefill`, `decode` or `mixed`."""
        if self.chunks and self.decoding:
            return "mixed"
        return "prefill" if self.chunks else "decode"


def tape_columns(run: Run) -> dict[str, Ticks]:
    """The tape as named arrays, one entry a row."""
    table = np.array(run.tape.rows, dtype=np.int64).reshape(-1, len(TAPE_COLUMNS))
    return {name: table[:, place] for place, name in enumerate(TAPE_COLUMNS)}


def step_ends(run: Run) -> Ticks:
    """Tick at which each decode step ended, in order; entry j is the end of step j + 1. Exact in whole numbers."""
    tape = tape_columns(run)
    steps = tape["steps"]
    row = np.repeat(np.arange(len(steps)), steps)
    before = np.cumsum(steps) - steps
    place = np.arange(len(row), dtype=np.int64) - before[row] + 1
    spent = tape["rest"][row] + place * tape["first"][row] + tape["growth"][row] * (place * (place - 1) // 2)
    ends: Ticks = tape["start"][row] + spent // run.tape.subticks
    return ends


def token_times(run: Run, index: int, ends: Ticks) -> list[int]:
    """Tick of each token delivered to a request; with drafting, several come with one step."""
    columns = run.columns
    if columns.first[index] < 0 or not run.workload.output[index]:
        return []
    group = run.workload.group[index] if len(run.workload.group) else 0
    times, sent = [columns.first[index]], 1
    for step in range(1, columns.steps[index] + 1):
        have = 1 + min(run.workload.output[index] - 1, gained(run.rates, group, step))
        times += [int(ends[columns.joined[index] + step - 1])] * (have - sent)
        sent = have
    return times


def iterations(run: Run, first: int = 0, last: int | None = None) -> Iterator[Iteration]:
    """The iterations numbered first (from 0) to before last, one decode step each; the run must have its chunks."""
    if run.tape.chunks is None:
        raise ValueError("this run kept no chunks. Replay with keep_chunks=True to see its iterations.")
    order = list(dict.fromkeys(index for chunks in run.tape.chunks for index, _ in chunks))
    number, step = 0, 0
    width = len(TAPE_COLUMNS)
    for row, chunks in enumerate(run.tape.chunks):
        fields = dict(zip(TAPE_COLUMNS, run.tape.rows[row * width : (row + 1) * width], strict=True))
        whole = max(1, fields["steps"])
        if number + whole <= first:
            number, step = number + whole, step + fields["steps"]
            continue
        for place in range(whole):
            if last is not None and number >= last:
                return
            step += fields["steps"] > 0
            if number >= first:
                decoding = _decoding(run, order, step) if fields["steps"] else ()
                yield _iteration(run, fields, place, chunks, decoding)
            number += 1


def _decoding(run: Run, order: list[int], step: int) -> tuple[int, ...]:
    columns = run.columns
    return tuple(
        index for index in order if columns.joined[index] < step <= columns.joined[index] + run.steps_run(index)
    )


def _iteration(
    run: Run, fields: dict[str, int], place: int, chunks: tuple[tuple[int, int], ...], decoding: tuple[int, ...]
) -> Iteration:
    """One iteration of a tape row; `place` counts the equal decode steps before it."""
    start, unit = fields["start"] * run.tape.subticks + fields["rest"], run.tape.subticks

    def after(count: int) -> int:
        return (start + count * fields["first"] + fields["growth"] * (count * (count - 1) // 2)) // unit

    return Iteration(after(place), after(place + 1), chunks, decoding)
