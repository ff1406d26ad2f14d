"""A lesson as a person uses it: by keys alone, without JavaScript, on a narrow screen, and what is said aloud.
It refuses to know how pages are made."""

import re

import pytest
from playwright.sync_api import Page, Request, expect

from tests.a11y.arriving import follow
from tests.a11y.matrix import LIGHT, NARROW, NO_SCRIPTS
from tests.a11y.tabs import Tabs
from tests.course_site.site import LESSON

SAID = "You said 20 to 25; it is 21.56 GB: inside."


def tab_to(page: Page, id: str) -> None:
    """Press Tab until the element has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == id:
            return
    pytest.fail(f"Tab does not reach {id}")


def test_the_loop_by_keys_alone(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/fit", LIGHT) as page:
        tab_to(page, "grow-low")
        page.keyboard.type("20")
        tab_to(page, "grow-high")
        page.keyboard.type("25")
        tab_to(page, "grow-commit")
        page.keyboard.press("Enter")
        expect(page.locator("#grow-verdict")).to_be_focused()
        expect(page.locator("#grow-verdict")).to_have_text(SAID)
        tab_to(page, "grow-at-range")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#grow-at")).to_have_value("48")
        expect(page.locator("table[data-table='grow-sweep'] tr.now th")).to_have_text("48 now")
        expect(page.locator("table[data-table='grow-curve'] tr.now th")).to_have_text("48 now")
        expect(page.locator("#status")).to_contain_text("48 samples take 19.52 GB")
        expect(page.locator("#grow-at-range")).to_be_focused()
        tab_to(page, "grow-why-why")
        page.keyboard.type("The weights are there once.")
        page.keyboard.press("Enter")
        expect(page.locator("#grow-reason")).to_contain_text("Each sample adds its activations")
        tab_to(page, "continue")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Which way does it go?")


def test_the_slider_moves_sentence_marker_and_row_without_a_request(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/which-way", LIGHT) as page:
        page.locator("#context-way-direction").check()
        page.locator("#context-way-commit").click()
        expect(page.locator("#context-way-verdict")).to_have_text("You said up; it went up: right.")
        marker = page.locator("figure[data-figure='context-way-sweep'] svg.wide g.now")
        before = marker.get_attribute("transform")
        sent: list[Request] = []
        page.route("**/items/**", lambda route: route.abort())
        page.on("request", lambda request: sent.append(request))
        page.locator("#context-way-at-range").focus()
        page.keyboard.press("Home")
        expect(page.locator("table[data-table='context-way-sweep'] tr.now th")).to_have_text(re.compile("2,048 now"))
        expect(marker).not_to_have_attribute("transform", before or "")
        says = page.locator("table[data-table='context-way-sweep'] tr.now td").last.inner_text()
        expect(page.locator("#context-way-says")).to_have_text(says)
        spoken = re.compile(re.escape(says))
        expect(page.locator("#context-way-at-range")).to_have_attribute("aria-valuetext", spoken)
        assert [each.url for each in sent if "/shape" not in each.url] == []


def test_moving_the_control_first_is_a_skip_and_keeps_the_focus(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/fit", LIGHT) as page:
        page.locator("#grow-at-range").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#grow-verdict")).to_have_text("You skipped this; it is 21.56 GB.")
        expect(page.locator("#grow-at-range")).to_be_focused()
        expect(page.locator("#grow-at")).to_have_value("32")


def test_hints_come_one_by_one_and_are_said(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/decide", LIGHT) as page:
        page.locator("#ship-hint").press("Enter")
        expect(page.locator(".hints li")).to_be_focused()
        expect(page.locator(".hints li")).to_have_text("Look at who is not in a median.")
        page.locator("#ship-hint").press("Enter")
        expect(page.locator(".hints li")).to_have_count(2)
        expect(page.locator("#ship-hint")).to_have_count(0)
        expect(page.locator(":focus")).to_have_count(1)


def test_an_answer_gives_the_focus_to_its_verdict_when_it_can_be_given_again(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/by-hand", LIGHT) as page:
        page.locator("#bytes-value").fill("12012")
        page.locator("#bytes-commit").press("Enter")
        expect(page.locator("#bytes-verdict")).to_have_text("You said 12,012; it is 60,060 bytes: too low.")
        expect(page.locator("#bytes .reason")).to_have_text("The batch is missing.")
        expect(page.locator("#bytes-verdict")).to_be_focused()
        expect(page.locator("#continue")).to_have_class(re.compile("hollow"))


def test_the_whole_lesson_without_javascript(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/decide", NO_SCRIPTS) as page:
        page.locator("#ship-choice-1").check()
        follow(page.locator("#ship-commit"))
        assert page.url.endswith("#ship")
        assert page.locator("#ship-verdict").inner_text() == "Right."
        follow(page.locator("#continue"))
        page.locator("#grow-low").fill("20")
        page.locator("#grow-high").fill("25")
        follow(page.locator("#grow-commit"))
        assert page.locator("#grow-verdict").inner_text() == SAID
        page.locator("#grow-at").fill("32")
        follow(page.locator("#grow-at-set"))
        assert page.locator("#grow-says").inner_text().startswith("32 samples take 14.08 GB")
        assert page.locator("table[data-table='grow-sweep'] tr.now th").inner_text() == "32 now"
        follow(page.locator("#grow-why-skip"))
        assert "Each sample adds" in page.locator("#grow-reason").inner_text()


def test_sentence_figure_and_slider_are_in_one_view_at_320(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/which-way", NARROW) as page:
        page.locator("#context-way-skip").click()
        page.locator("#context-way-verdict").wait_for()
        top = page.locator("#context-way-says").bounding_box()
        low = page.locator("#context-way-at-range").bounding_box()
        assert top is not None
        assert low is not None
        assert low["y"] + low["height"] - top["y"] <= 560


def test_a_phone_opens_the_settings_without_sliding_and_offers_digits_for_numbers(
    tabs: Tabs, course_server: str
) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/lab-screen", NARROW) as page:
        page.locator("details.with summary").click()
        page.locator("details.with dd").first.evaluate("(cell) => { cell.textContent = 'synthetic-conversation'; }")
        page.locator("details.with dt").first.evaluate("(cell) => { cell.textContent = 'Requests-in-the-waiting'; }")
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        page.goto(f"{course_server}lessons/{LESSON}/by-hand")
        expect(page.locator("#bytes-value")).to_have_attribute("inputmode", "decimal")
        page.goto(f"{course_server}lessons/{LESSON}/check")
        expect(page.locator("#two-fields-fixed")).to_have_attribute("inputmode", "decimal")
        words = page.locator("#two-fields-because, #own-words-words")
        assert words.evaluate_all("(all) => all.map((each) => each.inputMode)") == ["", ""]


def test_what_is_typed_survives_a_server_that_does_not_answer(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/by-hand", LIGHT) as page:
        page.route("**/items/**", lambda route: route.abort())
        page.locator("#bytes-value").fill("60060")
        page.locator("#bytes-commit").click()
        expect(page.locator("#trouble")).to_contain_text("nothing was stored")
        expect(page.locator("#bytes-value")).to_have_value("60060")


def test_what_was_skipped_gives_the_focus_to_what_is_said_about_it(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/fit", LIGHT) as page:
        page.locator("#grow-skip").press("Enter")
        expect(page.locator("#grow-verdict")).to_be_focused()
        page.locator("#grow-why-skip").press("Enter")
        expect(page.locator("#grow-why-said")).to_be_focused()
        page.goto(f"{course_server}lessons/{LESSON}/by-hand")
        page.locator("#bytes-skip").press("Enter")
        expect(page.locator("#bytes-verdict")).to_be_focused()
