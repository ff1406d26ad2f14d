"""A training ledger as a result: sentence, facts, tables and figures, built from the numbers of training.py.
It refuses to compute amounts of its own: it compares, subtracts and words them."""

from decimal import Decimal

from labs.gpu_memory_ledger.columns import KEPT
from labs.gpu_memory_ledger.figures import ledger_figure, sweep_figure
from labs.gpu_memory_ledger.other_mode import other_mode_note
from labs.gpu_memory_ledger.settings import LedgerParams
from labs.gpu_memory_ledger.training import Step, largest_microbatch, step_at
from labs.gpu_memory_ledger.training_rows import MOST, ledger_table, limits_table, overview_table, sweep_table
from labs.gpu_memory_ledger.wording import against, gb, places_for, spare, sums, typed
from labs.lab import Fact, Figure, Result
from labs.units import count

TYPED = "as you set it; the defaults are the course's worked card"
NOTES = (
    "A training budget and a serving budget are one inequality: fixed + count × size of one ≤ usable.",
    "GB is 1e9 bytes. A card sold in GiB holds 7 % more than the same number of GB.",
)


def report(params: LedgerParams) -> Result:
    """The result of one microbatch on one card."""
    now = step_at(params, params.microbatch, params.blocks)
    largest = largest_microbatch(params)
    best = step_at(params, largest) if largest else None
    over = step_at(params, largest + 1) if largest is not None else None
    overview = (overview_table(params, now),) if params.blocks > 8 else ()
    tables = (*overview, ledger_table(params, now), limits_table(now, best, over), sweep_table(params, largest))
    says, because = _sentence(params, now, best, over)
    facts = _facts(params, now, largest, best, over)
    return Result(says, because, facts, tables, _figures(params, now, best, over), (*NOTES, *other_mode_note(params)))


def _sentence(params: LedgerParams, now: Step, best: Step | None, over: Step | None) -> tuple[str, str]:
    adds = (
        f"each sample adds {typed(params.per_sample_gb)} and the fixed part of {typed(params.fixed_gb)} does not move"
    )
    if over is None:
        says = f"Every microbatch fits, with {spare(now.headroom_gb)}"
        return says, "a sample is set to add 0 GB, so no number of samples is the largest"
    if best is None:
        room = now.usable_gb - params.fixed_gb
        if room < 0:
            why = f"it takes {typed(params.fixed_gb)} before the first sample and {gb(now.usable_gb)} are usable"
            return f"Nothing fits: the fixed part alone is {spare(room)}", why
        return f"Not one sample fits: the first is {spare(over.headroom_gb)}", adds
    if now.microbatch == best.microbatch:
        says = (
            f"{now.microbatch:,} fits with {spare(now.headroom_gb)}; {over.microbatch:,} is {spare(over.headroom_gb)}"
        )
    elif now.fits:
        takes = f"{count(now.microbatch, 'sample')} {'takes' if now.microbatch == 1 else 'take'} {gb(now.total_gb)}"
        largest = f"{best.microbatch:,} is the largest that fits, {over.microbatch:,} is {spare(over.headroom_gb)}"
        says = f"{takes} of {gb(now.usable_gb)} usable; {largest}"
    else:
        largest = f"{best.microbatch:,} is the largest that fits, with {spare(best.headroom_gb)}"
        says = f"{now.microbatch:,} does not fit, it is {spare(now.headroom_gb)}; {largest}"
    return says, adds


def _facts(
    params: LedgerParams, now: Step, largest: int | None, best: Step | None, over: Step | None
) -> dict[str, Fact]:
    def amount(value: Decimal | None, label: str, source: str, formula: str = "ledger") -> Fact:
        shown = None if value is None else float(value)
        return Fact(shown, "GB", label, places=places_for(value), formula=formula, source=source)

    def assumed(value: Decimal, label: str, source: str = TYPED) -> Fact:
        return Fact(float(value), "GB", label, "assumed", places=places_for(value), source=source)

    def samples(value: int | None, label: str, source: str, formula: str = "") -> Fact:
        return Fact(value, "samples", label, formula=formula, source=source)

    return {
        "total_gb": amount(now.total_gb, "The memory needed", "fixed part + activations"),
        "activation_gb": amount(now.activation_gb, "Activations", "microbatch × what each sample adds"),
        "block_gb": amount(now.rows_gb[0], "Activations of one block", "activations ÷ blocks"),
        "fixed_gb": assumed(params.fixed_gb, "Fixed part"),
        "per_sample_gb": assumed(params.per_sample_gb, "Each sample adds"),
        "device_gb": assumed(params.device_gb, "Card memory"),
        "reserve_gb": assumed(params.device_gb - now.usable_gb, "Kept free", KEPT),
        "usable_gb": amount(now.usable_gb, "Usable", "card − kept free"),
        "headroom_gb": amount(now.headroom_gb, "Headroom", "usable − needed"),
        "fits": Fact(now.fits, "", "Fits", formula="ledger", source="whether what is needed is at most the usable"),
        "max_microbatch": samples(
            largest,
            "Largest microbatch that fits",
            "(usable − fixed part) ÷ what each sample adds, rounded down",
            "ledger_max_microbatch",
        ),
        "max_headroom_gb": amount(
            best.headroom_gb if best else None, "Headroom at the largest", "usable − what is needed at the largest"
        ),
        "first_over": samples(
            over.microbatch if over else None, "First microbatch that does not fit", "the largest that fits + 1"
        ),
        "first_over_gb": amount(
            -over.headroom_gb if over else None, "How far over that is", "what is needed there − usable", formula=""
        ),
    }


def _stack_words(params: LedgerParams, now: Step) -> str:
    fixed, activations, total, remark = sums(params.fixed_gb, now.activation_gb)
    blocks = "its block" if params.blocks == 1 else f"its {params.blocks} blocks together"
    one = typed(params.per_sample_gb)
    if params.per_sample_gb == 0:
        why = "a sample adds 0 GB"
    elif now.microbatch == 1:
        why = f"1 sample keeps {one} until the backward pass"
    else:
        why = f"{now.microbatch:,} samples keep {one} each until the backward pass"
    in_all = against(now.total_gb, now.usable_gb, total)
    return f"The fixed part takes {fixed} and {blocks} {activations}, in all {in_all}{remark}, because {why}."


def _line_words(params: LedgerParams, now: Step, best: Step | None, over: Step | None) -> str:
    usable = gb(now.usable_gb)
    if params.per_sample_gb == 0:
        room = now.usable_gb - params.fixed_gb
        where = "on" if room == 0 else "below" if room > 0 else "above"
        return f"The line is level {where} the {usable} usable, because a sample adds 0 GB."
    climb = f"because each sample adds {typed(params.per_sample_gb)}"
    if best is None or over is None:
        return f"The line starts above the {usable} usable, {climb} to {typed(params.fixed_gb)} fixed."
    if best.microbatch >= MOST:
        return f"The line does not cross {usable} as drawn, because {best.microbatch:,} samples fit."
    return f"The line crosses {usable} between {best.microbatch:,} and {over.microbatch:,} samples, {climb}."


def _figures(params: LedgerParams, now: Step, best: Step | None, over: Step | None) -> tuple[Figure, ...]:
    return (
        ledger_figure(_stack_words(params, now)),
        sweep_figure("microbatch", "Microbatch, samples", _line_words(params, now, best, over)),
    )
