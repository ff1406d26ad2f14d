"""What one update of a closed-form lab costs in work that can be counted: runs, drawings, calls, modules loaded.
It refuses to time anything; tests/bench does."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app, drawing
from app.config import Settings
from app.web import runs
from labs import Lab, Result, get_lab
from tests.bench import bench_update

ROOT = Path(__file__).resolve().parent.parent
# As the page asks that shows its lead picture alone; the name that a lab lacks is left out.
HEADERS = {"HX-Target": "section#result", "X-Live": "1", "X-Seen": "wide ledger alphas limits"}
# Calls of one update, with some air for other versions of Python and of the libraries; a call is about 0.2 µs.
MOST_CALLS = {
    "gpu-memory-ledger?mode=training-simple&per_sample_gb=": 10_500,
    "gpu-memory-ledger?mode=serving&device_gb=8": 11_300,
    "acceptance-prefix?view=economics&draft_cost=0.": 14_000,
    "acceptance-prefix?view=groups&draft_cost=0.": 10_400,
}
STARTED = """
import sys
from app import create_app
create_app()
print(len(sys.modules), *sorted({name.partition(".")[0] for name in sys.modules}))
"""
NOT_FOR_SERVING = {
    "torch",
    "pandas",
    "scipy",
    "plotly",
    "matplotlib",
    "huey",
    "redis",
    "psycopg",
    "hypothesis",
    "pytest",
}


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(Settings(data=tmp_path)).test_client()


def warmed(client: FlaskClient) -> list[str]:
    """The beginnings of addresses whose page was asked for at other values before."""
    for address in MOST_CALLS:
        for value in (11, 12, 13):
            ask(client, f"{address}{value}")
    return list(MOST_CALLS)


def ask(client: FlaskClient, address: str) -> None:
    assert client.get(f"/labs/{address}", headers=HEADERS).status_code == 200


def calls(asked: Callable[[], None]) -> int:
    """How many functions were called, Python's own included."""
    found: Counter[str] = Counter()

    def heard(frame: Any, event: str, given: Any) -> None:
        found[event] += 1

    sys.setprofile(heard)
    try:
        asked()
    finally:
        sys.setprofile(None)
    return found["call"] + found["c_call"]


def test_an_update_stays_within_its_calls(client: FlaskClient) -> None:
    spent = {address: calls(partial(ask, client, f"{address}14")) for address in warmed(client)}
    assert not {address: number for address, number in spent.items() if number > MOST_CALLS[address]}


def test_an_update_runs_its_lab_once_and_draws_what_is_seen_in_the_box_that_is_shown(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes: list[tuple[str, int]] = []
    ran: list[str] = []
    draw, compute = drawing._draw, runs.Runs._compute

    def drawn(*given: Any) -> Any:
        boxes.append((given[0].name, given[3].width))
        return draw(*given)

    def computed(self: runs.Runs, lab: Lab, params: Any) -> Result:
        ran.append(lab.slug)
        return compute(self, lab, params)

    monkeypatch.setattr(drawing, "_draw", drawn)
    monkeypatch.setattr(runs.Runs, "_compute", computed)
    for _ in range(2):
        ask(client, "acceptance-prefix?view=economics&draft_cost=0.137")
    assert ran == ["acceptance-prefix"]
    assert boxes == [("alphas", 560)]


def test_a_request_that_does_not_say_what_it_sees_gets_all_of_the_result(client: FlaskClient) -> None:
    address = "/labs/acceptance-prefix?view=economics"
    part = client.get(address, headers=HEADERS).text
    assert (part.count("<svg"), part.count('<svg class="drawing wide later"')) == (3, 2)
    assert (part.count('<details id="how" data-later>'), part.count('class="digest"')) == (1, 0)
    for seen in ({}, {"X-Seen": ""}, {"X-Seen": "alphas how"}, {"HX-Target": "", "X-Seen": "wide alphas"}):
        whole = client.get(address, headers={"HX-Target": "section#result"} | seen).text
        assert (whole.count("<svg"), whole.count("wide later"), whole.count('class="digest"')) == (6, 0, 1)
    opened = client.get(address, headers=HEADERS | {"X-Seen": "wide how"}).text
    assert (opened.count("<svg"), opened.count(' later"'), opened.count('class="digest"')) == (3, 3, 1)


def test_a_start_loads_only_what_serving_needs() -> None:
    done = subprocess.run([sys.executable, "-c", STARTED], cwd=ROOT, capture_output=True, text=True, check=True)
    count, *names = done.stdout.split()
    assert not NOT_FOR_SERVING & set(names)
    assert int(count) <= 1_100


def test_the_bench_of_updates_leaves_out_views_that_a_worker_runs_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lab = get_lab("speculative-decoding")
    monkeypatch.setattr(bench_update, "all_labs", lambda: {lab.slug: lab})
    # Timed with few rounds: what it says of time is not looked at here.
    monkeypatch.setattr(bench_update.cpu_ms, "__defaults__", (2,))
    bench_update.main()
    told = {line.split()[1]: line for line in capsys.readouterr().out.splitlines()}
    assert sorted(mode for mode, line in told.items() if "left out: a worker" in line) == ["compare", "live"]
    assert all("ms CPU" in told[mode] for mode in ("speed", "quality"))
