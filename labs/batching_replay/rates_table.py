"""What a million tokens cost, priced whole and apart, and rates without the quiet head and the drained tail of a run.
It refuses to choose which of them a contract means."""

from labs.batching_replay.pair import Pair
from labs.batching_replay.release import TICKS
from labs.batching_replay.sides import served
from labs.lab import Column, Fact, Scalar, Table
from labs.replay import Bill, Run, bill, steady
from labs.units import number

OUTPUT_WEIGHT = 4.0
APART = f"Both together are the whole bill; an output token counts as {OUTPUT_WEIGHT:.0f} input tokens (assumed)."
COLUMNS = (
    Column("rate", "Rate", type="text"),
    Column("a", "A"),
    Column("b", "B"),
    Column("unit", "Unit", type="text"),
    Column("interpretation", "In words", type="text"),
)


def bills(pair: Pair) -> tuple[Bill, Bill]:
    """The bill of each release."""
    first, second = (bill(served(side), float(side.price), output_weight=OUTPUT_WEIGHT) for side in pair.sides)
    return first, second


def bill_facts(paid: tuple[Bill, Bill]) -> dict[str, Fact]:
    """Input and output tokens priced apart."""
    return {
        f"{letter}_cost_{name}": Fact(
            value, "$", f"A million {name} tokens, priced apart, {letter.upper()}", places=3, source="one replay, 1 : 4"
        )
        for letter, each in zip("ab", paid, strict=True)
        for name, value in (("input", each.per_million_input_share), ("output", each.per_million_output_share))
    }


def rates_table(pair: Pair, paid: tuple[Bill, Bill]) -> Table:
    """Seven rates of both releases."""
    runs = [served(side) for side in pair.sides]
    windows = [steady(run) for run in runs]
    lasts = all(run.duration for run in runs)
    whole = "From the first arrival to the last token, with the drained tail." if lasts else "No time passes: no rate."
    inside = f"Only from {_moment(windows[0].start)} to {_moment(windows[0].end)}, where 10 to 90 % have come."
    if windows[0].start == windows[0].end:
        inside = "All come at once, so there is no window."
    apart = APART if all(each.per_million_input_share is not None for each in paid) else "Nothing computed: no price."
    rows: tuple[tuple[Scalar, ...], ...] = (
        ("Requests completed", *(_completed(run) for run in runs), "requests/s", whole),
        ("Requests completed, steady window", *(each.completed_per_s for each in windows), "requests/s", inside),
        ("Output tokens", *(each.output_per_s for each in pair.numbers), "tokens/s", whole),
        ("Output tokens, steady window", *(each.output_tokens_per_s for each in windows), "tokens/s", inside),
        ("A million input tokens, priced apart", *(each.per_million_input_share for each in paid), "$", apart),
        ("A million output tokens, priced apart", *(each.per_million_output_share for each in paid), "$", apart),
        ("Paid while idle", *(each.idle_dollars for each in paid), "$", _idle(paid)),
    )
    return Table("rates", "Rates of a whole run and of its steady window, and prices apart", COLUMNS, rows)


def _completed(run: Run) -> float | None:
    return run.outcomes["completed"] * TICKS / run.duration if run.duration else None


def _moment(tick: int) -> str:
    return f"{number(tick / TICKS, 1)} s"


def _idle(paid: tuple[Bill, Bill]) -> str:
    a, b = paid
    return f"Of ${number(a.dollars, 3)} and ${number(b.dollars, 3)} for the whole run."
