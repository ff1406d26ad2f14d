"""A training ledger as a result: sentence, facts, tables and figures, built from the numbers of training.py.
It refuses to compute amounts of its own: it compares, subtracts and words them."""

from labs.gpu_memory_ledger.settings import LedgerParams
from labs.gpu_memory_ledger.training import Step, largest_microbatch, step_at
from labs.gpu_memory_ledger.training_rows import MOST, ledger_table, limits_table, overview_table, sweep_table
from labs.gpu_memory_ledger.wording import gb, spare
from labs.lab import Fact, Figure, Line, Result
from labs.units import count

TYPED = "typed here; the defaults are the course's worked card"
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
    return Result(says, because, facts, tables, _figures(params, now, best, over), NOTES)


def _sentence(params: LedgerParams, now: Step, best: Step | None, over: Step | None) -> tuple[str, str]:
    adds = f"each sample adds {gb(params.per_sample_gb)} and the fixed part of {gb(params.fixed_gb)} does not move"
    if over is None:
        says = f"Every microbatch fits, with {spare(now.headroom_gb)}"
        return says, "a sample is set to add 0 GB, so no number of samples is the largest"
    if best is None:
        room = now.usable_gb - params.fixed_gb
        if room < 0:
            why = f"it takes {gb(params.fixed_gb)} before the first sample and {gb(now.usable_gb)} are usable"
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
    def amount(value: object, label: str, formula: str = "ledger") -> Fact:
        shown = None if value is None else float(str(value))
        return Fact(shown, "GB", label, places=2, formula=formula, source=TYPED)

    def samples(value: int | None, label: str) -> Fact:
        return Fact(value, "samples", label, formula="ledger_max_microbatch", source=TYPED)

    return {
        "total_gb": amount(now.total_gb, "Needed in all"),
        "activation_gb": amount(now.activation_gb, "Activations"),
        "block_gb": amount(now.rows_gb[0], "Activations of one block"),
        "fixed_gb": Fact(float(params.fixed_gb), "GB", "Fixed part", "assumed", places=2, source=TYPED),
        "per_sample_gb": Fact(float(params.per_sample_gb), "GB", "Each sample adds", "assumed", places=2, source=TYPED),
        "device_gb": Fact(float(params.device_gb), "GB", "Card memory", "assumed", places=2, source=TYPED),
        "reserve_gb": amount(params.device_gb - now.usable_gb, "Kept free"),
        "usable_gb": amount(now.usable_gb, "Usable"),
        "headroom_gb": amount(now.headroom_gb, "Headroom"),
        "fits": Fact(now.fits, "", "Fits", formula="ledger", source=TYPED),
        "max_microbatch": samples(largest, "Largest microbatch that fits"),
        "max_headroom_gb": amount(best.headroom_gb if best else None, "Headroom at the largest"),
        "first_over": samples(over.microbatch if over else None, "First microbatch that does not fit"),
        "first_over_gb": amount(-over.headroom_gb if over else None, "How far over that is"),
    }


def _figures(params: LedgerParams, now: Step, best: Step | None, over: Step | None) -> tuple[Figure, ...]:
    usable = (Line("usable_gb", "usable"),)
    stack = (
        f"The fixed part takes {gb(params.fixed_gb)} and {count(params.blocks, 'block')} of {gb(now.rows_gb[0])} bring "
        f"the total to {gb(now.total_gb)} of {gb(now.usable_gb)} usable, because activations await the backward pass."
    )
    climb = f"because each sample adds {gb(params.per_sample_gb)}"
    if over is None:
        line = "The line is level below the usable memory, because a sample adds 0 GB."
    elif best is None:
        line = f"The line starts above the {gb(over.usable_gb)} usable, {climb} to {gb(params.fixed_gb)} fixed."
    elif best.microbatch >= MOST:
        line = f"The line stays below {gb(over.usable_gb)} as drawn, because {best.microbatch:,} samples fit."
    else:
        between = f"between {best.microbatch:,} and {over.microbatch:,} samples"
        line = f"The line crosses {gb(over.usable_gb)} {between}, {climb}."
    return (
        Figure(
            name="ledger",
            kind="stacked",
            table="ledger",
            x="item",
            y=("size_gb",),
            summary=stack,
            x_title="Memory, GB",
            y_title="",
            lines=(Line("usable_gb", "usable", axis="x"),),
            group="bar",
            state="state",
        ),
        Figure(
            name="sweep",
            kind="line",
            table="sweep",
            x="microbatch",
            y=("total_gb",),
            summary=line,
            x_title="Microbatch, samples",
            y_title="Needed in all, GB",
            lines=usable,
        ),
    )
