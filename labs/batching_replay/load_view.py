"""The first picture: p99 of the first token against load, for both releases, over all and over the watched group.
It refuses to replay anything but through labs/batching_replay/sides.py, which remembers runs."""

from dataclasses import replace
from decimal import Decimal

from labs.batching_replay.arrivals import rate_said
from labs.batching_replay.facts import pair_facts
from labs.batching_replay.load_caption import caption
from labs.batching_replay.measures_table import contract_table, measures_table
from labs.batching_replay.notes import notes_of
from labs.batching_replay.pair import Pair, is_few, pair_of, percent, said, seconds
from labs.batching_replay.reasons import reason, tail_said
from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.sides import Measured, measured
from labs.batching_replay.tails import tail_column
from labs.batching_replay.work import PAGE, Work
from labs.lab import Column, Figure, Files, Line, Result, Scalar, Table
from labs.replay import largest_of
from labs.units import number

Numbers = tuple[Measured, Measured]


def report(params: ReplayParams, files: Files | None, work: Work = PAGE) -> Result:
    """Both releases at every load drawn, the present one among them."""
    pair = pair_of(params, files, work)
    loads = _loads(pair)
    swept = [(load, _at(pair, load)) for load in loads]
    table = _table(pair, swept)
    says, because = _sentence(pair)
    figures = (_figure(table, caption(pair, table, swept)),)
    tables = (table, measures_table(pair), contract_table(pair))
    return Result(says, because, pair_facts(pair), tables, figures, notes_of(pair))


def _loads(pair: Pair) -> list[Decimal]:
    """From the lowest to the highest, closer towards the highest, where lines leave the floor; the nearest one gives
    its place to the present load. Only the present load when the requests have no rate."""
    params = pair.params
    if pair.load is None:
        return [Decimal(0)]
    last = params.loads - 1
    far = [Decimal(last - place) / last for place in range(last + 1)]
    reach = params.sweep_high - params.sweep_low
    loads = [round(params.sweep_high - reach * each * each, 1) for each in far]
    nearest = min(range(len(loads)), key=lambda place: (abs(loads[place] - (pair.load or 0)), place))
    loads[nearest] = pair.load
    return sorted({each for each in loads if each > 0})


def _at(pair: Pair, load: Decimal) -> Numbers:
    if load == pair.load or pair.load is None:
        return pair.numbers
    first, second = (measured(replace(side, load=load)) for side in pair.sides)
    return first, second


def _table(pair: Pair, swept: list[tuple[Decimal, Numbers]]) -> Table:
    first, second = pair.names
    watched = pair.watched
    columns = [Column("load", "Load of a card", "requests/s"), tail_column("a_all", f"{first}, all")]
    if watched:
        columns.append(tail_column("a_watched", f"{first}, {watched}"))
    columns.append(tail_column("b_all", f"{second}, all"))
    if watched:
        columns.append(tail_column("b_watched", f"{second}, {watched}"))
    columns.append(Column("interpretation", "In words", type="text"))
    rows = tuple(_row(pair, load, numbers) for load, numbers in swept)
    now = next((place for place, (load, _) in enumerate(swept) if load == (pair.load or 0)), None)
    return Table("p99_by_load", "p99 of the first token against load", tuple(columns), rows, now)


def _row(pair: Pair, load: Decimal, numbers: Numbers) -> tuple[Scalar, ...]:
    cells: list[Scalar] = [float(load)]
    for each in numbers:
        cells.append(seconds(each.ttft.p99))
        if pair.watched:
            cells.append(seconds(each.watched_ttft.p99))
    return (*cells, _row_words(pair, numbers))


def _row_words(pair: Pair, numbers: Numbers) -> str:
    most = float(pair.params.ttft_limit_s) * 1e6
    words = []
    for letter, each in zip("AB", numbers, strict=True):
        place = _place(pair, each, most)
        fell = "" if each.switched is None else f", falls back at {number(each.switched / 1e6, 0)} s"
        words.append(f"{letter} {place}, {percent(each.attained.goodput)} completed inside{fell}")
    return "; ".join(words) + "."


def _place(pair: Pair, numbers: Measured, most: float) -> str:
    """Where the tails of a release lie; of too few values the largest is told."""
    both = (numbers.ttft, numbers.watched_ttft) if pair.watched else (numbers.ttft,)
    tails = [each.p99 for each in both if each.p99 is not None]
    if tails and max(tails) > most:
        return "over the line"
    few = [(each, who) for each, who in zip(both, ("", pair.watched or ""), strict=False) if is_few(each)]
    if few:
        values, who = few[0]
        return f"not proved ({largest_of(values.count, said(values.maximum), who)})"
    return "inside" if tails else "nobody got a token"


def _sentence(pair: Pair) -> tuple[str, str]:
    a, b = pair.numbers
    at = "As recorded" if pair.load is None else f"At {rate_said(pair.load)} a card"
    shares = f"B completes {percent(b.attained.goodput)} inside the limits and A {percent(a.attained.goodput)}"
    return f"{at} {shares}, while {tail_said(pair)}", reason(pair)


def _figure(table: Table, caption: str) -> Figure:
    series = tuple(column.name for column in table.columns[1:-1])
    drawn = [cell for name in series for cell in table.values(name) if isinstance(cell, float)]
    positive = bool(drawn) and min(drawn) > 0
    return Figure(
        name="p99_by_load",
        kind="line",
        table="p99_by_load",
        x="load",
        y=series,
        summary=caption,
        x_title="Load, requests/s a card",
        y_title="p99 first token, s",
        lines=(Line("ttft_limit_s", "contract"),),
        scale="log" if positive else "linear",
    )
