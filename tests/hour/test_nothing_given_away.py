"""No page of the built-in lesson holds what follows from an answer before it or a skip is stored, sweeps included.
Sentences are sought on every page, the right number on every screen up to its own, other numbers on their own screen:
they may stand on another where they have been earned."""

import re
from html import unescape

from app.course.items import Predict, Question, Try
from app.course.lesson import Lesson, Screen
from app.course.outline import ItemBlock, items_of
from app.course.path import ways
from app.course.verdicts import answer_words
from tests.course_site.site import Site
from tests.course_site.test_nothing_given_away import holds, secrets_of, tidy
from tests.hour.conftest import LESSON

FEWEST_WORDS = 4


def in_path_order(lesson: Lesson) -> list[Screen]:
    parts = ways(lesson)
    return [*parts.lead, *parts.hour, *parts.beyond]


def secrets(lesson: Lesson, block: ItemBlock) -> tuple[list[str], list[str]]:
    """Sentences and sweeps, then numbers. Drawn questions have tests of their own."""
    if isinstance(block, Question) and block.family is not None:
        return [], []
    found = secrets_of(lesson, block)
    if isinstance(block, Try) and block.kind == "direction":
        # Which way it goes is asked; the number may be that of the baseline.
        found = [each for each in found if each != right_number(block)]
    said = [each for each in found if len(each.split()) >= FEWEST_WORDS or each.startswith("data-at=")]
    return said, [each for each in found if re.fullmatch(r"[\d.,]+( [a-z/]+)?", each)]


def right_number(block: ItemBlock) -> str:
    has_one = isinstance(block, Question | Predict | Try) and block.answer is not None
    return answer_words(block.answer) if has_one else ""


def test_no_page_gives_an_answer_away_before_it_is_stored(fresh: Site, lesson: Lesson) -> None:
    screens = in_path_order(lesson)
    pages = {screen.id: fresh.page(f"/lessons/{LESSON}/{screen.id}") for screen in screens}
    others = [fresh.page(each) for each in (f"/lessons/{LESSON}?paper=yes", f"/lessons/{LESSON}", "/glossary", "/")]
    told = {name: (tidy(page), unescape(page)) for name, page in pages.items()}
    aside = [(tidy(page), unescape(page)) for page in others]
    found, sought = [], 0
    for place, screen in enumerate(screens):
        upto = [told[each.id] for each in screens[: place + 1]]
        for block in items_of(screen):
            said, numbers = secrets(lesson, block)
            sought += len(said) + len(numbers)
            for each in said:
                # A sweep belongs to its own screen: other controls have the same values.
                where = [told[screen.id]] if each.startswith("data-at=") else [*told.values(), *aside]
                found += [(block.item.id, each) for words, markup in where if each in words or each in markup]
            for each in numbers:
                where = upto if each == right_number(block) else [told[screen.id]]
                found += [(block.item.id, each) for words, _ in where if holds(words, each)]
    assert found == []
    assert sought > 200


def test_before_the_first_decision_no_list_and_no_print_tells_its_outcome(fresh: Site, lesson: Lesson) -> None:
    contents, paper = (tidy(fresh.page(f"/lessons/{LESSON}{query}")) for query in ("", "?paper=yes"))
    for page in (contents, paper):
        assert not re.search(r"missing|R12[^.]{0,40}(drop|wait|break|harm|stop)|columns that", page)
        assert "rare p99" not in page
    later = next(screen for screen in lesson.screens if screen.id == "replay").title
    assert "Not printed yet" in paper
    assert re.search(
        r"Only the first \d+ of \d+ screens are here. They end at a decision that is still open, because", paper
    )
    assert "To print all of it, answer or skip “Would you ship R12?” , then open this page again." in paper
    assert later not in paper
    fresh.skip("ship-decision")
    whole = tidy(fresh.page(f"/lessons/{LESSON}?paper=yes"))
    assert later in whole
    assert "Not printed yet" not in whole and "still open" not in whole


def test_the_contract_of_the_first_screen_has_all_its_lines(fresh: Site) -> None:
    page = tidy(fresh.page(f"/lessons/{LESSON}/ship"))
    for line in ("within 3 s, for all and rare", "0.4 dollars a million", "0.02 of the model's"):
        assert line in page


def test_what_is_asked_in_an_address_gives_nothing_away(fresh: Site, lesson: Lesson) -> None:
    for screen in lesson.screens:
        for block in items_of(screen):
            id = block.item.id
            page = fresh.page(f"/lessons/{LESSON}/{screen.id}?{id}.at=1&{id}-answer=1&again={id}")
            assert [each for each in secrets(lesson, block)[0] if each in tidy(page) or each in unescape(page)] == []


def test_a_skip_of_every_item_shows_what_follows_from_it(fresh: Site, lesson: Lesson) -> None:
    missing = []
    for screen in lesson.screens:
        for block in items_of(screen):
            assert fresh.send(block.item.id, do="skip").status_code == 303
            if isinstance(block, Try):
                assert fresh.send(block.item.id, step="why", do="skip").status_code == 303
        page = fresh.page(f"/lessons/{LESSON}/{screen.id}")
        words, markup = tidy(page), unescape(page)
        for block in items_of(screen):
            missing += [each for each in secrets(lesson, block)[0] if each not in words and each not in markup]
        ids = re.findall(r' id="([^"]+)"', page)
        assert sorted(set(ids)) == sorted(ids)
    assert missing == []
