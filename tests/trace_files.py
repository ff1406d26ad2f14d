"""Small trace files for tests, read through the real reader.
It refuses to hold expectations."""

import io

from labs.traces import Trace, read_trace

PLAIN = "arrival_s,prompt,output\n"


def read_text(text: str | bytes, name: str = "trace.csv", **given: object) -> Trace:
    data = text.encode() if isinstance(text, str) else text
    return read_trace(io.BytesIO(data), name, **given)


def columns(trace: Trace) -> list[tuple[int, int, int]]:
    """(arrival ticks, prompt, output) of each request."""
    work = trace.workload
    return list(zip(work.arrival, work.prompt, work.output, strict=True))
