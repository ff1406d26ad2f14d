"""Slots by steps: who sits where under static and under continuous batching, and which slot-steps idle.
It refuses to know durations: every step is alike, and a prompt is a mark inside its first step."""

from labs.batching_replay.settings import ReplayParams
from labs.lab import WORDS_ROWS, Column, Fact, Figure, Result, Scalar, Table
from labs.replay import Lanes, slot_lanes
from labs.units import count

POLICIES = ("static", "continuous")
LETTERS = "abcdefgh"
IDLE = "idle"
SOURCE = "slot_lanes, one replay with one tick a step"


def report(params: ReplayParams) -> Result:
    """Both policies on the same requests, at most eight."""
    static, continuous = (slot_lanes(params.outputs, params.slots, policy) for policy in POLICIES)
    upto = min(params.step, max(static.steps, continuous.steps))
    if upto < max(static.steps, continuous.steps):
        says, because = _step_words(static, continuous, upto), _because_now(static, continuous, upto)
    else:
        says, because = _whole_words(static, continuous), _because(params, static, continuous)
    tables = (_now(static, continuous, upto), _bars(static, continuous, upto), _grid(static, continuous))
    return Result(says, because, _facts(static, continuous), tables, (_figure(static, continuous),), ())


def _whole_words(static: Lanes, continuous: Lanes) -> str:
    return (
        f"Static takes {count(static.steps, 'step')} and leaves {static.idle} of {static.slot_steps} slot-steps idle; "
        f"continuous takes {continuous.steps} and leaves {continuous.idle} of {continuous.slot_steps}"
    )


def _step_words(static: Lanes, continuous: Lanes, upto: int) -> str:
    """One step as it would be told aloud: each slot of continuous batching, then how many wait under static."""
    told = [f"Slot {slot + 1}: {_short(continuous, slot, upto)}" for slot in range(continuous.slots)]
    idle = sum(_who(continuous, slot, upto) == IDLE for slot in range(continuous.slots))
    rest = sum(_who(static, slot, upto) == IDLE for slot in range(static.slots))
    if upto > continuous.steps:
        told, idle = [f"Continuous is done after {continuous.steps}"], 0
    ends = f"Idle {idle}. Under static" if upto <= continuous.steps else "Under static"
    waits = f"{count(rest, 'slot')} of {static.slots} {'is' if rest == 1 else 'are'} idle"
    return f"Step {upto}. {'. '.join(told)}. {ends} {waits if upto <= static.steps else 'all are done'}"


def _short(lanes: Lanes, slot: int, upto: int) -> str:
    """A slot in as few words as the ear needs."""
    sitting = next((each for each in lanes.lanes if each.slot == slot and each.start < upto <= each.end), None)
    if sitting is None:
        return IDLE
    who, left = LETTERS[sitting.request], sitting.end - upto
    if sitting.start + 1 == upto:
        return f"request {who} enters" + ("" if left else " and is done")
    return f"{who}, {left} left" if left else f"{who} gets its last token"


def _because_now(static: Lanes, continuous: Lanes, upto: int) -> str:
    """Why slots of static batching idle in this very step, or why none does."""
    if all(_who(static, slot, upto) != IDLE for slot in range(static.slots)):
        if upto > continuous.steps:
            return "continuous filled each slot as soon as it fell free"
        return "everybody in the static batch still gets a token in this step"
    if any(each.start >= upto for each in static.lanes):
        return "a static batch waits for its longest output, and nobody enters before"
    return "nobody is left to enter, and the last batch still runs"


def _because(params: ReplayParams, static: Lanes, continuous: Lanes) -> str:
    if static.steps > continuous.steps:
        return "a static batch waits for its longest output, while a slot of continuous batching is filled at once"
    outputs, slots = params.outputs, params.slots
    if len(outputs) <= slots:
        return "there is a slot for everybody at once, so nobody is left to take one that falls free"
    if slots == 1:
        return "with one slot one request follows the other either way"
    batches = [outputs[place : place + slots] for place in range(0, len(outputs), slots)]
    if all(len(set(batch)) == 1 for batch in batches):
        return "outputs that share a batch are equally long here, so no slot falls free before the others"
    return "a slot that falls free is filled at once, but here the last request to finish ends no sooner for it"


def _facts(static: Lanes, continuous: Lanes) -> dict[str, Fact]:
    found = {"headline": Fact(continuous.steps, "steps", "Steps that continuous batching needs", source=SOURCE)}
    for name, lanes in zip(POLICIES, (static, continuous), strict=True):
        found[f"{name}_steps"] = Fact(lanes.steps, "steps", f"Steps, {name}", source=SOURCE)
        found[f"{name}_idle"] = Fact(lanes.idle, "slot-steps", f"Idle, {name}", source=SOURCE)
        found[f"{name}_slot_steps"] = Fact(lanes.slot_steps, "slot-steps", f"Slots times steps, {name}", source=SOURCE)
    return found


def _now(static: Lanes, continuous: Lanes, upto: int) -> Table:
    rows: list[tuple[Scalar, ...]] = []
    for name, lanes in zip(POLICIES, (static, continuous), strict=True):
        for slot in range(lanes.slots):
            words, idle = _slot(lanes, slot, upto)
            rows.append((f"{name}, slot {slot + 1}", idle, words))
    if len(rows) > WORDS_ROWS:
        rows = [_both(name, lanes, upto) for name, lanes in zip(POLICIES, (static, continuous), strict=True)]
    columns = (
        Column("slot", "Slot", type="text"),
        Column("idle", "Idle so far", "steps", "whole"),
        Column("interpretation", "In words", type="text"),
    )
    return Table("slots", f"After step {upto}", columns, tuple(rows))


def _both(name: str, lanes: Lanes, upto: int) -> tuple[Scalar, ...]:
    waste = sum(_slot(lanes, slot, upto)[1] for slot in range(lanes.slots))
    return (name, waste, f"{count(waste, 'slot-step')} idle in {count(upto, 'step')}.")


def _slot(lanes: Lanes, slot: int, upto: int) -> tuple[str, int]:
    busy = sum(max(0, min(lane.end, upto) - lane.start) for lane in lanes.lanes if lane.slot == slot)
    within = min(upto, lanes.steps)
    sitting = next((each for each in lanes.lanes if each.slot == slot and each.start < upto <= each.end), None)
    if upto > lanes.steps:
        words = f"All are done after step {lanes.steps}."
    elif sitting is None:
        words = "Idle."
    elif sitting.start + 1 == upto:
        words = f"Request {LETTERS[sitting.request]} enters."
    else:
        left = sitting.end - upto
        words = f"Request {LETTERS[sitting.request]} {f'has {left} left' if left else 'gets its last token'}."
    return words, within - busy


def _bars(static: Lanes, continuous: Lanes, upto: int) -> Table:
    rows: list[tuple[Scalar, ...]] = []
    for name, lanes in zip(POLICIES, (static, continuous), strict=True):
        for slot in range(lanes.slots):
            rows += _lane(name, lanes, slot, upto)
    columns = (
        Column("bar", "Bar", type="text"),
        Column("lane", "Lane", type="text"),
        Column("start", "After step", type="whole"),
        Column("end", "To the end of step", type="whole"),
        Column("state", "State", type="text"),
        Column("interpretation", "In words", type="text"),
    )
    return Table("lanes", "Who sits in which slot, and when", columns, tuple(rows))


def _lane(name: str, lanes: Lanes, slot: int, upto: int) -> list[tuple[Scalar, ...]]:
    lane, rows, free = f"{name} {slot + 1}", [], 0
    mine = sorted((each for each in lanes.lanes if each.slot == slot), key=lambda each: each.start)
    ends = [(each.start, each.end, LETTERS[each.request]) for each in mine] + [(lanes.steps, lanes.steps, "")]
    for start, end, who in ends:
        rows += _bar(f"{name} idle {slot + 1} from {free}", lane, free, min(start, upto), "idle", "Nobody sits here.")
        rows += _bar(f"{name} {who}", lane, start, min(end, upto), "running", f"Request {who} gets a token a step.")
        free = end
    return rows


def _bar(name: str, lane: str, start: int, end: int, state: str, words: str) -> list[tuple[Scalar, ...]]:
    return [(name, lane, start, end, state, words)] if start < end else []


def _grid(static: Lanes, continuous: Lanes) -> Table:
    """Step by slot, as letters; a dash is an idle slot."""
    columns = [Column("step", "Step", type="whole")]
    for name, lanes in zip(POLICIES, (static, continuous), strict=True):
        columns += [Column(f"{name}_{slot + 1}", f"{name} {slot + 1}", type="text") for slot in range(lanes.slots)]
    rows = []
    for step in range(1, max(static.steps, continuous.steps) + 1):
        cells = [_who(lanes, slot, step) for lanes in (static, continuous) for slot in range(lanes.slots)]
        rows.append((step, *cells))
    if len(rows) <= WORDS_ROWS:
        columns.append(Column("interpretation", "In words", type="text"))
        rows = [(*row, f"{count(sum(cell == IDLE for cell in row), 'slot')} idle.") for row in rows]
    return Table("step_by_slot", "Which request sits where at each step", tuple(columns), tuple(rows))


def _who(lanes: Lanes, slot: int, step: int) -> str | None:
    if step > lanes.steps:
        return "done"
    return next(
        (LETTERS[each.request] for each in lanes.lanes if each.slot == slot and each.start < step <= each.end), IDLE
    )


def _figure(static: Lanes, continuous: Lanes) -> Figure:
    summary = "A hatched bar is an idle slot, because its batch still waits or nobody is left to enter."
    if not static.idle and not continuous.idle:
        summary = "No slot idles, because every slot is taken to the last step under both."
    return Figure(
        name="lanes",
        kind="lanes",
        table="lanes",
        x="bar",
        y=("lane",),
        summary=summary,
        x_title="Steps",
        y_title="",
        interval=("start", "end"),
        state="state",
    )
