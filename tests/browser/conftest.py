"""What several tests use as a person does: the ledger's page, open and ready, and a server whose runs the test holds.
It refuses to know what is done there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from app.jobs import JobStore
from labs import Event, Result, parse, run_apart
from tests.a11y.matrix import LIGHT
from tests.a11y.tabs import Tabs
from tests.browser.held import LAB
from tests.prepared import with_defaults
from tests.servers import SMALL, starting


@pytest.fixture
def ledger(tabs: Tabs, server: str) -> Iterator[Page]:
    with tabs.opened(f"{server}labs/gpu-memory-ledger", LIGHT) as page:
        page.wait_for_selector("[data-explore]")
        yield page


@pytest.fixture(scope="module")
def held_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, JobStore]]:
    """A server without workers, and its table of runs."""
    data = with_defaults(tmp_path_factory.mktemp("held"), tmp_path_factory)
    with starting() as start:
        running = start("-m", "app", "serve", "--port", "0", "--data", str(data), *SMALL, SERVELAB_WORKERS="0")
        jobs = JobStore(data / "jobs.db")
        yield running.address().rstrip("/"), jobs
        jobs.close()


@pytest.fixture(scope="module")
def told() -> tuple[list[Event], Result]:
    """What a real run of the lab tells."""
    events: list[Event] = []
    values = {"view": "live", "device": "numpy", "watched": "rare", "max_new": "64"}
    return events, run_apart(LAB, parse(LAB, values.items()), None, events.append)
