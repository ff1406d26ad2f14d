"""What holds of every page about a learner: kept by nobody, changed by no visit, closed to others, sent by our pages.
It refuses to know what they say."""

import gzip
import re
import sqlite3
from contextlib import closing

import pytest
from flask.testing import FlaskClient

from app.store import FILE_NAME
from tests.course_site.site import OURS, Site

PAGES = [
    "/work",
    "/review",
    "/review/bytes",
    "/ranges",
    "/ranges.csv",
    "/evidence/every-block",
    "/evidence/every-block?again=yes",
    "/evidence/every-block.md",
    "/evidence/every-block.json",
    "/data",
    "/data/mine.json",
    "/data/erase",
    "/data/start-over",
    "/keep",
]
MOST_BYTES = 60_000


@pytest.fixture
def known(site: Site) -> Site:
    """A site whose browser has answered, kept a result and typed words of its own."""
    site.send("bytes", value="60060")
    site.send("grow", low="20", high="25")
    site.send("proof", release="R12", fallback="R11", note="Words of Ann.")
    site.client.post("/evidence/every-block/keep", data={"piece": "2"}, headers=OURS)
    return site


def dump(site: Site) -> list[str]:
    with closing(sqlite3.connect(site.app.config["SETTINGS"].data / FILE_NAME)) as connection:
        return list(connection.iterdump())


def test_no_copy_is_kept_and_no_visit_changes_anything(known: Site) -> None:
    before = dump(known)
    for page in PAGES:
        for method in ("GET", "HEAD"):
            answer = known.client.open(page, method=method)
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store"), page
            assert "ETag" not in answer.headers
            assert "Set-Cookie" not in answer.headers
    assert dump(known) == before


def test_another_browser_sees_nothing_of_it(known: Site) -> None:
    other: FlaskClient = known.app.test_client()
    other.post("/items/ship", data={"do": "skip"}, headers=OURS)
    for page in PAGES:
        answer = other.get(page)
        assert answer.status_code == (404 if page in ("/review/bytes", "/ranges.csv") else 200)
        for secret in ("Words of Ann.", "60060", "sha256:", "20 to 25"):
            assert secret not in answer.text.replace("sha256, by", ""), page


def test_no_page_weighs_more_than_sixty_kilobytes_with_all_that_it_loads(known: Site) -> None:
    for page in [each for each in PAGES if not each.endswith((".json", ".md", ".csv"))]:
        text = known.page(page)
        loaded = re.findall(r'(?:href|src)="(/static/[^"]+)"', text)
        packed = {"Accept-Encoding": "gzip"}
        sizes = [len(known.client.get(each, headers=packed).data) for each in loaded]
        assert len(gzip.compress(text.encode())) + sum(sizes) <= MOST_BYTES, page
        assert "style=" not in text
        ids = re.findall(r' id="([^"]+)"', text)
        assert sorted(set(ids)) == sorted(ids)


def test_the_learners_page_leads_everywhere(known: Site) -> None:
    page = known.page("/work")
    for address in ("/review", "/ranges", "/evidence/every-block", "/keep", "/data"):
        assert f'href="{address}"' in page
    assert "3 of 15 items answered or skipped" in page
    assert 'href="/work"' in known.page("/lessons/every-block")
    end = known.page("/lessons/every-block/release")
    assert 'href="/ranges"' in end and 'href="/evidence/every-block"' in end


def test_what_was_typed_is_no_formula_in_the_csv(known: Site) -> None:
    with known.app.extensions["store"].writing() as connection:
        typed = '{"high":["2"],"low":["=cmd|calc"]}'
        connection.exec_driver_sql("update attempt set answer = ? where item_id = 'grow'", (typed,))
    text = known.client.get("/ranges.csv").text
    assert "'=cmd|calc to 2" in text and ",=cmd" not in text


def test_a_store_that_cannot_be_read_is_said_and_never_called_empty(known: Site) -> None:
    path = known.app.config["SETTINGS"].data / FILE_NAME
    known.app.extensions["store"].close()
    whole = path.read_bytes()
    path.write_bytes(b"no database" * 1000)
    for page in PAGES:
        answer = known.client.get(page)
        is_plain = page in ("/data", "/data/erase", "/data/start-over", "/keep")
        assert answer.status_code == (200 if is_plain else 503), page
        assert page == "/keep" or "The file of answers is damaged" in answer.text
        assert "Nothing of yours" not in answer.text and "You have given no range" not in answer.text
    for lesson_page in ("/", "/lessons/every-block", "/lessons/every-block/decide", "/labs"):
        assert known.client.get(lesson_page).status_code == 200
    path.write_bytes(whole)
    assert "1 of your 1 range held" in known.page("/ranges")


def test_a_store_that_cannot_write_says_so_and_goes_on_later(known: Site) -> None:
    store = known.app.extensions["store"]
    changes = [
        ("/review", {"reviews": "off"}),
        ("/review/bytes", {"value": "60060"}),
        ("/evidence/every-block/keep", {"piece": "0"}),
        ("/data/start-over", {"sure": "yes"}),
        ("/data/erase", {"sure": "yes"}),
    ]
    for path, form in changes:
        before = dump(known)
        with store._writer.begin() as connection:
            connection.exec_driver_sql("PRAGMA query_only = ON")
        answer = known.client.post(path, data=form, headers=OURS)
        assert (answer.status_code, "so this was not saved" in answer.text) == (503, True), path
        assert dump(known) == before
        store.close()
        assert known.client.post(path, data=form, headers=OURS).status_code == 303, path
        assert dump(known) != before
