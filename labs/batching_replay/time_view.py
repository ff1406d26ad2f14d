"""Queue, active set and cache over the time of both runs, in the same equal bins, and their peaks.
It refuses to draw single moments: a bin is the mean over its time, and the sentence says the peaks."""

from labs.batching_replay.asked import POLICY_NAMES
from labs.batching_replay.facts import pair_facts
from labs.batching_replay.measures_table import contract_table, measures_table
from labs.batching_replay.notes import notes_of, too_few
from labs.batching_replay.pair import Pair, can_judge, pair_of, said, stop_measure
from labs.batching_replay.queues import active_words, queue_reason, queue_words
from labs.batching_replay.reasons import tail_said
from labs.batching_replay.release import TICKS
from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.sides import served
from labs.batching_replay.tails import tails_figure, tails_table
from labs.batching_replay.work import PAGE, Work
from labs.lab import Column, Fact, Figure, Files, Line, Result, Table
from labs.replay import Peaks, Timeline, over_time, peaks
from labs.units import count, number

BINS = 30
LEVELS = ("waiting", "active", "blocks")
UNITS = {"waiting": "requests", "active": "requests", "blocks": "blocks"}
LABELS = {"waiting": "Waiting", "active": "Active", "blocks": "Blocks reserved"}


def report(params: ReplayParams, files: Files | None, work: Work = PAGE) -> Result:
    """Both runs over time."""
    pair = pair_of(params, files, work)
    runs = [served(side) for side in pair.sides]
    end = max(run.end for run in runs)
    first, second = (over_time(run, BINS, end) for run in runs)
    most = (peaks(runs[0]), peaks(runs[1]))
    says, because = _sentence(pair, most)
    table = _table(pair, first, second)
    facts = pair_facts(pair) | _facts(most)
    fires = (Line("b_switched_s", "the stop fires at", "x"),) if pair.numbers[1].switched is not None else ()
    figures: tuple[Figure, ...] = (
        _figure("waiting", *queue_words(pair, most), fires),
        _figure("active", *active_words(pair, most), fires),
    )
    tables: tuple[Table, ...] = (measures_table(pair), contract_table(pair), table)
    if pair.sides[1].fallback is not None:
        # What a stop costs the others shows in no queue: both tails stand beside it.
        tables, figures = (tails_table(pair), *tables), (tails_figure(pair), *figures)
    return Result(says, because, facts, tables, figures, notes_of(pair))


def _sentence(pair: Pair, most: tuple[Peaks, Peaks]) -> tuple[str, str]:
    a, b = most
    says = (
        f"The queue of A peaks at {count(a.waiting, 'request')} and that of B at {b.waiting:,}, with at most "
        f"{a.active:,} and {b.active:,} active"
    )
    return _stopped(pair) or (says, queue_reason(pair, most))


def _stopped(pair: Pair) -> tuple[str, str] | None:
    """The sentence where B has a stop condition: whether and when it fired, and what came of the tail."""
    stop, fired = pair.sides[1].fallback, pair.numbers[1].switched
    if stop is None:
        return None
    last, limit = stop_measure(pair, stop), said(stop.ttft_limit)
    if fired is None and not can_judge(pair, stop):
        return f"The stop of B does not fire, and {tail_said(pair)}", too_few(stop.window)
    if fired is None:
        return f"The stop of B does not fire, and {tail_said(pair)}", f"{last} was never above {limit}"
    order = POLICY_NAMES[stop.policy][0].lower() + POLICY_NAMES[stop.policy][1:]
    says = f"The stop fires after {said(fired)}; B goes on as {order}, and {tail_said(pair)}"
    return says, f"{last} rose above {limit}"


def _facts(most: tuple[Peaks, Peaks]) -> dict[str, Fact]:
    return {
        f"{letter}_peak_{name}": Fact(
            int(getattr(each, name)), UNITS[name],
            f"Most at one moment, {LABELS[name].lower()}, {letter.upper()}", source="one replay",
        )
        for letter, each in zip("ab", most, strict=True)
        for name in LEVELS
    }  # fmt: skip


def _table(pair: Pair, first: Timeline, second: Timeline) -> Table:
    """Means over the bins, which both runs share; a run that has ended holds nothing."""
    middles = (first.edges[:-1] + first.edges[1:]) / 2
    columns = [Column("time_s", "Time", "s", places=1)]
    cells = [[float(each) / TICKS for each in middles]]
    for name in LEVELS:
        for letter, label, line in zip("ab", pair.names, (first, second), strict=True):
            columns.append(Column(f"{letter}_{name}", f"{LABELS[name]}, {label}", UNITS[name], places=1))
            cells.append([float(each) for each in getattr(line, name)])
    wide = number(float(first.edges[1]) / TICKS, 1)
    caption = f"Queue, active requests and reserved blocks over time, means over {wide} s"
    return Table("over_time", caption, tuple(columns), tuple(zip(*cells, strict=True)))


def _figure(level: str, says: str, because: str, lines: tuple[Line, ...]) -> Figure:
    return Figure(
        name=level,
        kind="line",
        table="over_time",
        x="time_s",
        y=(f"a_{level}", f"b_{level}"),
        summary=f"{says}, because {because}.",
        x_title="Time since the first arrival, s",
        y_title=f"{LABELS[level]}, requests",
        lines=lines,
    )
