"""Starts the real server, lets clients in a process of their own ask it, and prints what it bears beside the budgets.

Run `python -m tests.bench.bench_load [seconds] [clients]`. Times depend on the machine and on who else uses it, so the
load average stands at each; it refuses to judge.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from tests.bench.bench_pages import line, pss_mb
from tests.bench.load_clients import Heard
from tests.servers import ROOT

# Answers a second at least and ms of the slowest hundredth at most, with 64 clients on two quiet cores.
BUDGETS = {"cached": (600, 250), "uncached": (300, 400)}
CLIENTS = 64
START_S, QUIET_S = 180.0, 5.0
SLOW = "labs/batching-replay?load=7"


def main(seconds: float, clients: int) -> None:
    """Cached and uncached updates, and the memory at the start, after each and after a replay."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "app", "serve", "--port", "0", "--data", data]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            base = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
            try:
                wait_for_rest(base)
                line("memory at rest (PSS)", pss_mb(server.pid), "MB", 100)
                for kind in BUDGETS:
                    tell(kind, asked(base, kind, seconds, clients, server.pid), clients)
                    line(f"memory after the {kind} updates (PSS)", pss_mb(server.pid), "MB", 100)
                urlopen(base + SLOW).read()
                line("memory after a replay too (PSS)", pss_mb(server.pid), "MB", 100)
            finally:
                server.terminate()


def wait_for_rest(base: str) -> None:
    """Until the lesson is there, which waits for all that another process computes ahead."""
    until = time.monotonic() + START_S
    while b"is being prepared" in urlopen(base).read() and time.monotonic() < until:
        time.sleep(1.0)
    time.sleep(QUIET_S)


def asked(base: str, kind: str, seconds: float, clients: int, server: int) -> tuple[Heard, float]:
    """What the clients heard, and the server's processor seconds meanwhile."""
    command = [sys.executable, "-m", "tests.bench.load_clients", base, kind, str(seconds), str(clients)]
    before = cpu_seconds(server)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return Heard(**json.loads(done.stdout)), cpu_seconds(server) - before


def tell(kind: str, found: tuple[Heard, float], clients: int) -> None:
    heard, spent = found
    least, slowest = BUDGETS[kind]
    busy = f"load average {os.getloadavg()[0]:.1f}"
    print(f"{kind}: {heard.answers} answers, {heard.errors} errors, median {heard.median_ms:.0f} ms, {busy}")
    line(f"{kind}: answers a second, {clients} clients", heard.answers / heard.seconds, "/s", least)
    line(f"{kind}: slowest hundredth (p99)", heard.p99_ms, "ms", slowest)
    line(f"{kind}: processor time an answer, with the network", spent / max(1, heard.answers) * 1000, "ms", 3)


def cpu_seconds(process: int) -> float:
    """Processor seconds of a process so far, from Linux."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    given = sys.argv[1:]
    main(float(given[0]) if given else 5.0, int(given[1]) if len(given) > 1 else CLIENTS)
