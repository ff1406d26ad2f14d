"""Clients that ask for updates of the ledger until the time is over: wrk where it is on PATH, else threads in Python.

Run as `python -m tests.bench.load_clients BASE KIND SECONDS CLIENTS`, so that they are a process of their own; it
refuses to know budgets.
"""

import http.client
import json
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

LAB = "/labs/gpu-memory-ledger"
HEADERS = {
    "HX-Request": "true",
    "HX-Target": "section#result",
    "X-Live": "1",
    "X-Seen": "wide ledger",
    "Accept-Encoding": "br",
}
# The same addresses as address(), in the language of wrk; each of its threads begins elsewhere.
SCRIPT = """
local threads, asked = 0, 0
function setup(thread) thread:set("id", threads); threads = threads + 1 end
function request()
  asked = asked + 1
  local path = "LAB?microbatch=20"
  if "KIND" == "uncached" then
    path = string.format("LAB?microbatch=%d&fixed_gb=%.6f", 1 + asked % 200, 3 + id / 2 + asked / 1000000)
  end
  return wrk.format("GET", path, {HEADERS})
end
function done(summary, latency)
  local e = summary.errors
  print(string.format("HEARD %d %d %f %f %f", summary.requests, e.status + e.connect + e.read + e.write + e.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, summary.duration / 1e6))
end
"""


@dataclass(frozen=True)
class Heard:
    """Answers, how many of the requests failed, median and 99th percentile in ms, and the seconds it took."""

    answers: int
    errors: int
    median_ms: float
    p99_ms: float
    seconds: float


def ask(base: str, kind: str, seconds: float, clients: int) -> Heard:
    """What so many clients heard; `kind` is cached or uncached."""
    return _wrk(base, kind, seconds, clients) if shutil.which("wrk") else _python(base, kind, seconds, clients)


def _wrk(base: str, kind: str, seconds: float, clients: int) -> Heard:
    headers = ", ".join(f'["{name}"]="{value}"' for name, value in HEADERS.items())
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "asking.lua"
        script.write_text(SCRIPT.replace("LAB", LAB).replace("KIND", kind).replace("HEADERS", headers), "utf-8")
        command = ["wrk", f"-t{min(2, clients)}", f"-c{clients}", f"-d{seconds:g}s", "-s", str(script), base]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    numbers = next(line.split()[1:] for line in said.splitlines() if line.startswith("HEARD "))
    return Heard(int(numbers[0]), int(numbers[1]), *map(float, numbers[2:]))


def _python(base: str, kind: str, seconds: float, clients: int) -> Heard:
    numbers, begun = count(1), time.perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        runs = list(pool.map(lambda _: _client(base, kind, begun + seconds, numbers), range(clients)))
    times = sorted(each for run, _ in runs for each in run)
    took = time.perf_counter() - begun
    middle, late = (times[int(share * (len(times) - 1))] * 1000 for share in (0.5, 0.99))
    return Heard(len(times), sum(failed for _, failed in runs), middle, late, took)


def _client(base: str, kind: str, until: float, numbers: "count[int]") -> tuple[list[float], int]:
    """The seconds of one client's answers, and how many were not 200."""
    connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=30)
    times, errors = [], 0
    while (begun := time.perf_counter()) < until:
        connection.request("GET", address(kind, next(numbers)), headers=HEADERS)
        response = connection.getresponse()
        response.read()
        errors += response.status != 200
        times.append(time.perf_counter() - begun)
    connection.close()
    return times, errors


def address(kind: str, number: int) -> str:
    """An update that everybody asks for, or one that nobody asked for yet."""
    if kind == "cached":
        return f"{LAB}?microbatch=20"
    return f"{LAB}?microbatch={1 + number % 200}&fixed_gb={3 + number / 1_000_000:.6f}"


if __name__ == "__main__":
    print(json.dumps(asdict(ask(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])))))
