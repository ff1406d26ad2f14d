"""A served model as a result: sentence, facts, figures and notes, built from the numbers of serving.py.
It refuses to compute amounts of its own: it compares, subtracts and words them."""

from fractions import Fraction

from labs.gpu_memory_ledger.figures import ledger_figure, sweep_figure
from labs.gpu_memory_ledger.serving import budget_of
from labs.gpu_memory_ledger.serving_facts import facts_of
from labs.gpu_memory_ledger.serving_notes import notes_of
from labs.gpu_memory_ledger.serving_rows import (
    MOST_SEQUENCES,
    Case,
    case_of,
    contexts_table,
    in_gb,
    ledger_table,
    limits_table,
    sweep_table,
)
from labs.gpu_memory_ledger.settings import LedgerParams, chosen_model
from labs.gpu_memory_ledger.wording import against, gb, spare, sums
from labs.lab import Figure, Result, Table
from labs.units import GB, count


def report(params: LedgerParams) -> Result:
    """The result of so many sequences of one context on one card."""
    case = case_of(params, budget_of(params))
    contexts = contexts_table(case, chosen_model(params).positions)
    tables = (ledger_table(case), limits_table(case), contexts, sweep_table(case))
    says, because = _sentence(case)
    return Result(says, because, facts_of(case), tables, _figures(case, contexts), notes_of(case))


def _adds(case: Case) -> str:
    one = gb(in_gb(case.budget.sequence_bytes(case.now.context, case.params.paged)))
    return f"the weights take {gb(in_gb(case.budget.weights))} once and each sequence adds {one}"


def _sentence(case: Case) -> tuple[str, str]:
    budget, now, over = case.budget, case.now, case.over
    usable, room = gb(in_gb(budget.usable)), budget.usable - budget.weights
    if room < 0:
        bits = f"{float(budget.bits_per_weight):g} bits"
        why = f"{budget.parameters:,} parameters of {bits} need {gb(in_gb(budget.weights))} and {usable} are usable"
        return f"The weights alone do not fit, they are {spare(in_gb(room))}", why
    tokens = count(now.context, "token")
    beyond = f"{over.sequences:,} {'is' if over.sequences == 1 else 'are'} {spare(in_gb(over.headroom))}"
    if case.best is None:
        return f"Not one sequence of {tokens} fits: it is {spare(in_gb(over.headroom))}", _adds(case)
    if now.sequences == case.best.sequences:
        verb = "fits" if now.sequences == 1 else "fit"
        says = f"{count(now.sequences, 'sequence')} of {tokens} {verb} with {spare(in_gb(now.headroom))}; {beyond}"
    elif now.fits:
        verb = "takes" if now.sequences == 1 else "take"
        takes = f"{count(now.sequences, 'sequence')} of {tokens} {verb} {gb(in_gb(now.total))} of {usable} usable"
        says = f"{takes}; {case.best.sequences:,} fit, {beyond}"
    else:
        largest = f"{case.best.sequences:,} is the most that fits, with {spare(in_gb(case.best.headroom))}"
        says = f"{now.sequences:,} sequences of {tokens} do not fit, they are {spare(in_gb(now.headroom))}; {largest}"
    return says, _adds(case)


def _figures(case: Case, contexts: Table) -> tuple[Figure, ...]:
    several = min(contexts.values("max_sequences"), key=lambda each: int(each or 0)) or 0
    return (
        ledger_figure(_stack_words(case)),
        sweep_figure("sequences", "Sequences", _sweep_words(case)),
        Figure(
            name="contexts",
            kind="line",
            table="contexts",
            x="context",
            y=("max_sequences",),
            summary=_contexts_words(case, contexts),
            x_title="Context, tokens",
            y_title="Most sequences",
            x_scale="log",
            scale="log" if several else "linear",
        ),
    )


def _stack_words(case: Case) -> str:
    budget, now = case.budget, case.now
    weights, cache, total, remark = sums(budget.weights / GB, Fraction(now.cache, GB))
    many = "the sequence keeps its" if now.sequences == 1 else f"each of the {now.sequences:,} sequences keeps its own"
    in_all = against(now.total / GB, budget.usable / GB, total)
    return (
        f"Weights of {weights} and a cache of {cache} make {in_all}{remark}, "
        f"because the weights are there once and {many} keys and values."
    )


def _sweep_words(case: Case) -> str:
    usable = gb(in_gb(case.budget.usable))
    if case.budget.pool_bytes < 0:
        return f"The line starts above {usable}, because {_adds(case)}."
    if case.best is None:
        return f"The line is above {usable} from the first sequence on, because {_adds(case)}."
    if case.best.sequences >= MOST_SEQUENCES:
        return f"The line does not cross {usable} as far as it is drawn, because {_adds(case)}."
    between = f"between {case.best.sequences:,} and {case.over.sequences:,} sequences"
    return f"The line crosses {usable} {between}, because {_adds(case)}."


def _contexts_words(case: Case, contexts: Table) -> str:
    most = dict(zip(contexts.values("context"), contexts.values("max_sequences"), strict=True))
    if case.budget.pool_bytes < 0:
        return "No context fits, because the weights leave no room for a cache."
    context = case.now.context
    if case.best is None:
        tokens = count(context, "token")
        return f"At {tokens} not one sequence fits, because its cache is more than the weights leave free."
    double = next((each for each in most if each == 2 * context), None)
    at = f"At {count(context, 'token')} {count(int(most[context] or 0), 'sequence')} can be held"
    then = f"; at {double:,}, {most[double]:,}" if double else ""
    return f"{at}{then}, because a sequence's cache grows with each of its tokens."
