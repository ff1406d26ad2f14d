"""Fixtures for every test: a real server with a deadline, a free port, and the Chromium that browser tests start.

They know how to start the program and refuse to know its pages.
"""

import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, expect

from app.browser import chromium_on_path
from app.store import FILE_NAME, Store
from tests.a11y.tabs import Tabs
from tests.launching import launch_arguments
from tests.prepared import with_kept_runs
from tests.servers import ROOT, StartServer, starting

# A busy machine makes single examples slow; how long a test may take is not what its property says.
settings.register_profile("servelab", deadline=None)
settings.load_profile("servelab")
# Five seconds, as it comes, are short for a swap on a machine that does other things; only a failure waits for it.
expect.set_options(timeout=30_000)


@pytest.fixture
def start_server() -> Iterator[StartServer]:
    with starting() as start:
        yield start


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base address, with a closing slash, of one real `servelab serve` with an empty data folder."""
    with starting() as start:
        data = with_kept_runs(tmp_path_factory.mktemp("data"), tmp_path_factory)
        running = start("-m", "app", "serve", "--port", "0", "--data", str(data))
        yield running.address()
        if running.process.poll() is not None:
            pytest.fail(f"The server ended during the tests (exit {running.process.returncode}):\n{running.output()}")


@pytest.fixture(scope="session")
def base_url(server: str) -> str:
    """What pytest-playwright puts before an address without a host, so that page.goto("/labs") opens the server."""
    return server


@pytest.fixture
def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port: int = held.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """pytest-playwright's launch arguments, with the Chromium that `servelab test` found."""
    chromium = os.environ.get("SERVELAB_CHROMIUM") or chromium_on_path()
    if not chromium:
        pytest.fail("No Chromium on PATH and SERVELAB_CHROMIUM is not set; run `servelab test`, which gets one.")
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = [*browser_type_launch_args.get("args", []), *launch_arguments(is_root)]
    return {**browser_type_launch_args, "executable_path": str(chromium), "args": arguments}


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Iterator[Tabs]:
    """Tabs that go from page to page, for tests that only look at pages or act on one without leaving it."""
    made = Tabs(browser)
    yield made
    made.close()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the newest tables and no learner, to be copied."""
    path = tmp_path_factory.mktemp("database") / FILE_NAME
    made = Store(path)
    made.prepare()
    made.close()
    return path


@pytest.fixture
def database(empty_database: Path, tmp_path: Path) -> Path:
    """A file of its own with the newest tables, under the name that `serve` looks for in the data folder tmp_path."""
    return Path(shutil.copy(empty_database, tmp_path / FILE_NAME))


@pytest.fixture
def store(database: Path) -> Iterator[Store]:
    """A store without learners; another program holding its file is noticed after 0.2 s."""
    opened = Store(database, busy_seconds=0.2)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def axe_source() -> str:
    """The text of axe-core, to be run in a page; an editable install puts it in static/dist-test."""
    found = sorted((ROOT / "static" / "dist-test").glob("axe.min.*.js"))
    if len(found) != 1:
        pytest.fail("axe-core is not in static/dist-test; run `pip install -e .` in the checkout, which fetches it.")
    return found[0].read_text(encoding="utf-8")
