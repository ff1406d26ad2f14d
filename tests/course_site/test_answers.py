"""Answers over HTTP: each is stored once and told in words, the same on a whole page and in a part.
It refuses to look at how a page looks."""

import re
from html import unescape
from typing import Any

import pytest

from app.course.marking import shuffled
from tests.course_site.site import Site, stored, words

CASES = [
    ("ship", {"choice": "1", "sure": "75"}, 1.0, "Right."),
    ("ship", {"choice": "0"}, 0.0, "Not that one."),
    ("grow", {"low": "20", "high": "25"}, 1.0, "You said 20 to 25; it is 21.56 GB: inside."),
    (
        "grow",
        {"low": "18 GiB", "high": "20,5"},
        0.0,
        "You said 19.327352832 to 20.5; it is 21.56 GB: outside, above your range.",
    ),
    ("context-way", {"direction": "down"}, 0.0, "You said down; it went up: not what you said."),
    ("down", {"direction": "down"}, 1.0, "You said down; it went down: right."),
    ("steps", {"low": "15", "high": "15"}, 1.0, "You said 15 to 15; it is 15 steps: inside."),
    ("bytes", {"value": "60 060"}, 1.0, "You said 60,060; it is 60,060 bytes: right."),
    ("bytes", {"value": "12012"}, 0.0, "You said 12,012; it is 60,060 bytes: too low."),
    ("bytes", {"value": "6.006e4 bytes"}, 1.0, "You said 60,060; it is 60,060 bytes: right."),
    ("own-words", {"words": "It ends at the first difference."}, None, "Kept in your words."),
    ("two-fields", {"fixed": "3,2 GB", "because": "it does"}, 1.0, "1 of 1 right. Fixed part: 3.2 GB, you said 3.2."),
    ("readiness-rubric", {"row-0": "ready", "row-1": "missing"}, None, "1 of 2 rows are ready."),
    ("proof", {"release": "R12", "fallback": "R11", "note": "Back to R11."}, None, "Kept in your words."),
]
for_each_case = pytest.mark.parametrize(
    ("id", "fields", "score", "verdict"), CASES, ids=[f"{c[0]}-{n}" for n, c in enumerate(CASES)]
)


@for_each_case
def test_an_answer_is_stored_and_told(
    site: Site, id: str, fields: dict[str, Any], score: float | None, verdict: str
) -> None:
    answer = site.send(id, **fields)
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{site.screen_of(id)}#{id}"
    marked = None if score is None else pytest.approx(score)
    assert stored(site) == [(id, "answer", marked, False, 0)]
    assert verdict in unescape(words(site.around(id)))


@for_each_case
def test_the_part_for_htmx_says_the_same(
    site: Site, id: str, fields: dict[str, Any], score: float | None, verdict: str
) -> None:
    part = site.send(id, is_part=True, **fields)
    assert part.status_code == 200
    assert "<html" not in part.text
    assert f'<div class="item{" try" if id in ("grow", "context-way") else ""}" id="{id}">' in part.text
    assert verdict in unescape(words(part.text))


def test_the_right_order_is_told_from_another(site: Site) -> None:
    draw, question = site.asked("steps-order")
    shown = shuffled(question)
    assert list(shown) != sorted(shown)
    right: dict[str, Any] = {f"place-{place}": str(rank + 1) for place, rank in enumerate(shown)}
    site.send("steps-order", draw=draw, **right)
    assert stored(site)[-1][2] == 1.0
    other: dict[str, Any] = {f"place-{place}": str(place + 1) for place in range(3)}
    site.send("steps-order", draw=draw, **other)
    assert stored(site)[-1][2] == 0.0
    assert "This is the right order." in site.around("steps-order")


def test_options_of_a_checkpoint_are_shuffled_and_marked_as_they_were_shown(site: Site) -> None:
    draw, question = site.asked("kept")
    shown = unescape(words(site.around("kept")))
    assert sorted(question.options, key=lambda each: shown.index(each.html)) == list(question.options)
    part = site.send("kept", is_part=True, draw=draw, choice=["0", "1", "2"])
    assert "You judged 2 of 3 options rightly." in words(part.text)
    site.client = site.app.test_client()
    draw, question = site.asked("kept")
    right = [str(place) for place, option in enumerate(question.options) if option.right]
    assert "All right." in words(site.send("kept", is_part=True, draw=draw, choice=right).text)


def test_the_first_prediction_counts_and_a_second_tab_is_told_so_on_every_page(site: Site) -> None:
    site.send("grow", low="1", high="2")
    second = site.send("grow", is_part=True, low="20", high="25")
    for page in (unescape(words(second.text)), unescape(words(site.around("grow")))):
        assert "You said 1 to 2; it is 21.56 GB: outside, above your range." in page
        assert 'This was said first and counts; "20 to 25" was sent later and changes nothing.' in page
    assert "1 to 2 GB" in site.page("/ranges")
    assert "20 to 25" not in site.page("/ranges")
    site.skip("steps")
    site.send("steps", low="15", high="15")
    page = unescape(words(site.around("steps")))
    assert "Your skip came first and counts" in page
    site.send("ship", choice="0")
    site.send("ship", choice="1")
    page = unescape(words(site.around("ship")))
    assert "Not that one. This was said first and counts; another choice was sent later" in page
    site.send("context-way", direction="up")
    site.send("context-way", direction="up", key="once more")
    # The skip that stands on the same screen says it, and nobody else.
    assert site.around("context-way").count("was sent later") == 1


def test_an_option_says_whether_it_was_missed_and_a_step_whether_its_place_was_right(site: Site) -> None:
    (draw, kept), (_, question) = site.asked("kept"), site.asked("steps-order")
    weights = next(place for place, each in enumerate(kept.options) if "Weights" in each.html)
    # The first two change places.
    places = {f"place-{shown}": (2, 1, 3)[place] for shown, place in enumerate(shuffled(question))}
    site.send("kept", draw=draw, choice=str(weights))
    site.send("steps-order", **places)
    page = words(site.around("kept"))
    assert "Weights (right, and you chose it)" in page
    assert "Activations (right, and you left it out)" in page
    assert "The data set (not right)" in page
    assert "Propose (belongs at place 1, you said 2: not right)" in page
    assert "Accept a prefix (belongs at place 3, right)" in page


def test_one_thing_takes_the_focus_after_an_answer_and_after_a_refused_one(site: Site) -> None:
    for id, fields in (("bytes", {"value": "60060"}), ("prefix", {"choice": "0"})):
        answered = site.send(id, is_part=True, **fields).text
        assert re.findall(r'id="([^"]*)"[^>]* autofocus', answered) == [f"{id}-verdict"]
        refused = site.send(id, is_part=True, key="again").text
        assert re.findall(r'id="([^"]*)"[^>]* autofocus', refused) == [f"{id}-errors"]
    kept = site.send("own-words", is_part=True, words="It ends at the first difference.").text
    assert re.findall(r'id="([^"]*)"[^>]* autofocus', kept) == ["own-words-verdict"]
