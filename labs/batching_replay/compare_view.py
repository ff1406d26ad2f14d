"""Two releases compared: percentiles with N, limits one by one, how requests ended, and the identities in words.
It refuses to draw the picture of loads."""

from labs.batching_replay.binding import binding
from labs.batching_replay.facts import pair_facts
from labs.batching_replay.invariants import invariants_table
from labs.batching_replay.measures_table import contract_table, measures_table
from labs.batching_replay.notes import notes_of
from labs.batching_replay.pair import LETTERS, Pair, few_words, instead, pair_of, percent, said
from labs.batching_replay.rates_table import bill_facts, bills, rates_table
from labs.batching_replay.reasons import reason, stalled, tail_said
from labs.batching_replay.release import TICKS, Side
from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.sides import served
from labs.batching_replay.work import PAGE, Work
from labs.lab import Column, Fact, Figure, Files, Result, Scalar, Table
from labs.replay import Attainment, Summary, gaps, summarize
from labs.units import begun

Gaps = tuple[Summary, Summary]


def report(params: ReplayParams, files: Files | None, work: Work = PAGE) -> Result:
    """Everything told of both runs at one load."""
    pair = pair_of(params, files, work)
    between, paid = _gaps(pair), bills(pair)
    tables = (
        measures_table(pair),
        contract_table(pair),
        _percentiles(pair, between),
        _attainment(pair),
        _outcomes(pair),
        rates_table(pair, paid),
        invariants_table(pair),
    )
    longest = (between[0].maximum, between[1].maximum)
    says, because = stalled(pair, longest) or _sentence(pair)
    facts = pair_facts(pair) | _gap_facts(pair, between) | bill_facts(paid)
    return Result(says, because, facts, tables, (_figure(pair),), notes_of(pair))


def _gaps(pair: Pair) -> Gaps:
    first, second = (summarize(*gaps(served(side))) for side in pair.sides)
    return first, second


def _gap_facts(pair: Pair, between: Gaps) -> dict[str, Fact]:
    return {
        f"{letter}_gap_{name}_s": Fact(
            None if value is None else value / TICKS, "s", f"{label} gap between {_delivered(side)}, {letter.upper()}",
            places=3, source="all gaps of one replay, pooled", absent=instead(gap),
        )
        for letter, side, gap in zip("ab", pair.sides, between, strict=True)
        for name, label, value in (("p99", "p99", gap.p99), ("max", "Longest", gap.maximum))
    }  # fmt: skip


def _delivered(side: Side) -> str:
    """What comes at once: a step with drafts may give several tokens."""
    return "bursts of tokens" if side.drafting else "tokens"


def _sentence(pair: Pair) -> tuple[str, str]:
    a, b = pair.numbers
    shares = f"A completes {percent(a.attained.goodput)} inside the limits and B {percent(b.attained.goodput)}"
    return f"{shares}; {tail_said(pair)}", reason(pair)


def _percentiles(pair: Pair, between: Gaps) -> Table:
    rows: list[tuple[Scalar, ...]] = []
    for letter, side, numbers, gap in zip(LETTERS, pair.sides, pair.numbers, between, strict=True):
        rows.append(_summary(f"First token, all, {letter}", numbers.ttft, "from arrival, the queue included"))
        if pair.watched:
            rows.append(_summary(f"First token, {pair.watched}, {letter}", numbers.watched_ttft, "the group's own"))
        rows.append(_summary(f"In the queue, {letter}", numbers.queued, "from arrival to a slot, those admitted"))
        rows.append(
            _summary(f"Time per output token, {letter}", numbers.tpot, "one value a request of 2 tokens or more")
        )
        pooled = "pooled over requests, so long answers weigh more"
        burst = "; what a step with drafts gives a request counts once" if side.drafting else ""
        rows.append(_summary(f"Gaps between {_delivered(side)}, {letter}", gap, f"{pooled}{burst}"))
        rows.append(_summary(f"Last token, {letter}", numbers.e2e, "from arrival, completed requests"))
    columns = (
        Column("time", "Time", type="text"),
        Column("n", "N", type="whole"),
        *(Column(name, name, "s", places=3) for name in _NAMES[:-2]),
        Column("p99", "p99", "s", places=3, absent="no p99"),
        Column("maximum", "largest", "s", places=3),
        Column("interpretation", "In words", type="text"),
    )
    return Table("percentiles", "Times of both releases, in seconds, with N", columns, tuple(rows))


_NAMES = ("mean", "p50", "p90", "p95", "p99", "maximum")


def _summary(name: str, values: Summary, words: str) -> tuple[Scalar, ...]:
    cells = [getattr(values, each) for each in _NAMES]
    few = few_words(values)
    told = f"{begun(words)}{'; ' if few else ''}{few}." if values.count else "Nobody has one."
    shown = {each: None if cell is None else cell / TICKS for each, cell in zip(_NAMES, cells, strict=True)}
    return (name, values.count, *shown.values(), told)


def _attainment(pair: Pair) -> Table:
    limits = pair.sides[0].limits
    rows = []
    for name, label, most in (
        ("met_ttft", "First token", limits.ttft),
        ("met_tpot", "Time per output token", limits.tpot),
        ("met_e2e", "Last token", limits.e2e),
        ("met", "All limits together", 0),
    ):
        shares = [_share(each.attained, name) for each in pair.numbers]
        told = _judged(pair, percent(shares[0]), percent(shares[1]))
        limit = " (no limit set, so completed)" if most is None else f" (within {said(most)})" if most else ""
        cells = (None if each is None else 100 * each for each in shares)
        rows.append((label, *cells, f"{told}{limit}."))
    columns = (
        Column("limit", "Limit", type="text"),
        Column("a", "A inside", "%", places=1),
        Column("b", "B inside", "%", places=1),
        Column("interpretation", "In words", type="text"),
    )
    return Table("attainment", "Completed inside each limit alone, and inside all", columns, tuple(rows))


def _judged(pair: Pair, first: str, second: str) -> str:
    """Both shares, each with what it is a share of: callers may hang up under one release and not under the other."""
    a, b = (each.attained.judged for each in pair.numbers)
    if a == b:
        return f"Of {a:,} judged: {first} and {second}"
    return f"Of {a:,} judged under A {first}, of {b:,} under B {second}"


def _share(attained: Attainment, name: str) -> float | None:
    return attained.share(getattr(attained, name))


def _outcomes(pair: Pair) -> Table:
    a, b = (dict(each.outcomes) for each in pair.numbers)
    told = {
        "completed": "Got their last token.",
        "shed": "Turned away, because they would have waited too long for a slot.",
        "refused": "Could never fit, so they were told at once.",
        "timed_out": "Lost patience before the first token.",
        "cancelled": "Hung up on their own.",
        "open": "Still in service when the run ended.",
    }
    rows: list[tuple[Scalar, ...]] = [(name.replace("_", " "), a[name], b[name], told[name]) for name in told]
    rows.append(("offered", pair.numbers[0].offered, pair.numbers[1].offered, "The sum of the above."))
    columns = (
        Column("outcome", "How it ended", type="text"),
        Column("a", "A", "requests", "whole"),
        Column("b", "B", "requests", "whole"),
        Column("interpretation", "In words", type="text"),
    )
    return Table("outcomes", "How the requests ended", columns, tuple(rows))


def _figure(pair: Pair) -> Figure:
    hung_up = any(each.attained.hung_up for each in pair.numbers)
    return Figure(
        name="attainment",
        kind="bar",
        table="attainment",
        x="limit",
        y=("a", "b"),
        summary=binding(pair),
        x_title="",
        y_title=f"Completed inside, % of all {'but hung up mid-answer' if hung_up else 'requests offered'}",
    )
