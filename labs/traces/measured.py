"""Times that a real engine measured, where a trace carries them: LLMServingSim's JSONL of a vLLM run.
It refuses to guess: a file without the four times has none."""

from pathlib import Path

from labs.replay.truth import Truth
from labs.traces.cells import Dropped, nanoseconds, tokens
from labs.traces.form import json_cells
from labs.traces.limits import COMMAND_LINE, BadTrace
from labs.traces.stream import lines

STAMPS = ("queued_ts", "first_token_ts", "last_token_ts")
OUTPUT = "output_toks"
NANOSECONDS_A_TICK = 1_000


def measured_times(path: Path) -> Truth:
    """First token from the moment the engine queued the request, and (last - first) / (output - 1).

    BadTrace when the file cannot be opened or a line lacks a time.
    """
    ttft: list[float] = []
    tpot: list[float] = []
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(lines(stream, COMMAND_LINE), 1):
                if line.strip():
                    queued, first, last, output = _times(line, number)
                    ttft.append((first - queued) / NANOSECONDS_A_TICK)
                    if output > 1:
                        tpot.append((last - first) / (output - 1) / NANOSECONDS_A_TICK)
    except OSError as problem:
        raise BadTrace(f'"{path}" cannot be opened ({problem.strerror}). Give the file of a measured run.') from None
    return Truth(tuple(ttft), tuple(tpot))


def _times(line: str, number: int) -> tuple[int, int, int, int]:
    try:
        found = json_cells(line)
        queued, first, last = (nanoseconds(found.get(name), name, 9) for name in STAMPS)
        return queued, first, last, tokens(found.get(OUTPUT), OUTPUT, 0)
    except Dropped as missing:
        raise BadTrace(
            f"The trace carries no measured times: in line {number:,}, {missing}. Each line needs {', '.join(STAMPS)} "
            f"and {OUTPUT}; leave --measured out for other traces."
        ) from None
