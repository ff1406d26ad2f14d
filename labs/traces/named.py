"""Plain CSV and JSONL, told by column names alone: our own, vLLM's timed traces, LLMServingSim's and Vidur's.
It refuses to guess: an unknown name is passed over, a needed one that is missing is a refusal."""

from collections.abc import Callable, Sequence

from labs.reading import quote
from labs.replay.workload import NEVER
from labs.traces.cells import Dropped, Labels, integer, nanoseconds, tokens
from labs.traces.form import EXTRA, Head, Reader, Row, cut_cells, json_cells
from labs.traces.limits import BadTrace

SECONDS, MILLISECONDS = 9, 6
TIMES = {
    "arrival": {
        "arrival_s": SECONDS,
        "arrival_ms": MILLISECONDS,
        "timestamp_ms": MILLISECONDS,
        "arrival": None,
        "arrived_at": SECONDS,
        "arrival_time": None,
        "timestamp": None,
    },
    "patience": {"patience_s": SECONDS, "patience_ms": MILLISECONDS, "patience": None},
    "cancel": {"cancel_s": SECONDS, "cancel_ms": MILLISECONDS, "cancel": None},
}
COUNTS = {
    "prompt": ("prompt", "prompt_tokens", "input_length", "input_tokens", "input_toks", "num_prefill_tokens"),
    "output": ("output", "output_tokens", "output_length", "output_toks", "num_decode_tokens"),
}
NEEDS = (
    "arrival_s (or arrival_ms), prompt and output are needed; "
    "tenant, group, priority, patience_s and cancel_s may follow"
)
MOST = {"tenant": 1_000, "group": 32}
Value = Callable[[object], int]


def recognise(head: Head) -> Reader:
    """The reader when arrival, prompt and output are named; BadTrace says which is missing, and what was found."""
    labels = {what: Labels(what, most) for what, most in MOST.items()}
    columns, notes = [], []
    for what in ("arrival", "prompt", "output", *EXTRA):
        name = _named(head, what)
        if name is None:
            continue
        read, note = _value(what, name, head.unit, labels)
        columns.append((what, name, read))
        notes += [note] if note else []
    whats = tuple(what for what, _, _ in columns)
    missing = [what for what in ("arrival", "prompt", "output") if what not in whats]
    if missing:
        found = ", ".join(quote(name) for name in head.names[:12])
        raise BadTrace(f"No column for {' and '.join(missing)} among {found}. {NEEDS}.")
    cells = _cells(head, [name for _, name, _ in columns])
    reads = [read for _, _, read in columns]

    def row(line: str) -> Row:
        return tuple([read(cell) for read, cell in zip(reads, cells(line), strict=True)])

    kept = {what: names for what, names in labels.items() if what in whats}
    return Reader("plain JSONL" if head.is_json else "plain CSV", row, whats[3:], kept, lambda: tuple(notes))


def _named(head: Head, what: str) -> str | None:
    found = [name for name in head.where() if name in _allowed(what)]
    if len(found) > 1:
        raise BadTrace(f"The columns {' and '.join(found)} both say {what}. Leave one out.")
    return found[0] if found else None


def _allowed(what: str) -> tuple[str, ...]:
    return tuple(TIMES.get(what, ())) or COUNTS.get(what, (what,))


def _cells(head: Head, wanted: list[str]) -> Callable[[str], Sequence[object]]:
    where = head.where()
    if head.is_json:
        keys = [head.names[where[name]] for name in wanted]
        unnamed = {name for what in EXTRA for name in _allowed(what)} - where.keys()

        def picked(line: str) -> Sequence[object]:
            found = json_cells(line)
            if not unnamed.isdisjoint(found):
                raise Dropped("the line has a column that the first line does not have")
            return [found.get(key) for key in keys]

        return picked
    cut, places = cut_cells(head.names), [where[name] for name in wanted]

    def chosen(line: str) -> Sequence[object]:
        found = cut(line)
        return [found[place] for place in places]

    return chosen


def _value(what: str, name: str, unit: str | None, labels: dict[str, Labels]) -> tuple[Value, str | None]:
    if what in labels:
        return labels[what].index, None
    if what in COUNTS:
        least = 1 if what == "prompt" else 0
        return lambda cell: tokens(cell, what, least), None
    if what == "priority":
        return lambda cell: integer(cell, what) if cell not in (None, "") else 0, None
    told = TIMES[what][name]
    digits = told or (MILLISECONDS if unit == "ms" else SECONDS)
    said = "milliseconds" if digits == MILLISECONDS else "seconds"
    note = None if told else f"the column {name} is read as {said}; name it {what}_s or {what}_ms to be sure"
    if what == "arrival":
        return lambda cell: nanoseconds(cell, what, digits), note
    return lambda cell: nanoseconds(cell, what, digits) // 1_000 if cell not in (None, "") else NEVER, note
