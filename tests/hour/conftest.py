"""The built-in lesson on a real server and in process, with its slow runs computed once for all.
It refuses to share learners."""

import time
from collections.abc import Iterator

import pytest

from app.course.lesson import Lesson
from tests.asking import ask
from tests.course_site.site import Site
from tests.prepared import with_kept_runs

LESSON = "batching-speculation"
DEADLINE_S = 240.0


@pytest.fixture(scope="session")
def hour(server: str) -> Iterator[str]:
    """The address of the lesson, once its server has prepared it."""
    address = f"lessons/{LESSON}"
    until = time.monotonic() + DEADLINE_S
    while ask(server, f"/{address}").status != 200:
        assert time.monotonic() < until, "the lesson is not prepared"
        time.sleep(0.5)
    yield f"{server}{address}"


@pytest.fixture(scope="session")
def site(hour: str, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The same in process: the runs are at hand, because the server has kept them."""
    data = with_kept_runs(tmp_path_factory.mktemp("hour"), tmp_path_factory)
    made = Site(data, None)
    made.app.extensions["store"].prepare()
    return made


@pytest.fixture(scope="session")
def lesson(site: Site) -> Lesson:
    found = site.course.lesson(LESSON)
    assert found is not None
    return found


@pytest.fixture
def fresh(site: Site) -> Site:
    """Nobody has answered anything yet."""
    site.client = site.app.test_client()
    return site
