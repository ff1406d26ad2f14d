"""Earlier questions again over HTTP: due by the days, told and stored apart from the lesson, switched off for good.
The time is set by hand; the steps themselves are proved in tests/test_practice_schedule.py."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tests.course_site.site import OURS, Site, stored, words

START = datetime(2026, 11, 2, 9, tzinfo=UTC)
SetDay = Callable[[float], None]


@pytest.fixture
def day(site: Site) -> SetDay:
    """Sets how many days after the start it is."""

    def to(days: float) -> None:
        site.app.extensions["store"].clock = lambda: START + timedelta(days=days)

    to(0)
    return to


def answer(site: Site, id: str, lesson: str = "", **fields: str) -> str:
    """Answer a review and give the page that follows."""
    query = f"?lesson={lesson}" if lesson else ""
    sent = site.client.post(f"/review/{id}{query}", data=fields, headers=OURS)
    assert sent.status_code == 303
    return site.page(sent.headers["Location"])


def test_a_question_comes_after_a_day_and_its_review_leaves_the_lesson_alone(site: Site, day: SetDay) -> None:
    site.send("bytes", value="60060")
    assert "Nothing is due now." in site.page("/review")
    day(1)
    assert 'href="/review/bytes">Begin: 1 question is due' in site.page("/review")
    assert "1 earlier question is due again" in words(site.page("/"))
    before = site.page("/review/bytes")
    assert "The batch is missing." not in before and "Primes make" not in before
    page = words(answer(site, "bytes", value="12012"))
    assert "You said 12,012; it is 60,060 bytes: too low." in page
    assert "It comes again in 1 day." in page
    assert stored(site)[-1][:3] == ("bytes", "review", 0.0)
    assert "You said 60,060; it is 60,060 bytes: right." in site.page("/lessons/every-block/by-hand")
    day(2)
    assert "It comes again in 1 day." in words(answer(site, "bytes", value="60060"))
    day(3)
    assert "It comes again in 3 days." in words(answer(site, "bytes", value="60060"))


def test_a_review_that_is_not_read_is_refused_and_a_skip_is_a_miss(site: Site, day: SetDay) -> None:
    site.send("kept", choice=["0", "1"])
    day(1)
    sent = site.client.post("/review/kept", data={}, headers=OURS)
    assert sent.status_code == 422
    assert 'role="alert"' in sent.text and "<title>Error: " in sent.text
    assert len(stored(site)) == 1
    page = words(answer(site, "kept", do="skip"))
    assert "It comes again in 1 day." in page
    assert "They await the backward pass." in page


def test_drawn_numbers_are_new_each_time_and_marked_by_their_own_seed(site: Site, day: SetDay) -> None:
    site.send("drawn", value="1")
    seen = set()
    for at in (1, 4, 11, 32, 53, 74):
        day(at)
        page = site.page("/review/drawn")
        (draw,) = re.findall(r'name="draw" value="(\d+)"', page)
        seen.add(re.findall(r"At (\d+) samples", words(page))[0])
        total = 3.2 + 0.34 * int(re.findall(r"At (\d+) samples", words(page))[0])
        outcome = words(answer(site, "drawn", draw=draw, value=f"{total:.2f}"))
        assert ": right." in outcome
    assert len(seen) > 1


def test_the_same_form_twice_is_one_review_and_an_old_form_counts_for_nothing(site: Site, day: SetDay) -> None:
    site.send("drawn", value="1")
    day(1)
    (draw,) = re.findall(r'name="draw" value="(\d+)"', site.page("/review/drawn"))
    old = {"draw": str(int(draw) + 1000), "value": "1"}
    sent = site.client.post("/review/drawn", data=old, headers=OURS)
    assert (sent.status_code, "This question has other numbers now" in sent.text) == (422, True)
    sent = site.client.post("/review/drawn", data={"draw": draw, "value": "1", "version": "older"}, headers=OURS)
    assert sent.status_code == 422
    assert len(stored(site)) == 1
    for _ in range(2):
        answer(site, "drawn", draw=draw, value="1")
    assert len(stored(site)) == 2


def test_the_outcome_leads_to_the_screen_that_teaches_it(site: Site, day: SetDay) -> None:
    site.send("practice", value="1")
    site.send("bytes", value="1")
    day(1)
    assert re.search(r'Look it up: <a href="/lessons/families/draft-idea">', answer(site, "practice", do="skip"))
    assert re.search(r'Look it up: <a href="/lessons/every-block/by-hand">', answer(site, "bytes", do="skip"))


def test_a_review_moves_no_number_of_the_lesson(site: Site, day: SetDay) -> None:
    site.send("drawn", value="1")
    before = site.around("drawn")
    day(1)
    answer(site, "drawn", value="1")
    assert site.around("drawn") == before


def test_only_answered_graded_questions_come_again(site: Site, day: SetDay) -> None:
    site.send("own-words", words="Mine.")
    site.send("grow", low="1", high="2")
    site.skip("prefix")
    day(5)
    assert "you have answered none yet" in site.page("/review")
    for id in ("own-words", "grow", "prefix", "bytes", "no-such"):
        assert site.client.get(f"/review/{id}").status_code == 404
        assert site.client.post(f"/review/{id}", data={"do": "skip"}, headers=OURS).status_code == 404


def test_the_switch_is_stored_and_holds_on_every_page(site: Site, day: SetDay) -> None:
    site.send("bytes", value="60060")
    day(2)
    assert site.client.post("/review", data={"reviews": "perhaps"}, headers=OURS).status_code == 400
    for word, is_shown in (("off", False), ("on", True), ("off", False)):
        sent = site.client.post("/review", data={"reviews": word}, headers=OURS)
        assert (sent.status_code, sent.headers["Location"]) == (303, "/review")
        assert ("Begin: 1 question is due" in site.page("/review")) is is_shown
        assert ("due again" in site.page("/")) is is_shown
        assert ("of earlier work" in site.page("/lessons/second")) is is_shown
        assert ("Reviews are switched off." in words(site.page("/work"))) is not is_shown
    assert "Switch reviews on" in site.page("/review")
    assert [each[:2] for each in stored(site)][1:] == [("servelab:review", "switch")] * 3


def test_a_lesson_begins_with_three_questions_of_earlier_work(site: Site, day: SetDay) -> None:
    site.send("bytes", value="60060")
    site.send("prefix", choice="0")
    site.send("kept", choice=["0", "1"])
    site.send("drawn", value="1")
    for address in ("/lessons/second", "/lessons/second/second-readiness"):
        assert "of earlier work" not in site.page(address)
    day(0.5)
    site.send("ready-one", choice="1")
    day(2)
    begin = 'href="/review/bytes?lesson=second">First three questions of earlier work'
    for address in ("/lessons/second", "/lessons/second/second-readiness"):
        assert begin in site.page(address)
    assert 'href="/review/ready-one?lesson=every-block"' in site.page("/lessons/every-block")
    assert "of earlier work" not in site.page("/lessons/every-block/fit")
    page = answer(site, "bytes", "second", value="60060")
    assert 'href="/review/drawn?lesson=second">Next question' in page
    page = answer(site, "drawn", "second", value="1")
    assert 'href="/review/kept?lesson=second">Next question' in page
    page = answer(site, "kept", "second", do="skip")
    assert 'href="/lessons/second/second-readiness">To the lesson' in page
    assert "of earlier work" not in site.page("/lessons/second")


def test_the_ranges_page_counts_first_ranges_only(site: Site, day: SetDay) -> None:
    assert "You have given no range yet." in site.page("/ranges")
    site.send("grow", low="20", high="25")
    site.send("grow", key="again", low="1", high="2")
    site.send("steps", low="1 steps", high="2")
    site.send("bytes", value="60060")
    page = words(site.page("/ranges"))
    assert "1 of your 2 ranges held the outcome. From 8 ranges on" in page
    assert "1 What fits on the card? 20 to 25 GB 21.56 GB 100" in page
    assert "1 to 2 steps 15 steps 50" in page
    assert "missed it: the outcome is above your range" in page


def test_a_range_of_an_item_that_changed_keeps_its_mark(site: Site, day: SetDay) -> None:
    site.send("grow", low="20", high="25")
    site.send("steps", low="1", high="2")
    with site.app.extensions["store"].writing() as connection:
        connection.exec_driver_sql("update attempt set item_version = 'older' where item_id = 'grow'")
        connection.exec_driver_sql("update attempt set item_id = 'long-gone' where item_id = 'steps'")
    page = words(site.page("/ranges"))
    assert "1 of your 2 ranges held" in page
    assert "20 to 25 GB changed since" in page
    assert "an item that the course no longer has 1 to 2 changed since" in page
