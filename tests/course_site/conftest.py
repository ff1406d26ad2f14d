"""A fresh server with the test course for each test, and one real one for the browser.
It refuses to share learners between tests."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store import FILE_NAME, Store
from app.web.course import Shelf
from tests.course_site.site import CONTENT, Site
from tests.prepared import with_kept_runs
from tests.servers import starting


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with its tables and nobody in it; making one takes a process of its own."""
    path = tmp_path_factory.mktemp("empty-store") / FILE_NAME
    store = Store(path)
    store.prepare()
    store.close()
    return path


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """The test course, compiled once."""
    shelf: Shelf = Site(tmp_path_factory.mktemp("no-data")).app.extensions["shelf"]
    shelf.read_again()
    return shelf


@pytest.fixture
def site(tmp_path: Path, empty_store: Path, shelf: Shelf) -> Site:
    return Site(filled(tmp_path / "data", empty_store), shelf=shelf)


def filled(data: Path, empty_store: Path) -> Path:
    """A data folder with a copy of the empty store."""
    data.mkdir()
    shutil.copy(empty_store, data / FILE_NAME)
    return data


@pytest.fixture(scope="session")
def course_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base address of a real server with the test course."""
    with starting() as start:
        data = with_kept_runs(tmp_path_factory.mktemp("course-data"), tmp_path_factory)
        yield start("-m", "app", "serve", "--port", "0", "--data", str(data), "--content", str(CONTENT)).address()
