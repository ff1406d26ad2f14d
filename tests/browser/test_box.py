"""An update brings the drawing that is shown, and a box that turns narrow afterwards gets its own.
It refuses to look inside a drawing."""

import re
import time

from playwright.sync_api import Browser, Page, Route, expect

from tests.a11y.figures import check_table_equals_plot
from tests.a11y.matrix import LIGHT, NARROW, opened

LAB = "labs/gpu-memory-ledger"
SHOWN = """() => [...document.querySelectorAll('#result .plot')].map((plot) =>
  [...plot.querySelectorAll('svg.drawing')].filter((svg) => getComputedStyle(svg).display !== 'none').length)"""


def moved(page: Page) -> None:
    """One move of a control, answered."""
    page.wait_for_selector("[data-explore]")
    with page.expect_response(lambda answer: "microbatch" in answer.url and "figures" not in answer.url):
        page.locator("#settings input[data-for]").first.press("ArrowRight")
    expect(page.locator(".changed")).not_to_be_empty()


def test_a_wide_page_is_updated_with_wide_drawings_and_completed_when_it_turns_narrow(
    browser: Browser, server: str
) -> None:
    with opened(browser, f"{server}{LAB}?mode=training-simple", LIGHT) as page:
        expect(page.locator("#result svg.narrow")).to_have_count(2)
        moved(page)
        expect(page.locator("#result svg.narrow")).to_have_count(0)
        assert page.evaluate(SHOWN) == [1, 1]
        says = page.locator("#result .says").inner_text()
        page.set_viewport_size({"width": 320, "height": 800})
        assert page.evaluate(SHOWN) == [1, 1]
        expect(page.locator("#result svg.narrow")).to_have_count(2)
        assert page.evaluate(SHOWN) == [1, 1]
        assert page.locator("#result .says").inner_text() == says
        assert check_table_equals_plot(page) == []


def test_a_live_chart_waits_for_a_narrow_drawing_that_comes_late(browser: Browser, server: str) -> None:
    def late(route: Route) -> None:
        time.sleep(1.0)
        route.continue_()

    with opened(browser, f"{server}{LAB}?mode=training-simple", LIGHT) as page:
        problems: list[str] = []
        page.on("pageerror", lambda problem: problems.append(str(problem)))
        moved(page)
        expect(page.locator("#result .plot").first).to_have_class(re.compile("drawn"))
        page.route(lambda address: "microbatch" in address and "figures" not in address, late)
        page.set_viewport_size({"width": 320, "height": 800})
        expect(page.locator("#result svg.narrow")).to_have_count(2)
        expect(page.locator("#result .plot").first).to_have_class(re.compile("drawn"))
        assert problems == []


def test_a_narrow_page_is_updated_with_both_drawings(browser: Browser, server: str) -> None:
    with opened(browser, f"{server}{LAB}?mode=training-simple", NARROW) as page:
        moved(page)
        expect(page.locator("#result svg.narrow")).to_have_count(2)
        assert page.evaluate(SHOWN) == [1, 1]


def test_a_table_that_goes_on_to_the_right_says_so_until_its_last_column_is_in_view(
    browser: Browser, server: str
) -> None:
    told = "getComputedStyle(document.querySelector('#result caption'), '::after').content"
    scrolled = "document.querySelector('#result .scroller').scrollLeft = 9999"
    address = f"{server}{LAB}?mode=training-simple"
    with opened(browser, address, NARROW) as page:
        assert page.evaluate(told) == '" (more columns to the right)"'
        page.evaluate(scrolled)
        page.wait_for_function(f"{told} === 'none'")
    with opened(browser, address, LIGHT) as page:
        assert page.evaluate(told) == "none"
