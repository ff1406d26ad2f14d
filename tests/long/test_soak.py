"""Ten minutes of a class at work, some browsers leaving half-way: memory, threads, files and leftovers stay flat.
Part of the long suite, `servelab test -m long`; it refuses to judge speed."""

import os
import re
import socket
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.asking import ask, ask_lab
from tests.course_site.site import CONTENT
from tests.servers import StartServer

MINUTES = float(os.environ.get("SERVELAB_SOAK_MINUTES", "10"))
CLIENTS = 4
EVERY_S = 5.0
# Caches fill and the allocator settles in the first part; what is judged is the rest.
SETTLED = 0.4
MOST_GROWTH_MB = 8.0
MOST_MORE = 8
LEAVERS = ("/", "/labs/gpu-memory-ledger", "/labs/acceptance-prefix.json", "/reference", "/lessons/every-block")


@dataclass(frozen=True)
class Sample:
    """What the system says of the server's process at one moment."""

    resident_mb: float
    threads: int
    files: int
    temporary: int


def sample(process: int, temporary: Path) -> Sample:
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    said = dict(re.findall(r"^(VmRSS|Threads):\s+(\d+)", status, re.M))
    files = len(list(Path(f"/proc/{process}/fd").iterdir()))
    left = sum(1 for _ in temporary.rglob("*"))
    return Sample(int(said["VmRSS"]) / 1024, int(said["Threads"]), files, left)


def leave(base: str, path: str, after: int) -> None:
    """Ask, read a little, and be gone; half of the time in the middle of the question."""
    host, port = urlsplit(base).netloc.split(":")
    with socket.create_connection((host, int(port)), timeout=10) as gone:
        question = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: */*\r\n\r\n".encode()
        gone.sendall(question[:after] if after < 40 else question)
        if after >= 40:
            gone.recv(after)


def learner(base: str, number: int) -> None:
    """One learner: two answers by one cookie, a page with them, the download, everything erased."""
    cookie = {}
    for words in ("first", "second"):
        form = [("words", f"The {words} answer of {number}"), ("do", "commit"), ("key", f"{number}-{words}")]
        answer = ask(base, "/items/own-words", form=form, headers=cookie)
        assert answer.status == 303, answer.text
        cookie = {"Cookie": answer.headers["set-cookie"].split(";")[0]}
    assert "second of" in ask(base, "/data/mine.json", headers=cookie).text
    assert ask(base, "/data/erase", form=[("sure", "yes")], headers=cookie).status == 303


def acts(base: str) -> Iterator[Callable[[], object]]:
    """One thing after another that a class does."""
    for number in count():
        settings = [("microbatch", str(1 + number % 4000)), ("card_gb", str(10 + number % 97))]
        yield lambda settings=settings: ask_lab(base, "gpu-memory-ledger", settings)
        yield lambda number=number: ask_lab(base, "acceptance-prefix", [("gamma", "nonsense" * (1 + number % 50))])
        yield lambda number=number: leave(base, LEAVERS[number % len(LEAVERS)], number % 400)
        if number % 10 == 0:
            yield lambda number=number: learner(base, number)


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="reads the process's numbers from /proc")
def test_ten_minutes_of_a_class_leave_nothing_behind(start_server: StartServer, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    data = str(tmp_path / "data")
    running = start_server(
        "-m", "app", "serve", "--port", "0", "--data", data, "--content", str(CONTENT), TMPDIR=str(temporary)
    )
    base = running.address().rstrip("/")
    seen: list[Sample] = []
    end, due = time.monotonic() + MINUTES * 60, time.monotonic()
    work = acts(base)
    with ThreadPoolExecutor(CLIENTS) as pool:
        while time.monotonic() < end:
            for done in [pool.submit(next(work)) for _ in range(CLIENTS * 5)]:
                done.result(timeout=60)
            if time.monotonic() >= due:
                seen.append(sample(running.process.pid, temporary))
                due += EVERY_S
    settled = seen[int(len(seen) * SETTLED) :]
    first, last = settled[: len(settled) // 3], settled[-(len(settled) // 3) :]
    assert min(each.resident_mb for each in last) - min(each.resident_mb for each in first) < MOST_GROWTH_MB, seen
    for name in ("threads", "files", "temporary"):
        assert min(getattr(each, name) for each in last) <= min(getattr(each, name) for each in first) + MOST_MORE, name
    assert "Traceback" not in running.output()
    assert ask(base, "/healthz").status == 200
