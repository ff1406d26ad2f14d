"""What a million tokens cost on rented cards: the whole bill, idle time included, over what was delivered.
It refuses to know prices and fleets."""

from dataclasses import dataclass

from labs.replay.metrics import TICKS_A_SECOND
from labs.replay.run import Run

SECONDS_AN_HOUR = 3600
MILLION = 10**6
CHARGE = (
    "Idle time is charged to the tokens delivered: the cards are paid from the first arrival to the end of the run."
)


@dataclass(frozen=True)
class Bill:
    """`dollars` for the run; per million output tokens alone (all charged to them), and input and output apart."""

    dollars: float
    per_million_output: float | None
    per_million_input_share: float | None
    per_million_output_share: float | None
    idle_dollars: float


def bill(run: Run, dollars_per_hour: float, cards: int = 1, output_weight: float = 4.0) -> Bill:
    """The price of a run on a replica of so many cards; in the split an output token costs `output_weight` input
    tokens, and both together the whole bill."""
    seconds = run.duration / TICKS_A_SECOND
    dollars = dollars_per_hour * cards * seconds / SECONDS_AN_HOUR
    busy = run.busy // run.tape.subticks / TICKS_A_SECOND
    inputs, outputs = sum(run.columns.prefilled), sum(run.columns.produced)
    weighted = inputs + output_weight * outputs
    unit = dollars / weighted * MILLION if weighted else None
    return Bill(
        dollars=dollars,
        per_million_output=dollars / outputs * MILLION if outputs else None,
        per_million_input_share=unit,
        per_million_output_share=unit * output_weight if unit is not None else None,
        idle_dollars=dollars * (1 - busy / seconds) if seconds else 0.0,
    )
