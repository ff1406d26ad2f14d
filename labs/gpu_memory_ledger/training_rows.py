"""The tables of a training ledger: what lies on the card, what fits at most, and the same over many microbatches.
It refuses to compute amounts of its own: it compares, subtracts and words those of training.py."""

from decimal import Decimal

from labs.gpu_memory_ledger.columns import (
    BAR,
    CARD,
    FITS,
    HEADROOM,
    ITEM,
    NEEDED,
    RUNNING,
    SIZE,
    STATE,
    TOTAL,
    WORDS,
    Row,
)
from labs.gpu_memory_ledger.settings import LedgerParams
from labs.gpu_memory_ledger.sweeping import swept_rows
from labs.gpu_memory_ledger.training import Step, step_at
from labs.gpu_memory_ledger.wording import against, gb, percent, spare, swept
from labs.lab import Column, Table

MOST = 4096
ACTIVATIONS = Column("activation_gb", "Activations so far", "GB", places=2)


def _state(running: Decimal, usable: Decimal) -> str:
    return "resident" if running <= usable else "does not fit"


def ledger_table(params: LedgerParams, now: Step) -> Table:
    """Fixed part, each block, one more sample; beside them the card itself."""
    columns = (ITEM, SIZE, ACTIVATIONS, RUNNING, STATE, WORDS, BAR)
    rows = (_fixed_row(params, now), *_block_rows(params, now), _next_row(params, now), *_card_rows(params, now))
    return Table("ledger", f"What the card holds at microbatch {now.microbatch:,}", columns, rows)


def _fixed_row(params: LedgerParams, now: Step) -> Row:
    room = now.usable_gb - params.fixed_gb
    always = "weights, gradients, optimizer: on the card (resident) whatever the microbatch"
    words = always if room >= 0 else f"alone {spare(room)}"
    size = float(params.fixed_gb)
    return ("Fixed part", size, 0.0, size, _state(params.fixed_gb, now.usable_gb), words, NEEDED)


def _block_rows(params: LedgerParams, now: Step) -> list[Row]:
    rows: list[Row] = []
    before = Decimal(0)
    for place, reached in enumerate(now.rows_gb, start=1):
        running = params.fixed_gb + reached
        last = place == len(now.rows_gb)
        crosses = running > now.usable_gb >= params.fixed_gb + before
        words = _block_words(now, running, crosses, place == 1, last)
        state = _state(running, now.usable_gb)
        size = float(reached - before)
        rows.append((f"Block {place}", size, float(reached), float(running), state, words, NEEDED))
        before = reached
    return rows


def _block_words(now: Step, running: Decimal, crosses: bool, first: bool, last: bool) -> str:
    room = now.usable_gb - running
    if crosses:
        return f"crosses the line, {spare(room)}"
    if room < 0:
        return spare(room)
    if last:
        return f"the peak: {against(running, now.usable_gb)}; the backward pass, which makes the gradients, frees it"
    if first:
        return "stays until its backward pass, which makes the gradients"
    return f"stays too: {percent(running, now.usable_gb)} of the usable memory is taken"


def _next_row(params: LedgerParams, now: Step) -> Row:
    after = step_at(params, now.microbatch + 1)
    words = f"would leave {spare(after.headroom_gb)}" if after.fits else f"{gb(after.headroom_gb)} over the line"
    state = "would fit" if after.fits else "does not fit"
    sizes = (float(params.per_sample_gb), float(after.activation_gb), float(after.total_gb))
    return ("One more sample", *sizes, state, words, NEEDED)


def _card_rows(params: LedgerParams, now: Step) -> list[Row]:
    usable, device = float(now.usable_gb), float(params.device_gb)
    kept = float(params.device_gb - now.usable_gb)
    share = f"{params.reserve_percent.normalize():f} %"
    return [
        ("Usable", usable, None, usable, "usable", "the line; no activations of its own", CARD),
        ("Kept free", kept, None, device, "kept free", f"{share}, for what is not counted; no activations", CARD),
    ]


def overview_table(params: LedgerParams, now: Step) -> Table:
    """The ledger in four rows, for a model of many blocks."""
    activation = float(now.activation_gb)
    state = _state(now.total_gb, now.usable_gb)
    blocks = f"All {params.blocks} blocks"
    words = f"with the fixed part {against(now.total_gb, now.usable_gb)}"
    fixed, after, (_, kept) = _fixed_row(params, now), _next_row(params, now), _card_rows(params, now)
    rows: tuple[Row, ...] = (
        (fixed[0], fixed[1], fixed[4], fixed[5]),
        (blocks, activation, state, words),
        (after[0], after[1], after[4], after[5]),
        (kept[0], kept[1], kept[4], kept[5]),
    )
    return Table("overview", f"In short, at microbatch {now.microbatch:,}", (ITEM, SIZE, STATE, WORDS), rows)


def limits_table(now: Step, best: Step | None, over: Step | None) -> Table:
    """This microbatch, the largest that fits, and the first that does not."""
    columns = (ITEM, Column("microbatch", "Microbatch", "samples", "whole"), TOTAL, HEADROOM, STATE, WORDS)
    rows = [_limit_row("This microbatch", now)]
    if best is None:
        none = "not one sample fits" if over else "none is the largest: a sample adds 0 GB"
        rows.append(("Largest that fits", None, None, None, "none", none))
    else:
        rows.append(_limit_row("Largest that fits", best))
    if over is None:
        rows.append(("First that does not", None, None, None, "none", "none is too large: a sample adds 0 GB"))
    else:
        rows.append(_limit_row("First that does not", over))
    return Table("limits", "Where the limit is", columns, tuple(rows), now=0)


def _limit_row(item: str, step: Step) -> Row:
    state = "fits" if step.fits else "does not fit"
    return (item, step.microbatch, float(step.total_gb), float(step.headroom_gb), state, spare(step.headroom_gb))


def sweep_table(params: LedgerParams, largest: int | None) -> Table:
    """Total and headroom over microbatches, this one, the largest and the next among them."""
    counts = swept(params.microbatch, largest, MOST)
    one, two = step_at(params, 1), step_at(params, 2)
    rows = swept_rows(counts, one.total_gb, two.total_gb, one.usable_gb)
    columns = (Column("microbatch", "Microbatch", "samples", "whole"), TOTAL, HEADROOM, FITS)
    now = counts.index(params.microbatch)
    return Table("sweep", "Memory against the microbatch", columns, rows, now=now)
