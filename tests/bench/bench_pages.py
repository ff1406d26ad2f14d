"""Prints what pages weigh, how fast the server starts and what it holds in memory, beside the budgets.

Run `python -m tests.bench.bench_pages`; bench_load says what it bears. The ratios to the budgets are the point.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.servers import ROOT
from tests.weights import weigh

PAGES = {"home": "", "reference": "reference?topic=kv_cache"}
LABS = {"ledger": "labs/gpu-memory-ledger", "ledger serving": "labs/gpu-memory-ledger?mode=serving"}


def line(what: str, measured: float, unit: str, budget: float) -> None:
    print(f"{what:<52} {measured:>9.1f} {unit:<6} budget {budget:>7.0f}  ratio {measured / budget:.2f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "app", "serve", "--port", "0", "--data", data]
        begun = time.perf_counter()
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            base = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
            line("start to address", (time.perf_counter() - begun) * 1000, "ms", 2000)
            weights(base)
            line("memory held (PSS)", pss_mb(server.pid), "MB", 100)
            server.terminate()


def weights(base: str) -> None:
    for name, path in PAGES.items():
        line(f"{name}: first view, gzip", weigh(base, path).first_view / 1000, "kB", 60)
    for name, path in LABS.items():
        weight, brotli = weigh(base, path), weigh(base, path, "br")
        line(f"{name}: until the result is on screen, gzip", weight.until_result / 1000, "kB", 25)
        line(f"{name}: first view, gzip", weight.first_view / 1000, "kB", 60)
        line(f"{name}: with the live chart, gzip", (weight.first_view + weight.live) / 1000, "kB", 560)
        line(f"{name}: with the live chart, brotli", (brotli.first_view + brotli.live) / 1000, "kB", 470)
        line(f"{name}: requests before the live chart", weight.requests, "", 6)


def pss_mb(process: int) -> float:
    """Proportional set size of a process, from Linux."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    return next(int(each.split()[1]) for each in lines if each.startswith("Pss:")) / 1024


if __name__ == "__main__":
    main()
