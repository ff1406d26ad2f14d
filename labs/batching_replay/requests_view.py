"""Request by request: the callers who fared worst, a sample of all on the page, and all rows as CSV.
It refuses to put thousands of rows on a page."""

import math

import numpy as np

from labs.batching_replay.causes import cause
from labs.batching_replay.facts import pair_facts
from labs.batching_replay.missing import VERBS, since
from labs.batching_replay.naming import PLAIN
from labs.batching_replay.notes import notes_of
from labs.batching_replay.pair import Pair, pair_of, said, tails_of
from labs.batching_replay.reasons import MOST
from labs.batching_replay.release import TICKS
from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.sides import served
from labs.batching_replay.work import PAGE, Work
from labs.lab import WORDS_ROWS, Column, Figure, Files, Line, Result, Scalar, Table
from labs.replay import OUTCOMES, Run, times
from labs.units import count

WORST, SHOWN = 10, 70
Rows = tuple[tuple[Scalar, ...], ...]
NAMES = {code: name.replace("_", " ") for name, code in OUTCOMES.items()}


def report(params: ReplayParams, files: Files | None, work: Work = PAGE) -> Result:
    """The ten longest waits of B, and a sample of all requests that has the longest waits of both."""
    pair = pair_of(params, files, work)
    rows = _rows(pair)
    worst = _worst(pair, rows)
    says, because = _sentence(pair, worst, rows)
    if len(rows) <= WORDS_ROWS:
        return Result(says, because, pair_facts(pair), (worst,), (), notes_of(pair))
    sample, caption = _sample(rows)
    tables = (worst, Table("sample_requests", caption, _columns(), sample))
    figures = (_figure(sample, _caption(sample, float(params.ttft_limit_s), len(sample) == len(rows))),)
    return Result(says, because, pair_facts(pair), tables, figures, notes_of(pair))


def all_requests(params: ReplayParams, files: Files | None = None) -> Table:
    """Every request with its times under both releases."""
    plain = params.model_copy(update={"names": PLAIN})
    return Table("all_requests", "Every request under both releases", _columns(), _rows(pair_of(plain, files)))


def _columns() -> tuple[Column, ...]:
    sides = [
        column
        for letter in "ab"
        for column in (
            Column(f"{letter}_queued_s", f"In the queue, {letter.upper()}", "s", places=3),
            Column(f"{letter}_ttft_s", f"First token, {letter.upper()}", "s", places=3),
            Column(f"{letter}_e2e_s", f"Last token, {letter.upper()}", "s", places=3),
            Column(f"{letter}_outcome", f"Ended, {letter.upper()}", type="text"),
        )
    ]
    return (
        Column("request", "Request", type="whole"),
        Column("line", "Line of the trace", type="whole"),
        Column("arrival_s", "Arrival", "s", places=3),
        Column("prompt", "Prompt", "tokens", "whole"),
        Column("output", "Output", "tokens", "whole"),
        Column("group", "Group", type="text"),
        *sides,
    )


def _rows(pair: Pair) -> Rows:
    runs = [served(side) for side in pair.sides]
    load = runs[0].workload
    groups = [load.groups[each] for each in load.group] if len(load.group) else [load.groups[0]] * len(load)
    numbers = range(1, len(load) + 1)
    arrivals = [each / TICKS for each in load.arrival]
    given: list[list[Scalar]] = [list(each) for each in (numbers, load.row, arrivals, load.prompt, load.output, groups)]
    return tuple(zip(*given, *(column for run in runs for column in _times(run)), strict=True))


def _times(run: Run) -> list[list[Scalar]]:
    each = times(run)
    found: list[list[Scalar]] = [
        [None if np.isnan(value) else float(value) / TICKS for value in values]
        for values in (each.queued, each.ttft, each.e2e)
    ]
    return [*found, [NAMES.get(code, "not offered") for code in run.columns.outcome]]


def _worst(pair: Pair, rows: Rows) -> Table:
    columns = _columns()
    where = {column.name: place for place, column in enumerate(columns)}
    late = _latest(rows, "b_ttft_s")
    kept = ("request", "prompt", "output", "group", "a_ttft_s", "b_ttft_s")
    told = tuple((*(row[where[name]] for name in kept), _words(row, where)) for row in late)
    shown = (*(columns[where[name]] for name in kept), Column("interpretation", "In words", type="text"))
    return Table("longest_waits", "The longest waits for a first token under B", shown, told)


def _latest(rows: Rows, name: str) -> list[tuple[Scalar, ...]]:
    """Those who got no token, then those who waited longest for it; the earlier request first among equals."""
    place = [column.name for column in _columns()].index(name)

    def lateness(row: tuple[Scalar, ...]) -> tuple[float, int]:
        wait = row[place]
        return (-math.inf if wait is None else -float(wait), int(row[0] or 0))

    return sorted(rows, key=lateness)[:WORST]


def _sample(rows: Rows) -> tuple[Rows, str]:
    """At most SHOWN rows in order of arrival: the worst of both releases, and every so-manieth of all."""
    if len(rows) <= SHOWN:
        return rows, "All requests, in order of arrival"
    every = -(-len(rows) // (SHOWN - 2 * WORST))
    kept = {row[0]: row for row in (*rows[::every], *_latest(rows, "a_ttft_s"), *_latest(rows, "b_ttft_s"))}
    caption = f"Every {every:,}th request, and the {WORST} who fared worst under A and under B, in order of arrival"
    return tuple(row for _, row in sorted(kept.items(), key=lambda pair: int(pair[0] or 0))), caption


def _words(row: tuple[Scalar, ...], where: dict[str, int]) -> str:
    first, second = row[where["a_ttft_s"]], row[where["b_ttft_s"]]
    if second is None:
        return f"Got no token under B: {row[where['b_outcome']]}."
    a = "none" if first is None else said(float(first) * TICKS)
    return f"{said(float(second) * TICKS)} under B, {a} under A."


def _sentence(pair: Pair, worst: Table, rows: Rows) -> tuple[str, str]:
    longest = worst.rows[0]
    value = longest[5]
    wait = "got no token" if value is None else f"waited {said(float(value) * TICKS)}"
    says = f"The caller who fared worst under B had a prompt of {count(int(longest[1] or 0), 'token')} and {wait}"
    return says, _because(pair, rows)


def _because(pair: Pair, rows: Rows) -> str:
    """Why that caller: how the request ended, or whether it was the queue or the steps of its prompt."""
    place = [column.name for column in _columns()].index
    row = _latest(rows, "b_ttft_s")[0]
    first, queued, ended = row[place("b_ttft_s")], row[place("b_queued_s")], str(row[place("b_outcome")])
    if first is None:
        return f"that request {VERBS[ended.replace(' ', '_')][0]}{since(pair, ended.replace(' ', '_'))}"
    waited, whole = float(queued or 0) * TICKS, float(first) * TICKS
    if waited < MOST * whole:
        return f"the steps of prompts took {said(whole - waited)} of that, and the wait for a slot {said(waited)}"
    a, b = tails_of(*(each.watched_ttft for each in pair.numbers))
    why = cause(pair, "B") if a is None or (b or 0.0) > a else ""
    return f"{said(waited)} of that was the wait for a slot{f', and {why}' if why else ''}"


def _caption(rows: Rows, limit_s: float, are_all: bool) -> str:
    """Under which release some of those drawn lie over the contract, and what the choice of them does to that."""
    place = [column.name for column in _columns()].index
    over = [
        letter
        for letter, name in zip("AB", ("a_ttft_s", "b_ttft_s"), strict=True)
        if any(row[place(name)] is not None and float(row[place(name)] or 0) > limit_s for row in rows)
    ]
    if not over:
        if all(row[place(name)] is None for row in rows for name in ("a_ttft_s", "b_ttft_s")):
            return "There is no point to draw, because nobody shown gets a first token."
        lost = any(row[place(name)] is None for row in rows for name in ("a_ttft_s", "b_ttft_s"))
        who = "Nobody shown with a first token" if lost else "Nobody shown"
        return f"{who} waits too long, because even the worst under each release stay below the line."
    where = "under both releases" if len(over) == 2 else f"only under {over[0]}"
    why = "a point is one caller and not a mean" if are_all else "the worst of each are always among those shown"
    return f"Some lie over the contract {where}, because {why}."


def _figure(rows: Rows, caption: str) -> Figure:
    place = [column.name for column in _columns()].index
    values = [row[place(name)] for row in rows for name in ("a_ttft_s", "b_ttft_s")]
    positive = all(isinstance(value, float) and value > 0 for value in values)
    return Figure(
        name="sample_requests",
        kind="scatter",
        table="sample_requests",
        x="prompt",
        y=("a_ttft_s", "b_ttft_s"),
        summary=caption,
        x_title="Prompt, tokens",
        y_title="First token, s",
        lines=(Line("ttft_limit_s", "contract"),),
        scale="log" if positive else "linear",
    )
