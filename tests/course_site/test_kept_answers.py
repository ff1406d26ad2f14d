"""Answers that were stored before `60.060` was asked about keep their verdict: nothing about the question was changed.
They refuse to know which readings are doubtful; tests/test_typed_numbers.py does."""

from html import unescape

from tests.course_site.site import Site, stored, words

CHANGED = "was changed after your answer"


def rewrite(site: Site, new: dict[str, str]) -> None:
    """Stored texts as an earlier Servelab took them."""
    with site.app.extensions["store"].writing() as connection:
        for now, then in new.items():
            connection.exec_driver_sql("update attempt set answer = replace(answer, ?, ?)", (f'"{now}"', f'"{then}"'))


def test_an_answer_whose_reading_became_doubtful_keeps_its_verdict_and_text(site: Site) -> None:
    site.send("bytes", value="60.0600")
    site.send("grow", low="1500", high="2000")
    site.send("grow", step="why", why="The weights are there once.")
    site.send("grow", step="boxes", box="0")
    site.send("grow", step="variation", value="1428")
    site.send("two-fields", fixed="3200 GB", because="it does")
    before = stored(site)
    rewrite(site, {"60.0600": "60.060", "1500": "1,500", "2000": "2,000", "1428": "1,428", "3200 GB": "3,200 GB"})
    page = site.around("bytes")
    assert 'value="60.060"' in page
    told = {
        "bytes": "You said 60.06; it is 60,060 bytes: too low.",
        "grow": "You said 1,500 to 2,000; it is 21.56 GB: outside, below your range.",
        "two-fields": "0 of 1 right. Fixed part: 3.2 GB, you said 3,200.",
    }
    for id, verdict in told.items():
        said = unescape(words(site.around(id)))
        assert verdict in said
        assert CHANGED not in said
    assert "You said 1,428; it is " in unescape(words(site.around("grow")))
    assert stored(site) == before


def test_an_answer_that_fits_the_question_no_more_still_says_so(site: Site) -> None:
    site.send("bytes", value="60060")
    rewrite(site, {"60060": "sixty"})
    assert CHANGED in words(site.around("bytes"))


def test_what_is_sent_now_is_still_asked_about(site: Site) -> None:
    answer = site.send("bytes", value="60.060")
    assert answer.status_code == 422
    assert "60060 in some countries and 60.0600 in others" in unescape(words(answer.text))
    assert stored(site) == []
