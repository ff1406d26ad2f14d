"""The tables and figures of the view per group.
It refuses to compute: labs/acceptance_prefix/groups.py does."""

from labs.acceptance_prefix.batch_report import CARD_TIMES
from labs.acceptance_prefix.batches import MOST, sizes
from labs.acceptance_prefix.cards import MEASURED
from labs.acceptance_prefix.columns import ITEM, PAYS_ON, PLAIN_LINE, SPEEDUP, STATE, WORDS, Row
from labs.acceptance_prefix.groups import Lane
from labs.acceptance_prefix.wording import SLOWER, compared, in_units, state_of
from labs.lab import Column, Figure, Table
from labs.units import listed

ALPHA = Column("alpha", "Acceptance")
LAST_ROOFLINE = Column("roofline_last", "Last batch that pays, roofline", "sequences", "whole", absent=PAYS_ON)
LAST_FITTED = Column("fitted_last", "Last batch that pays, fitted times", "sequences", "whole", absent=PAYS_ON)


def account_table(lanes: tuple[Lane, ...], spent: float, step: float, together: float) -> Table:
    """The round account, a line per group."""
    columns = (
        ITEM,
        ALPHA,
        Column("weight", "Share of tokens"),
        Column("spent", "A round", "units"),
        Column("tokens", "Tokens a round", "tokens"),
        Column("cost_a_token", "A token", "units"),
        SPEEDUP,
        STATE,
        WORDS,
    )
    rows: list[Row] = []
    for lane in lanes:
        account = lane.account
        state = state_of(account.speedup)
        cells = (lane.alpha, lane.weight, spent, account.tokens, account.cost_a_token, account.speedup, state)
        words = f"a round of {in_units(spent)} replaces {in_units(account.tokens * step)} of plain steps"
        rows.append((lane.name, *cells, words))
    words = (
        f"over all tokens {compared(together)} at these prices; it has no acceptance of its own, and can hide a group"
    )
    rows.append(("all groups", None, 1.0, spent, None, step / together, together, state_of(together), words))
    return Table("groups", "The account of a round at the typed prices, a line per group", columns, tuple(rows))


def limits_table(lanes: tuple[Lane, ...], batch: int) -> Table:
    """Speed at this batch and the last batch that pays, by both models."""
    columns = (
        ITEM,
        ALPHA,
        Column("roofline", "Roofline, at this batch", "times plain"),
        Column("fitted", "Fitted times, at this batch", "times plain"),
        LAST_ROOFLINE,
        LAST_FITTED,
        STATE,
        WORDS,
    )
    rows = tuple(_limit_row(lane, batch) for lane in lanes)
    caption = f"At batch {batch:,}, and the batch above which drafting loses: {CARD_TIMES}"
    return Table("limits", caption, columns, rows)


def _limit_row(lane: Lane, batch: int) -> Row:
    roofline, fitted = lane.batches.roofline(batch), lane.batches.fitted(batch)
    cells = (lane.alpha, roofline, fitted, lane.roofline_last, lane.fitted_last, state_of(fitted))
    words = f"roofline: {limit_words(lane.roofline_last, False)}; fitted times: {limit_words(lane.fitted_last)}"
    return (lane.name, *cells, words)


def limit_words(last: int | None, fitted: bool = True) -> str:
    """The last batch that pays, in words; a fit says where it leaves what was measured."""
    if last == 0:
        return "it loses at every batch"
    beyond = f", beyond the {MEASURED} measured" if fitted and (last is None or last > MEASURED) else ""
    if last is None:
        return f"it pays up to batch {MOST:,}, the largest asked about{beyond}"
    return f"it loses above batch {last:,}{beyond}"


def batches_table(lanes: tuple[Lane, ...], batch: int) -> Table:
    """Fitted speed over the batch, a column per group."""
    columns = [Column("batch", "Batch", "sequences", "whole")]
    columns += [Column(series(lane), lane.name, "times plain") for lane in lanes]
    rows: list[Row] = []
    for size in sizes(batch):
        speeds = [lane.batches.fitted(size) for lane in lanes]
        slow = [lane.name for lane, speed in zip(lanes, speeds, strict=True) if state_of(speed) == SLOWER]
        rows.append((size, *speeds, f"slower for {listed(slow)}" if slow else "no group is slower"))
    now = sizes(batch).index(batch)
    caption = f"Speed against the batch, fitted times, a column per group: {CARD_TIMES}"
    return Table("batches", caption, (*columns, WORDS), tuple(rows), now=now)


def series(lane: Lane) -> str:
    """The name of the group's column, which no other column can have."""
    return f"speed_{lane.name.replace('-', '_')}"


def figures(lanes: tuple[Lane, ...], batch: int) -> tuple[Figure, ...]:
    """Bars of the account and lines over the batch."""
    slow = [lane.name for lane in lanes if state_of(lane.batches.fitted(batch)) == SLOWER]
    if slow:
        lost = f"{listed(slow)} {'ends' if len(slow) == 1 else 'end'} below the line of plain decoding, slower"
    else:
        lost = "no group ends below the line of plain decoding"
    return (
        Figure(
            name="limits",
            kind="bar",
            table="limits",
            x="item",
            y=("fitted",),
            summary=f"At batch {batch:,} {lost}, because a group's own acceptance decides what its rounds give.",
            x_title="Group",
            y_title="Speed by fitted times, times plain",
            lines=(PLAIN_LINE,),
            state="state",
        ),
        Figure(
            name="batches",
            kind="line",
            table="batches",
            x="batch",
            y=tuple(series(lane) for lane in lanes),
            summary=f"{_falling(lanes)}, because verification fills the card.",
            x_title="Batch, sequences",
            y_title="Speed, times plain",
            lines=(PLAIN_LINE,),
            x_scale="log",
        ),
    )


def _falling(lanes: tuple[Lane, ...]) -> str:
    if len(lanes) == 1:
        return "The line falls with a larger batch"
    least = min(lane.alpha for lane in lanes)
    lowest = [lane.name for lane in lanes if lane.alpha == least]
    if len(lowest) == len(lanes):
        return "All lines are one and fall with a larger batch"
    return f"Every line falls with a larger batch and {listed(lowest)} {'ends' if len(lowest) == 1 else 'end'} lowest"
