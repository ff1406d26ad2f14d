"""Prints the CPU seconds and peak memory of reading traces: the whole Azure file's size, and a million plain rows.
It refuses to fail: budgets are stated beside each figure."""

import io
import resource
import time
from collections.abc import Callable

from labs.traces import list_traces, open_trace, read_trace

AZURE_ROWS, PLAIN_ROWS = 19_366, 1_000_000


def azure_text(rows: int) -> bytes:
    line = "2023-11-16 {:02d}:{:02d}:{:02d}.{:07d},{},{}\r\n"
    times = ((each // 5, each * 7_919 % 10_000_000) for each in range(rows))
    body = (
        line.format(18 + second // 3600, second // 60 % 60, second % 60, part, second % 4000 + 1, second % 500 + 1)
        for second, part in times
    )
    return ("TIMESTAMP,ContextTokens,GeneratedTokens\r\n" + "".join(body)).encode()


def plain_text(rows: int) -> bytes:
    body = (f"{each}.{each % 10**6:06d},{each % 4000 + 1},{each % 500 + 1}\n" for each in range(rows))
    return ("arrival_s,prompt,output\n" + "".join(body)).encode()


def timed(what: str, budget: float, work: Callable[[], object]) -> None:
    start = time.process_time()
    work()
    spent = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what}: {spent:.3f} s CPU (at most {budget} s), peak memory so far {peak:.0f} MiB")


def main() -> None:
    for bundled in list_traces():
        timed(f"bundled {bundled.name}", 0.5, lambda name=bundled.name: open_trace(name))
    azure = azure_text(AZURE_ROWS)
    timed(f"Azure form, {AZURE_ROWS:,} rows", 0.5, lambda: read_trace(io.BytesIO(azure), "azure.csv", 4096))
    plain = plain_text(PLAIN_ROWS)
    timed(
        f"plain CSV, {PLAIN_ROWS:,} rows (the text itself in memory)", 6, lambda: read_trace(io.BytesIO(plain), "p.csv")
    )


if __name__ == "__main__":
    main()
