"""The ledger here and in six frameworks, in one run: time until table and chart are seen, and until they have changed.

Run `python -m tests.bench.bench_peers` after `pip install -e '.[bench]'`. Times are of this machine now; the ratios to
the fastest peer are the point. It refuses to judge.
"""

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from app.browser import chromium_on_path
from tests.bench.peers.ledger import SAMPLES, Ledger
from tests.servers import ROOT

ROUNDS = 3
UPDATES = 10
STARTS_WITHIN = 60
SEEN_WITHIN = 60_000
APPS = "tests.bench.peers"
FOLDER = ROOT / "tests" / "bench" / "peers"
WATCH = (FOLDER / "watch.js").read_text(encoding="utf-8")
OURS = "Servelab"
QUIET = ["--server.headless=true", "--browser.gatherUsageStats=false"]
FIELD = "input:not([type=range]):not([type=hidden]):not([type=file])"


@dataclass
class Peer:
    """How to start it (PORT is put in), where its ledger is, where the microbatch is typed, and what was measured."""

    name: str
    command: list[str]
    path: str = ""
    box: str = FIELD
    first_ms: list[float] = field(default_factory=list)
    change_ms: list[float] = field(default_factory=list)
    browser_ms: list[float] = field(default_factory=list)
    wire_kb: list[float] = field(default_factory=list)
    requests: list[float] = field(default_factory=list)


def peers(data: str) -> list[Peer]:
    """Servelab first, then the frameworks by name."""
    return [
        Peer(OURS, ["-m", "app", "serve", "--port", "PORT", "--data", data], "labs/gpu-memory-ledger", "#microbatch"),
        Peer("Dash", ["-m", f"{APPS}.dash_app", "PORT"]),
        Peer("Gradio", ["-m", f"{APPS}.gradio_app", "PORT"]),
        Peer("marimo", ["-m", "marimo", "run", f"{FOLDER}/marimo_app.py", "--headless", "--port", "PORT"]),
        Peer("Panel", ["-m", f"{APPS}.panel_app", "PORT"]),
        Peer("Shiny", ["-m", f"{APPS}.shiny_app", "PORT"]),
        Peer("Streamlit", ["-m", "streamlit", "run", f"{FOLDER}/streamlit_app.py", "--server.port=PORT", *QUIET]),
    ]


def wanted(samples: int) -> dict[str, Any]:
    """What the page must show: the height of the last bar, the total, and the last row of the table."""
    found = Ledger(samples)
    total = found.numbers["Total"].split()[0]
    return {"last": found.heights[-1], "texts": [total, found.columns["GB"][-1]]}


@contextmanager
def started(peer: Peer) -> Iterator[str]:
    """The address of the running framework."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = str(held.getsockname()[1])
    command = [sys.executable, *(each.replace("PORT", port) for each in peer.command)]
    environ = os.environ | {"PYTHONPATH": str(ROOT), "GRADIO_ANALYTICS_ENABLED": "False"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            address = f"http://127.0.0.1:{port}/{peer.path}"
            _answers(address, server)
            yield address
        finally:
            server.terminate()


def _answers(address: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < until:
        if server.poll() is not None:
            raise SystemExit(f"{address} ended with exit code {server.returncode}; is the extra bench installed?")
        try:
            urllib.request.urlopen(address, timeout=5).read()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"{address} did not answer within {STARTS_WITHIN} s.")


def visit(browser: Browser, peer: Peer, address: str) -> None:
    """One cold view, then the updates, each with a microbatch that was not asked before."""
    context = browser.new_context()
    context.add_init_script(WATCH)
    context.set_default_timeout(SEEN_WITHIN)
    page = context.new_page()
    session = context.new_cdp_session(page)
    loaded: list[float] = []
    session.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Performance.enable")
    page.goto(address, wait_until="commit")
    peer.first_ms.append(page.evaluate("wanted => whenSeen(wanted)", wanted(SAMPLES)))
    page.wait_for_timeout(1500)
    peer.browser_ms.append(_main_thread_ms(session))
    peer.wire_kb.append(sum(loaded) / 1000)
    peer.requests.append(len(loaded))
    for number in range(UPDATES):
        peer.change_ms.append(_change(page, peer, SAMPLES + 1 + number + UPDATES * len(peer.first_ms)))
    context.close()


def _main_thread_ms(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(each["value"] for each in metrics if each["name"] == "TaskDuration")


def _change(page: Page, peer: Peer, samples: int) -> float:
    """Milliseconds from Enter to the new numbers, table and chart."""
    box = page.locator(peer.box).first
    box.fill(str(samples))
    seen = "async wanted => { window.then = whenSeen(wanted); }"
    page.evaluate(seen, wanted(samples))
    box.press("Enter")
    took: float = page.evaluate("async () => (await window.then) - window.pressed")
    page.wait_for_timeout(700)
    return took


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as started_playwright:
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        browser = started_playwright.chromium.launch(
            executable_path=os.environ.get("SERVELAB_CHROMIUM") or chromium_on_path(),
            args=["--no-sandbox"] if is_root else [],
        )
        asked = sys.argv[1:]
        all_peers = [each for each in peers(data) if not asked or each.name in asked]
        for _ in range(ROUNDS):
            for peer in all_peers:
                with started(peer) as address:
                    visit(browser, peer, address)
        browser.close()
    tell(all_peers)


def tell(all_peers: list[Peer]) -> None:
    """A line a framework, then our ratios to the best of them beside the goals."""
    print(f"{'':<10} {'seen ms':>8} {'change ms':>9} {'p95':>6} {'browser ms':>10} {'wire kB':>8} {'requests':>8}")
    for each in all_peers:
        late = statistics.quantiles(each.change_ms, n=20)[-1]
        print(
            f"{each.name:<10} {middle(each.first_ms):>8.0f} {middle(each.change_ms):>9.0f} {late:>6.0f} "
            f"{middle(each.browser_ms):>10.0f} {middle(each.wire_kb):>8.0f} {middle(each.requests):>8.0f}"
        )
    ours, others = all_peers[0], all_peers[1:]
    if ours.name != OURS or not others:
        return
    goals = (("seen", "first_ms", 0.1), ("changed", "change_ms", 0.65), ("browser's work", "browser_ms", 0.25))
    for name, what, goal in goals:
        best = min(others, key=lambda each: middle(getattr(each, what)))
        ratio = middle(getattr(ours, what)) / middle(getattr(best, what))
        print(f"{name}: {ratio:.2f} of {best.name}, goal {goal}")


def middle(values: list[float]) -> float:
    """The median."""
    return statistics.median(values)


if __name__ == "__main__":
    main()
