"""The tables of a served model: what lies on the card, what fits at most, and the same over sequences and contexts.
It refuses to compute amounts of its own: it compares, subtracts and words those of serving.py."""

from dataclasses import dataclass
from fractions import Fraction

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
from labs.gpu_memory_ledger.serving import Budget, Load, load_at
from labs.gpu_memory_ledger.settings import LedgerParams
from labs.gpu_memory_ledger.sweeping import swept_rows
from labs.gpu_memory_ledger.wording import gb, percent, spare, swept
from labs.lab import Column, Table
from labs.units import GB, count

MOST_SEQUENCES = 1_000_000
MOST_CONTEXT = 10_000_000
CONTEXTS = (512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072)


@dataclass(frozen=True)
class Case:
    """One question put to a budget: the settings, the load now, and the loads at both limits (None: there is none)."""

    params: LedgerParams
    budget: Budget
    now: Load
    best: Load | None
    over: Load
    longest: Load | None
    too_long: Load

    def load(self, sequences: int, context: int) -> Load:
        """Another load under the same settings."""
        return load_at(self.budget, sequences, context, self.params.paged)


def case_of(params: LedgerParams, budget: Budget) -> Case:
    """The load now, the largest that fit and the first that do not."""

    def load(sequences: int, context: int) -> Load:
        return load_at(budget, sequences, context, params.paged)

    most = budget.max_sequences(params.context, params.paged)
    far = budget.max_context(params.sequences, params.paged)
    return Case(
        params=params,
        budget=budget,
        now=load(params.sequences, params.context),
        best=load(most, params.context) if most else None,
        over=load(most + 1, params.context),
        longest=load(params.sequences, far) if far else None,
        too_long=load(params.sequences, far + 1),
    )


def in_gb(amount: Fraction | int) -> float:
    """Bytes in GB = 1e9 bytes, correctly rounded once."""
    # Dividing whole numbers rounds once, as a fraction's own conversion does, without building the fraction.
    return amount.numerator / (amount.denominator * GB)


def _said(amount: Fraction | int) -> str:
    return gb(in_gb(amount))


def _spare(amount: Fraction | int) -> str:
    return spare(in_gb(amount))


def ledger_table(case: Case) -> Table:
    """Weights, cache, one more sequence; beside them the card itself."""
    budget, now = case.budget, case.now
    one = budget.sequence_bytes(now.context, case.params.paged)
    formula = now.sequences * budget.sequence_bytes(now.context, False)
    after = case.load(now.sequences + 1, now.context)
    rows: list[Row] = [
        _needed("Weights", budget.weights, budget.weights, budget, _weights_words(case)),
        _needed("KV cache", formula, budget.weights + formula, budget, _cache_words(case, formula)),
    ]
    if case.params.paged:
        words = f"slots of last pages that no token fills, {percent(now.cache - formula, now.cache)} of the cache"
        rows.append(_needed("Empty slots", now.cache - formula, now.total, budget, words))
    words = f"would leave {_spare(after.headroom)}" if after.fits else f"{_said(after.headroom)} over the line"
    state = "would fit" if after.fits else "does not fit"
    rows.append(("One more sequence", in_gb(one), in_gb(after.total), state, words, NEEDED))
    rows += _card_rows(case)
    caption = f"What the card holds with {count(now.sequences, 'sequence')} of {count(now.context, 'token')}"
    return Table("ledger", caption, (ITEM, SIZE, RUNNING, STATE, WORDS, BAR), tuple(rows))


def _needed(item: str, size: Fraction | int, running: Fraction | int, budget: Budget, words: str) -> Row:
    state = "resident" if running <= budget.usable else "does not fit"
    return (item, in_gb(size), in_gb(running), state, words, NEEDED)


def _weights_words(case: Case) -> str:
    room = case.budget.usable - case.budget.weights
    if room < 0:
        return f"alone {_spare(room)}"
    share = percent(case.budget.weights, case.budget.usable)
    return f"{share} of the usable memory; always on the card (resident), read at every step"


def _cache_words(case: Case, formula: int) -> str:
    room = case.budget.usable - case.budget.weights - formula
    if room < 0:
        return f"{_spare(room)}: {_way_out(case)}"
    return f"stays until its request ends: {case.budget.token_bytes:,} bytes a token"


def _way_out(case: Case) -> str:
    """What can be done about a cache that is too large, or why waiting can't help."""
    if case.budget.pool_bytes < 0:
        return "the weights leave no room for any cache, and waiting cannot help"
    if case.best is None:
        return "even one sequence of this context is too long, and waiting cannot help"
    return "some requests must wait, or be preempted (stopped, their cache freed, and run again later)"


def _card_rows(case: Case) -> list[Row]:
    budget = case.budget
    share = f"{case.params.reserve_percent.normalize():f} %"
    usable, device, kept = in_gb(budget.usable), in_gb(budget.device), in_gb(budget.device - budget.usable)
    return [
        ("Usable", usable, usable, "usable", "the line that weights and cache must not cross", CARD),
        ("Kept free", kept, device, "kept free", f"{share}, for activations, kernels and what is not counted", CARD),
    ]


def limits_table(case: Case) -> Table:
    """The limits in sequences and in context, each with the first that does not fit."""
    now, over, too_long = case.now, case.over, case.too_long
    rows = [_limit_row("These settings", now)]
    if case.best:
        rows.append(_limit_row("Most sequences at this context", case.best))
    rows.append(_limit_row("One sequence more" if case.best else "Not even one sequence", over))
    if case.longest:
        rows.append(_limit_row("Longest context for these sequences", case.longest))
    rows.append(_limit_row("One token more" if case.longest else "Not even one token each", too_long))
    columns = (
        ITEM,
        Column("sequences", "Sequences", "", "whole"),
        Column("context", "Context", "tokens", "whole"),
        *(TOTAL, HEADROOM, STATE, WORDS),
    )
    return Table("limits", "Where the limits are", columns, tuple(rows), now=0)


def _limit_row(item: str, load: Load) -> Row:
    state = "fits" if load.fits else "does not fit"
    sizes = (in_gb(load.total), in_gb(load.headroom))
    return (item, load.sequences, load.context, *sizes, state, _spare(load.headroom))


def sweep_table(case: Case) -> Table:
    """Total and headroom over numbers of sequences at this context."""
    largest = case.best.sequences if case.best else 0
    counts = swept(case.now.sequences, largest, MOST_SEQUENCES)
    one, two = case.load(1, case.now.context), case.load(2, case.now.context)
    rows = swept_rows(counts, one.total, two.total, case.budget.usable, GB)
    columns = (Column("sequences", "Sequences", "", "whole"), TOTAL, HEADROOM, FITS)
    now = counts.index(case.now.sequences)
    caption = f"Memory against sequences of {count(case.now.context, 'token')}"
    return Table("sweep", caption, columns, rows, now=now)


def contexts_table(case: Case, positions: int | None) -> Table:
    """How many sequences fit at each context, this one and twice it among them."""
    context, paged = case.now.context, case.params.paged
    chosen = sorted({*CONTEXTS, context, min(2 * context, MOST_CONTEXT)})
    columns = (
        Column("context", "Context", "tokens", "whole"),
        Column("max_sequences", "Most sequences", "", "whole"),
        Column("sequence_gb", "One sequence", "GB", places=2),
        WORDS,
    )
    rows: list[Row] = []
    for each in chosen:
        most = case.budget.max_sequences(each, paged)
        words = _context_words(case.now.sequences, each, most, positions)
        rows.append((each, most, in_gb(case.budget.sequence_bytes(each, paged)), words))
    return Table("contexts", "What fits at longer and shorter contexts", columns, tuple(rows), chosen.index(context))


def _context_words(sequences: int, context: int, most: int, positions: int | None) -> str:
    if most == 0:
        words = "not one sequence fits"
    elif most >= sequences:
        words = f"room for {most - sequences:,} more" if most > sequences else "just enough"
    else:
        words = f"{sequences - most:,} of {sequences:,} must wait"
    beyond = positions is not None and context > positions
    return f"{words}; beyond the model's {positions:,} positions" if beyond else words
