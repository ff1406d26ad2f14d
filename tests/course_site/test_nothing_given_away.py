"""No page holds what follows from an answer before that answer or a skip is stored; then it does, for every item.
The secrets are taken from the compiled lessons, so that a new block cannot be forgotten."""

import re
from html import unescape

import pytest

from app.course.items import Predict, Prose, Question, Try
from app.course.lesson import FailureMode, LabBlock, Lesson, Reveal, every_block
from app.course.outline import ItemBlock, items_of, places
from app.course.verdicts import answer_words
from tests.course_site.site import LESSON, Site

IDS = [
    *("ship", "grow", "context-way", "down", "steps", "bytes", "drawn", "prefix", "kept", "steps-order", "own-words"),
    *("two-fields", "readiness-rubric", "tail", "proof", "ready-one"),
]


def tidy(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def prose_in(blocks: tuple[object, ...]) -> list[str]:
    found = [each.html for each in every_block(blocks) if isinstance(each, Prose)]  # type: ignore[arg-type]
    return [tidy(part) for html in found for part in re.findall(r"<(?:p|td)[^>]*>(.*?)</(?:p|td)>", html, re.S)]


def secrets_of(lesson: Lesson, block: ItemBlock) -> list[str]:
    """Words that only an answered item may show: reasons, reveals, right numbers, the sweep."""
    found: list[str] = []
    if isinstance(block, Question | Predict):
        found += [tidy(option.reason) for option in block.options]
        found += prose_in(block.reveals)
    if isinstance(block, Question | Predict | Try) and block.answer is not None and len(str(block.answer.value)) > 2:
        found.append(answer_words(block.answer))
    if isinstance(block, Try):
        found += [tidy(block.reason), tidy(block.why), *(tidy(each) for each in block.boxes)]
        found += [f'data-at="{value}"' for value in block.values]
    if isinstance(block, FailureMode):
        found += [tidy(each) for each in (block.detector, block.owner, block.mitigation, block.stop)]
    for screen in lesson.screens:
        for each in every_block(screen.blocks):
            if isinstance(each, Reveal) and each.item == block.item.id:
                found += prose_in(each.blocks)
    return [each for each in found if len(each) > 3]


def holds(text: str, secret: str) -> bool:
    """Whether the text has the secret; a number counts only as a number of its own, not inside 251.88."""
    if re.fullmatch(r"[\d.,]+", secret):
        return re.search(rf"(?<![\d.]){re.escape(secret)}(?!\d)", text) is not None
    return secret in text


def test_every_item_of_the_course_is_in_this_test(site: Site) -> None:
    # The lesson of families has a test of its own, over the numbers that are drawn.
    others = [lesson for lesson in site.course.lessons if lesson.id != "families"]
    assert sorted(places(tuple(others))) == sorted(IDS)


@pytest.mark.parametrize("id", IDS)
def test_consequences_are_in_no_page_before_an_answer_is_stored(site: Site, id: str) -> None:
    place = site.app.extensions["shelf"].places[id]
    secrets = secrets_of(place.lesson, place.block)
    others = [item.item.id for item in items_of(place.screen) if item.item.id != id]
    for other in others:
        site.skip(other)
    addresses = [f"/lessons/{place.lesson.id}/{screen.id}" for screen in place.lesson.screens]
    asked = f"{site.screen_of(id)}?{id}.at=54&{id}-answer=1"
    pages = [site.page(each) for each in (*addresses, asked, f"/lessons/{LESSON}?paper=yes", "/glossary", "/")]
    for secret in secrets:
        for page in pages:
            assert not holds(tidy(page), secret), secret
            assert not holds(unescape(page), secret), secret


@pytest.mark.parametrize("id", IDS)
def test_consequences_are_on_the_screen_once_a_skip_is_stored(site: Site, id: str) -> None:
    place = site.app.extensions["shelf"].places[id]
    site.skip(id)
    if isinstance(place.block, Try):
        assert site.send(id, step="why", do="skip").status_code == 303
    page = site.around(id)
    for secret in secrets_of(place.lesson, place.block):
        assert secret in tidy(page) or secret in unescape(page), secret


def test_a_hint_gives_nothing_else_away(site: Site) -> None:
    secrets = secrets_of(site.course.lessons[0], site.block("ship"))
    assert site.send("ship", do="hint").status_code == 303
    page = site.around("ship")
    assert "Look at who is not in a median." in page
    assert "Compare the slowest caller" not in page
    assert [each for each in secrets if each in tidy(page)] == []


def test_the_figure_of_a_try_at_another_value_is_refused_before_an_answer(site: Site) -> None:
    assert site.client.get("/items/grow/shape?grow.at=54").status_code == 403
    site.skip("grow")
    assert "needed" in site.page("/items/grow/shape?grow.at=54")


def test_an_answer_that_was_not_read_shows_no_consequences(site: Site) -> None:
    for is_part in (False, True):
        answer = site.send("bytes", is_part=is_part, value="about sixty thousand", do="commit")
        assert answer.status_code == 422
        for secret in secrets_of(site.course.lessons[0], site.block("bytes")):
            assert secret not in answer.text


def test_the_course_has_every_kind_of_block(site: Site) -> None:
    kinds = {
        type(block)
        for lesson in site.course.lessons
        for screen in lesson.screens
        for block in every_block(screen.blocks)
    }
    assert LabBlock in kinds
    assert len(kinds) == 15
