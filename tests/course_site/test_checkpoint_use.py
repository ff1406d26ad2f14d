"""A checkpoint as a person uses it: by keys alone, without JavaScript, and what is typed elsewhere stays.
It refuses to know how pages are made."""

import re

from playwright.sync_api import Page, expect

from app.course.items import Question
from app.course.posing import posed
from app.web.course import Shelf
from tests.a11y.arriving import follow
from tests.a11y.matrix import LIGHT, NO_SCRIPTS
from tests.a11y.tabs import Tabs
from tests.course_site.test_lesson_states import EXAM
from tests.course_site.test_lesson_use import tab_to
from tests.test_checkpoint_learners import computed


def asked(page: Page, shelf: Shelf, id: str) -> Question:
    """The question with the numbers that the page shows."""
    draw = page.locator(f"form[action='/items/{id}'] input[name=draw]").input_value()
    block = shelf.places[id].block
    assert isinstance(block, Question)
    return posed(shelf.store.bench, block, int(draw))[0]


def fill(page: Page, id: str, question: Question) -> None:
    """Choose and type the right answer."""
    form = page.locator(f"form[action='/items/{id}']")
    for name, values in computed(question, None).items():  # type: ignore[arg-type]
        if name == "choice":
            for value in values:
                form.locator(f"input[value='{value}'][name=choice]").check()
        elif name.startswith("place-"):
            form.locator(f"select[name={name}]").select_option(values[0])
        else:
            form.locator(f"[name={name}]").fill(values[0])


def test_a_round_without_javascript_is_passed_and_asked_again(tabs: Tabs, course_server: str, shelf: Shelf) -> None:
    with tabs.opened(f"{course_server}lessons/families/ten", NO_SCRIPTS) as page:
        for place, id in enumerate(EXAM, 1):
            fill(page, id, asked(page, shelf, id))
            follow(page.locator(f"#{id}-commit"))
            assert page.url.endswith(f"#{id}")
            assert page.locator("#exam--score").inner_text().startswith(f"{place} of 10 answered, {place} right")
            assert page.locator(f"form[action='/items/{id}']").count() == 0
        assert "That is a pass: 8 were needed." in page.locator("#exam--score").inner_text()
        before = page.locator("#exam-cache .ask").inner_text()
        follow(page.locator("#exam-again"))
        assert page.locator("form[action^='/items/exam-']").count() == 10
        assert page.locator("#exam-cache .ask").inner_text() != before


def test_a_question_by_keys_alone_says_how_it_went_and_leaves_the_others_as_typed(
    tabs: Tabs, course_server: str, shelf: Shelf
) -> None:
    with tabs.opened(f"{course_server}lessons/families/ten", LIGHT) as page:
        page.locator("#exam-transfer-value").fill("12")
        question = asked(page, shelf, "exam-round")
        tab_to(page, "exam-round-value")
        page.keyboard.type("a few")
        page.keyboard.press("Enter")
        expect(page.locator("#exam-round-errors")).to_be_focused()
        expect(page.locator("#exam-round-errors")).to_have_text(re.compile("^\\s*Not read, so not counted"))
        tab_to(page, "exam-round-value")
        page.keyboard.press("Control+A")
        page.keyboard.type(f"{computed(question, None)['value'][0]}")  # type: ignore[arg-type]
        page.keyboard.press("Enter")
        expect(page.locator("#exam-round-verdict")).to_be_focused()
        expect(page.locator("#exam-round-verdict")).to_contain_text(": right. 1 of 10 answered, 1 right so far.")
        expect(page.locator("#exam--score")).to_contain_text("1 of 10 answered, 1 right so far.")
        expect(page.locator("#exam-transfer-value")).to_have_value("12")
        asked(page, shelf, "exam-logged")
        tab_to(page, "exam-cache-value")
        tab_to(page, "exam-cache-skip")
        page.keyboard.press("Enter")
        expect(page.locator("#exam-cache-verdict")).to_have_text(re.compile("^You skipped this; it is .* bytes"))
        expect(page.locator("#exam-cache-verdict")).to_contain_text("2 of 10 answered")
        # How the round stood after an earlier answer is not said any more.
        expect(page.locator("#exam-round-verdict")).not_to_contain_text("of 10 answered")
        expect(page.locator("#exam-transfer-value")).to_have_value("12")


def test_a_lone_family_by_keys_alone_and_again(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/families/alone", LIGHT) as page:
        before = page.locator("#practice .ask").inner_text()
        page.locator("#practice-skip").press("Enter")
        expect(page.locator("#practice-verdict")).to_be_focused()
        tab_to(page, "practice-again")
        page.keyboard.press("Enter")
        expect(page.locator("#practice-value")).to_have_value("")
        expect(page).to_have_url(re.compile("again=practice"))
        expect(page.locator("#practice .ask")).not_to_have_text(before)
        page.locator("#practice-skip").press("Enter")
        expect(page.locator("#practice-verdict")).to_be_focused()
        expect(page).not_to_have_url(re.compile("again="))
        page.reload()
        expect(page.locator("#practice-again")).to_be_visible()
