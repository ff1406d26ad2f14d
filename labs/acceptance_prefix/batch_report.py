"""The batch part of a result: both models side by side, and the reason why they differ in their own numbers.
It refuses to compute: labs/acceptance_prefix/batches.py does."""

from labs.acceptance_prefix.account import tokens_of
from labs.acceptance_prefix.batches import MOST, Batches, sizes
from labs.acceptance_prefix.cards import FIT, MEASURED, PEAKS, WEIGHT_BYTES
from labs.acceptance_prefix.columns import PAYS_ON, PLAIN_LINE, STATE, WORDS, Row
from labs.acceptance_prefix.wording import amount, apart, state_of
from labs.lab import Column, Fact, Figure, Table
from labs.units import count, with_unit

BATCH = Column("batch", "Batch", "sequences", "whole")
ROOFLINE = Column("roofline", "Roofline", "times plain")
FITTED = Column("fitted", "Fitted times", "times plain")
CARD_TIMES = "verification takes the card's time, not the typed price"
DRAFT_TYPED = "; of the typed prices only the draft's share of a plain step"


def batch_facts(batches: Batches, batch: int) -> dict[str, Fact]:
    """Speeds at this batch and the limits of both models."""
    free = batches.free
    speed = {"roofline": batches.roofline, "fitted": batches.fitted}
    last = {"roofline": batches.roofline_last, "fitted": batches.fitted_last}
    formulas = {"roofline": "spec_batch_speedup", "fitted": ""}
    facts = {}
    for name, source in (("roofline", PEAKS), ("fitted", FIT)):
        formula, source = formulas[name], source + DRAFT_TYPED
        told = "roofline" if name == "roofline" else "fitted times"
        facts[f"{name}_speedup"] = Fact(
            speed[name](batch), "times plain", f"Speed at this batch, {told}", asked=2, formula=formula, source=source
        )
        facts[f"{name}_last_batch"] = Fact(
            last[name],
            "sequences",
            f"Last batch that pays, {told}",
            formula=formula,
            source=source,
            absent=PAYS_ON,
        )
    facts["critical_tokens"] = _free(free["critical_tokens"], "tokens", "Tokens a step until arithmetic is the limit")
    facts["free_batch"] = _free(free["max_batch"], "sequences", "Largest batch that verifies for nothing")
    facts["plain_ms"] = Fact(batches.plain_ms(batch), "ms", "A plain step, fitted", asked=2, source=FIT)
    facts["round_ms"] = Fact(
        batches.round_ms(batch), "ms", "A drafted round, fitted", asked=2, source=FIT + DRAFT_TYPED
    )
    return facts


def _free(value: float, unit: str, label: str) -> Fact:
    asked = None if isinstance(value, int) else 1
    return Fact(value, unit, label, asked=asked, formula="spec_free_verify_batch", source=PEAKS)


def batch_table(batches: Batches, batch: int) -> Table:
    """Both speeds over the batch."""
    rows = tuple(_row(batches, each) for each in sizes(batch))
    columns = (BATCH, ROOFLINE, FITTED, STATE, WORDS)
    where = f"{batches.card.label}, {count(batches.context, 'token')} of context"
    caption = f"Speed against the batch on {where}: {CARD_TIMES}"
    return Table("batches", caption, columns, rows, now=sizes(batch).index(batch))


def _row(batches: Batches, batch: int) -> Row:
    roofline, fitted = batches.roofline(batch), batches.fitted(batch)
    states = state_of(roofline), state_of(fitted)
    words = f"both models say {states[0]}"
    if states[0] != states[1]:
        words = f"the roofline says {states[0]}, the fitted times {states[1]}"
    if batch <= batches.free["max_batch"]:
        words += "; by the roofline verifying takes no longer than a plain step"
    if batch > MEASURED:
        words += f"; the fit was measured up to {MEASURED}"
    return (batch, roofline, fitted, states[1], words)


def batch_figure(batches: Batches, batch: int) -> Figure:
    """Both speeds as lines over the batch."""
    return Figure(
        name="batches",
        kind="line",
        table="batches",
        x="batch",
        y=("roofline", "fitted"),
        summary=_where_it_pays(batches),
        x_title="Batch, sequences",
        y_title="Speed, times plain",
        lines=(PLAIN_LINE,),
        x_scale="log",
    )


def _where_it_pays(batches: Batches) -> str:
    """Up to which batch drafting pays by the fit, and what decides it there."""
    told = "With the card's own time for verification in place of the typed price, the fitted speed"
    limit = batches.fitted_last
    if limit:
        places = f"verifying {batches.prices.gamma + 1} places a sequence fills the card sooner than one place does"
        return f"{told} falls below plain decoding above {count(limit, 'sequence')}, because {places}."
    batch = MOST if limit is None else 1
    cost, tokens = apart(batches.round_ms(batch) / batches.plain_ms(batch), tokens_of(batches.alpha, batches.prices))
    if limit is None:
        return (
            f"{told} does not fall below plain decoding up to {MOST:,} sequences, because even there a round costs "
            f"{cost} plain steps and gives {with_unit(tokens, 'tokens')}."
        )
    return (
        f"{told} is below plain decoding from the first sequence on, because a round costs {cost} plain steps there "
        f"and gives only {with_unit(tokens, 'tokens')}."
    )


def typed_and_replaced(batches: Batches, batch: int) -> str:
    """Which of the typed prices a batch takes, and what the card puts in place of the others."""
    prices = batches.prices
    roofline, fitted = batches.checking(batch)
    bonus = "the bonus token" if prices.bonus else "that the bonus token is left out"
    return (
        "Of the typed prices a batch takes what a drafted token costs beside a plain step, "
        f"{amount(prices.draft_share)} of one, and {bonus}. What verification costs it takes from the card: at this "
        f"batch {_steps(roofline)} by the roofline and {_steps(fitted)} by the fitted times, where the typed price is "
        f"that of {_steps(prices.verify / prices.step)}."
    )


def _steps(value: float) -> str:
    return with_unit(amount(value), "plain steps")


def why_they_differ(batches: Batches, batch: int) -> str:
    """The reason in numbers."""
    card, critical = batches.card, batches.free["critical_tokens"]
    read_ms = WEIGHT_BYTES / card.bandwidth * 1000
    cache_ms = card.cache_token * batches.context
    roofline, fitted = batches.roofline(batch), batches.fitted(batch)
    return (
        f"Two models of one quantity, at this batch {amount(roofline)} and {amount(fitted)}. The roofline knows "
        f"printed peaks and the weights only: a step lasts {amount(round(read_ms, 2))} ms up to {critical:,.0f} tokens "
        f"and then grows with them. The fit to measured steps ({card.error}) starts at {amount(card.decode_fixed)} ms, "
        f"grows by {amount(card.decode_token)} ms a token from the first one, turns steeper at {card.knee_tokens:,.0f} "
        f"tokens, and adds {amount(cache_ms)} ms a sequence for reading its cache, which a plain and a drafted step "
        f"pay alike: a long context makes verification weigh less. Above {MEASURED} sequences it is extrapolated."
    )
