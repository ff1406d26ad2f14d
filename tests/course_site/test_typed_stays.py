"""What is typed and not sent stays: through a hint, through a button of another item, through a reload of the page.
They refuse to judge what was typed."""

import re

from playwright.sync_api import expect

from tests.a11y.arriving import follow
from tests.a11y.matrix import LIGHT, NO_SCRIPTS
from tests.a11y.tabs import Tabs
from tests.course_site.site import LESSON, Site, stored


def test_a_hint_brings_back_what_was_typed_and_stores_only_the_hint(site: Site) -> None:
    for is_part in (True, False):
        answer = site.send("steps", is_part=is_part, do="hint", key=f"a-{is_part}", low="12", high="60")
        assert answer.status_code == 200
        assert 'name="low" value="12"' in answer.text and 'name="high" value="60"' in answer.text
        assert "Fill the idle slots." in answer.text
        assert "Error" not in answer.text and "Not read" not in answer.text
    assert [each[1] for each in stored(site)] == ["hint", "hint"]
    page = site.send("ship", do="hint", choice="1", sure="75").text
    assert 'value="1" checked' in page and 'value="75" checked' in page
    draw, _ = site.asked("practice")
    assert 'name="value" value="2.5"' in site.send("practice", do="hint", draw=draw, value="2.5").text
    # Nothing typed, nothing to bring back: the page keeps an address of its own.
    assert site.send("prefix", do="hint").status_code == 303


def test_nothing_typed_is_lost_by_a_hint_an_error_another_item_or_a_reload(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/which-way", LIGHT) as page:
        page.locator("#steps-low").fill("12")
        page.locator("#steps-high").fill("many")
        page.locator("#down-direction").check()
        page.reload()
        expect(page.locator("#steps-high")).to_have_value("many")
        expect(page.locator("#down-direction")).to_be_checked()
        page.locator("#steps-commit").click()
        expect(page.locator("#steps-high-error")).to_be_visible()
        page.locator("#steps-hint").click()
        expect(page.locator("#steps .hints li")).to_be_focused()
        expect(page.locator("#steps-high")).to_have_value("many")
        page.reload()
        expect(page.locator("#steps-low")).to_have_value("12")
        expect(page.locator("#steps-high")).to_have_value("many")
        page.locator("#context-way-skip").click()
        expect(page.locator("#context-way-verdict")).to_be_focused()
        expect(page.locator("#steps-high")).to_have_value("many")
        expect(page.locator("#down-direction")).to_be_checked()
        page.locator("#steps-high").fill("60")
        page.locator("#steps-commit").click()
        expect(page.locator("#steps-verdict")).to_be_focused()
        assert [each for each in page.evaluate("Object.keys(sessionStorage)") if "steps" in each] == []


def test_the_steps_of_a_try_and_a_release_note_wait_for_each_other(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/fit", LIGHT) as page:
        # The boxes and the other question of a try stand side by side, each with a button of its own.
        page.locator("#grow-skip").click()
        page.locator("#grow-why-why").fill("One term moved.")
        page.locator("#grow-why-commit").click()
        expect(page.locator("#grow-why-said")).to_be_focused()
        page.locator("#grow-variation-value").fill("13")
        page.locator("#grow-box-1").check()
        page.locator("#grow-boxes-commit").click()
        expect(page.locator("#grow-boxes-said")).to_be_focused()
        expect(page.locator("#grow-variation-value")).to_have_value("13")
        page.reload()
        expect(page.locator("#grow-variation-value")).to_have_value("13")
        page.locator("#grow-box-2").check()
        page.locator("#grow-variation-commit").click()
        expect(page.locator("#grow-variation-verdict")).to_be_focused()
        expect(page.locator("#grow-box-2")).to_be_checked()
        # A release note waits while the rubric beside it is kept.
        page.goto(f"{course_server}lessons/{LESSON}/release")
        page.locator("#proof-note").fill("It may go out.")
        for row in (0, 1):
            page.locator(f"#readiness-rubric-row-{row}-ready").check()
        page.locator("#readiness-rubric-commit").click()
        expect(page.locator("#readiness-rubric-verdict")).to_be_focused()
        expect(page.locator("#proof-note")).to_have_value("It may go out.")
        # Who erases leaves nothing behind in the tab.
        assert page.evaluate("sessionStorage.length") > 0
        page.goto(f"{course_server}data/erase")
        page.locator("#be-rid").click()
        page.wait_for_url(re.compile("/data$|/$|erase"))
        assert page.evaluate("sessionStorage.length") == 0


def test_a_hint_loses_nothing_without_javascript(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/which-way", NO_SCRIPTS) as page:
        page.locator("#steps-low").fill("12")
        page.locator("#steps-high").fill("60")
        follow(page.locator("#steps-hint"))
        assert page.locator("#steps .hints li").inner_text() == "Fill the idle slots."
        assert page.locator("#steps-low").input_value() == "12"
        assert page.locator("#steps-high").input_value() == "60"
