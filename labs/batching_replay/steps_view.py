"""A short window of release A, step by step: whose prompt runs, who decodes, how long it takes.
It refuses to show more than twelve steps; each has its sentence."""

from labs.batching_replay.arrivals import recorded, recorded_rate
from labs.batching_replay.causes import STATICS
from labs.batching_replay.missing import VERBS
from labs.batching_replay.notes import conserved, memory_notes
from labs.batching_replay.release import TICKS, Side, sides_of
from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.sides import serve
from labs.batching_replay.work import PAGE, Work
from labs.lab import Column, Fact, Figure, Files, Result, Table
from labs.replay import Iteration, Run, iterations, peaks
from labs.units import begun, count, number

STEPS = 12


def report(params: ReplayParams, files: Files | None, work: Work = PAGE) -> Result:
    """Twelve steps from the one asked for; the last twelve when the run is shorter."""
    side = sides_of(params, files, work)[0]
    run = serve(side, keep_chunks=True)
    total = sum(max(1, steps) for steps in run.tape.rows[2::8])
    first = max(1, min(params.first_step, total - STEPS + 1))
    shown = tuple(iterations(run, first - 1, first - 1 + STEPS))
    says, because = _sentence(side, run, shown, (params.first_step, first, total))
    told = conserved("A", run.conservation)
    notes = (told, *memory_notes(params, {"A": peaks(run).blocks}), "Requests are named by their line in the trace.")
    return Result(
        says,
        because,
        _facts(params, side, run, total, shown),
        (_table(run, shown, first),),
        _figures(shown),
        notes,
    )


def _facts(params: ReplayParams, side: Side, run: Run, total: int, shown: tuple[Iteration, ...]) -> dict[str, Fact]:
    longest = max((each.end - each.start for each in shown), default=0)
    rate = recorded_rate(recorded(side.source))
    load = params.load if params.load is not None and rate else rate
    return {
        "headline": Fact(longest / TICKS, "s", "Longest of the steps shown", places=4, source="one replay"),
        "a_steps": Fact(total, "steps", "Steps in all, A", source="one replay"),
        "a_conserves": Fact(
            run.conserves_tokens and run.conserves_requests, "", "Tokens and requests all accounted for"
        ),
        "load": Fact(None if load is None else float(load), "requests/s", "Load of a card", "assumed"),
    }


def _sentence(side: Side, run: Run, shown: tuple[Iteration, ...], place: tuple[int, int, int]) -> tuple[str, str]:
    """`place`: the first step asked for, the first one shown, and the last of the run."""
    asked, first, total = place
    if not shown:
        return "No step is made", _nothing(run)
    stalls = sum(each.kind == "prefill" for each in shown)
    mixed = sum(each.kind == "mixed" for each in shown)
    last = first + len(shown) - 1
    window = f"Of steps {first:,} to {last:,} of {total:,}" if len(shown) > 1 else f"Of step {first:,} of {total:,}"
    if asked > total:
        window = f"The run ends with step {total:,}; of its last {count(len(shown), 'step')}"
    runs = "runs" if stalls == 1 else "run"
    says = f"{window}, {stalls} {runs} prompts alone and {mixed} {'mixes' if mixed == 1 else 'mix'} them with decodes"
    return says, _why(side, shown)


def _why(side: Side, shown: tuple[Iteration, ...]) -> str:
    """What the policy does with prompts, where these steps show it."""
    mixed = any(each.kind == "mixed" for each in shown)
    alone = [len(each.chunks) for each in shown if each.kind == "prefill"]
    if not alone and not mixed:
        return "no prompt is computed in them, so each of them gives tokens only"
    if side.policy == "chunked":
        if not mixed:
            return "nobody decodes yet, so the pieces of a prompt have these steps to themselves"
        return "chunked prefill puts pieces of a prompt beside the decodes, so nobody stalls"
    if side.policy in STATICS:
        return f"{side.policy} computes the prompts of a batch in one step, and lets nobody in until the batch is done"
    if max(alone) == 1:
        return f"{side.policy} runs an admitted prompt whole in a step of its own, and whoever decodes waits for it"
    if len(alone) == 1:
        return f"{side.policy} runs {alone[0]} admitted prompts whole in one step, and whoever decodes waits for them"
    return (
        f"{side.policy} runs admitted prompts whole in steps of their own, up to {max(alone)} in one, and whoever "
        "decodes waits for them"
    )


def _nothing(run: Run) -> str:
    """Why nobody was served."""
    ends = [(amount, name) for name, amount in run.outcomes.items() if amount]
    if len(ends) == 1:
        amount, name = ends[0]
        who = "the only request" if amount == 1 else f"all {amount:,} requests"
        return f"{who} {VERBS[name][amount != 1]}"
    parts = [f"{amount:,} {VERBS[name][amount != 1]}" for amount, name in ends]
    return f"of {count(run.offered, 'request')} {' and '.join(parts)}" if ends else "nobody comes"


def _table(run: Run, shown: tuple[Iteration, ...], first: int) -> Table:
    rows = tuple(_row(run, each, first + place) for place, each in enumerate(shown))
    columns = (
        Column("step", "Step", type="whole"),
        Column("start_s", "Begins", "s", places=4),
        Column("took_ms", "Takes", "ms", places=2),
        Column("kind", "Kind", type="text"),
        Column("prompt_tokens", "Prompt tokens", type="whole"),
        Column("decoding", "Decoding", "requests", "whole"),
        Column("interpretation", "In words", type="text"),
    )
    return Table("steps", f"{count(len(shown), 'step')} of release A", columns, rows)


def _row(run: Run, each: Iteration, number_: int) -> tuple[int | float | str, ...]:
    tokens = sum(take for _, take in each.chunks)
    took = (each.end - each.start) / 1000
    return (number_, each.start / TICKS, took, each.kind, tokens, len(each.decoding), _words(run, each))


def _words(run: Run, each: Iteration) -> str:
    named = [
        f"{take:,} of {run.workload.prompt[index]:,} prompt tokens of request {run.workload.row[index]:,}"
        for index, take in each.chunks[:3]
    ]
    if len(each.chunks) > 3:
        named.append(count(len(each.chunks) - 3, "more prompt"))
    gets = f"{'gets' if len(each.decoding) == 1 else 'get'} {'a token' if run.rates.unit == 1 else 'tokens'}"
    decodes = f"{count(len(each.decoding), 'request')} {gets}"
    if not named:
        return f"{begun(decodes)}."
    return f"{', '.join(named)}; {decodes if each.decoding else 'nobody decodes'}."


def _figures(shown: tuple[Iteration, ...]) -> tuple[Figure, ...]:
    if not shown:
        return ()
    longest = max(shown, key=lambda each: each.end - each.start)
    tokens = sum(take for _, take in longest.chunks)
    why = f"it computes {count(tokens, 'prompt token')}"
    if not tokens:
        prompts = any(each.chunks for each in shown)
        why = "a decode takes longer than prompts this short" if prompts else "every one of them only decodes"
    took = number((longest.end - longest.start) / 1000, 1)
    return (
        Figure(
            name="steps",
            kind="bar",
            table="steps",
            x="step",
            y=("took_ms",),
            summary=f"The longest of the steps shown takes {took} ms, because {why}.",
            x_title="Step",
            y_title="Takes, ms",
        ),
    )
