"""While the store is held, read-only or full, pages open, an answer is said to be unsaved, then it works again.
It refuses to know how a store fails; tests of the store do."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager

import pytest

from app.store import FILE_NAME
from tests.course_site.site import Site, words
from tests.security.route_table import READS, address_of

Trouble = Callable[[Site], AbstractContextManager[None]]
ANSWER = "Mine, not to be lost."


def set_for_writer(site: Site, *pragmas: str) -> None:
    with site.app.extensions["store"]._writer.begin() as connection:
        for pragma in pragmas:
            connection.exec_driver_sql(f"PRAGMA {pragma}")


@contextmanager
def held_by_another_program(site: Site) -> Iterator[None]:
    set_for_writer(site, "busy_timeout = 50")
    path = site.app.config["SETTINGS"].data / FILE_NAME
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def read_only(site: Site) -> Iterator[None]:
    set_for_writer(site, "query_only = ON")
    yield
    site.app.extensions["store"].close()


@contextmanager
def full(site: Site) -> Iterator[None]:
    set_for_writer(site, "max_page_count = 1")
    yield
    site.app.extensions["store"].close()


@pytest.mark.parametrize("trouble", [held_by_another_program, read_only, full], ids=lambda each: str(each.__name__))
def test_pages_open_and_an_unsaved_answer_stays_in_its_field(site: Site, trouble: Trouble) -> None:
    site.send("bytes", value="60060")
    fine = {endpoint: site.client.get(address_of(site.app, endpoint)).status_code for endpoint in READS}
    # A full file has a little room left in the pages that it has.
    many = 40 if trouble is full else 1
    with trouble(site):
        now = {endpoint: site.client.get(address_of(site.app, endpoint)).status_code for endpoint in READS}
        assert now == fine
        sent = (site.send("own-words", words=f"{ANSWER * 30} {number}") for number in range(many))
        answer = next(each for each in sent if each.status_code != 303)
        assert answer.status_code in (200, 503)
        assert "so this was not saved" in words(answer.text)
        assert ANSWER in answer.text
    assert site.send("own-words", words=ANSWER).status_code == 303
    assert ANSWER in site.around("own-words")
