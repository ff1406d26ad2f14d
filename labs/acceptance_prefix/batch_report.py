"""The batch part of a result: both models side by side, and the reason why they differ in their own numbers.
It refuses to compute: labs/acceptance_prefix/batches.py does."""

from labs.acceptance_prefix.batches import MOST, Batches, last_paying, sizes
from labs.acceptance_prefix.cards import FIT, MEASURED, PEAKS, WEIGHT_BYTES
from labs.acceptance_prefix.columns import PLAIN_LINE, STATE, WORDS, Row
from labs.acceptance_prefix.wording import amount, state_of, times
from labs.lab import Column, Fact, Figure, Table
from labs.units import count

BATCH = Column("batch", "Batch", "sequences", "whole")
ROOFLINE = Column("roofline", "Roofline", "times plain")
FITTED = Column("fitted", "Fitted times", "times plain")


def batch_facts(batches: Batches, batch: int) -> dict[str, Fact]:
    """Speeds at this batch and the limits of both models."""
    free = batches.free
    speed = {"roofline": batches.roofline, "fitted": batches.fitted}
    formulas = {"roofline": "spec_batch_speedup", "fitted": ""}
    facts = {}
    for name, source in (("roofline", PEAKS), ("fitted", FIT)):
        formula = formulas[name]
        told = "roofline" if name == "roofline" else "fitted times"
        facts[f"{name}_speedup"] = Fact(
            speed[name](batch), "times plain", f"Speed at this batch, {told}", places=2, formula=formula, source=source
        )
        facts[f"{name}_last_batch"] = Fact(
            last_paying(speed[name]), "sequences", f"Last batch that pays, {told}", formula=formula, source=source
        )
    facts["critical_tokens"] = _free(free["critical_tokens"], "tokens", "Tokens a step until arithmetic is the limit")
    facts["free_batch"] = _free(free["max_batch"], "sequences", "Largest batch that verifies for nothing")
    facts["plain_ms"] = Fact(batches.plain_ms(batch), "ms", "A plain step, fitted", places=2, source=FIT)
    facts["round_ms"] = Fact(batches.round_ms(batch), "ms", "A drafted round, fitted", places=2, source=FIT)
    return facts


def _free(value: float, unit: str, label: str) -> Fact:
    places = None if isinstance(value, int) else 1
    return Fact(value, unit, label, places=places, formula="spec_free_verify_batch", source=PEAKS)


def batch_table(batches: Batches, batch: int) -> Table:
    """Both speeds over the batch."""
    rows = tuple(_row(batches, each) for each in sizes(batch))
    columns = (BATCH, ROOFLINE, FITTED, STATE, WORDS)
    caption = f"Speed against the batch on {batches.card.label}, {count(batches.context, 'token')} of context"
    return Table("batches", caption, columns, rows, now=sizes(batch).index(batch))


def _row(batches: Batches, batch: int) -> Row:
    roofline, fitted = batches.roofline(batch), batches.fitted(batch)
    states = state_of(roofline), state_of(fitted)
    words = f"both models say {states[0]}" if states[0] == states[1] else f"the roofline says {states[0]}"
    if batch <= batches.free["max_batch"]:
        words += "; by the roofline verification is free"
    if batch > MEASURED:
        words += f"; the fit was measured up to {MEASURED}"
    return (batch, roofline, fitted, states[1], words)


def batch_figure(batches: Batches, batch: int) -> Figure:
    """Both speeds as lines over the batch."""
    limit = last_paying(batches.fitted)
    if limit is None:
        where = f"stay above plain decoding up to {MOST:,} sequences"
    elif limit == 0:
        where = "are below plain decoding from the first sequence on"
    else:
        where = f"fall below plain decoding above {limit:,} {'sequence' if limit == 1 else 'sequences'}"
    return Figure(
        name="batches",
        kind="line",
        table="batches",
        x="batch",
        y=("roofline", "fitted"),
        summary=f"The fitted times {where}, because verifying "
        f"{batches.prices.gamma + 1} places a sequence fills the card sooner than one place does.",
        x_title="Batch, sequences",
        y_title="Speed, times plain",
        lines=(PLAIN_LINE,),
        x_scale="log",
    )


def why_they_differ(batches: Batches, batch: int) -> str:
    """The reason in numbers."""
    card, critical = batches.card, batches.free["critical_tokens"]
    read_ms = WEIGHT_BYTES / card.bandwidth * 1000
    cache_ms = card.cache_token * batches.context
    roofline, fitted = batches.roofline(batch), batches.fitted(batch)
    return (
        f"Two models of one quantity, at this batch {times(roofline)} and {times(fitted)}. The roofline knows printed "
        f"peaks and the weights only: a step lasts {amount(round(read_ms, 2))} ms up to {critical:,.0f} tokens and "
        f"then grows with them. The fit to measured steps ({card.error}) starts at {amount(card.decode_fixed)} ms, "
        f"grows by {amount(card.decode_token)} ms a token from the first one, turns steeper at {card.knee_tokens:,.0f} "
        f"tokens, and adds {amount(cache_ms)} ms a sequence for reading its cache, which a plain and a drafted step "
        f"pay alike: a long context makes verification weigh less. Above {MEASURED} sequences it is extrapolated."
    )
