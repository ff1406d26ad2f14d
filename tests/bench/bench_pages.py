"""Prints what pages weigh, how fast the server starts, what it holds in memory and what it bears, beside the budgets.

Run `python -m tests.bench.bench_pages [seconds]`; times depend on the machine, the ratios to the budgets are the point.
"""

import http.client
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from tests.servers import ROOT
from tests.weights import weigh

CLIENTS = 64
PAGES = {"home": "", "reference": "reference?topic=kv_cache"}
LABS = {"ledger": "labs/gpu-memory-ledger", "ledger serving": "labs/gpu-memory-ledger?mode=serving"}


def line(what: str, measured: float, unit: str, budget: float) -> None:
    print(f"{what:<52} {measured:>9.1f} {unit:<6} budget {budget:>7.0f}  ratio {measured / budget:.2f}")


def main(seconds: float) -> None:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "app", "serve", "--port", "0", "--data", data]
        begun = time.perf_counter()
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            base = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
            line("start to address", (time.perf_counter() - begun) * 1000, "ms", 2000)
            weights(base)
            load(base, "cached update", lambda number: "labs/gpu-memory-ledger?microbatch=54", seconds, 600, 250)
            fresh = count(1)
            load(base, "uncached update", lambda number: uncached(next(fresh)), seconds, 300, 400)
            line("memory held (PSS)", pss_mb(server.pid), "MB", 100)
            server.terminate()


def uncached(number: int) -> str:
    """An address that no request has asked for yet."""
    return f"labs/gpu-memory-ledger?microbatch={number % 4000 + 1}&fixed_gb=3.{number // 4000 + 1:03d}1"


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


def load(base: str, name: str, path: object, seconds: float, least: float, slowest: float) -> None:
    """64 clients on the update path until the time is over; every answer must be 200."""
    assert callable(path)
    until = time.perf_counter() + seconds
    with ThreadPoolExecutor(CLIENTS) as pool:
        runs = list(pool.map(lambda number: client(base, path, until), range(CLIENTS)))
    times = sorted(each for run, _ in runs for each in run)
    errors = sum(failed for _, failed in runs)
    rate = len(times) / seconds
    print(f"{name}: {len(times)} answers, {errors} errors, median {median(times) * 1000:.0f} ms")
    line(f"{name}: answers a second, {CLIENTS} clients", rate, "/s", least)
    line(f"{name}: p99", times[int(0.99 * (len(times) - 1))] * 1000, "ms", slowest)


def client(base: str, path: object, until: float) -> tuple[list[float], int]:
    """The times of one client's answers, and how many were not 200."""
    assert callable(path)
    connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=30)
    headers = {"HX-Request": "true", "HX-Target": "section#result", "Accept-Encoding": "gzip"}
    times, errors = [], 0
    while (begun := time.perf_counter()) < until:
        connection.request("GET", f"/{path(0)}", headers=headers)
        response = connection.getresponse()
        response.read()
        errors += response.status != 200
        times.append(time.perf_counter() - begun)
    connection.close()
    return times, errors


def pss_mb(process: int) -> float:
    """Proportional set size of a process, from Linux."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    return next(int(each.split()[1]) for each in lines if each.startswith("Pss:")) / 1024


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
