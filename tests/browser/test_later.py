"""An update brings what the page shows, and what comes into sight afterwards is fetched and stands in its place.
It refuses to look inside a drawing."""

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

from labs import get_lab, parse, query
from tests.a11y.figures import check_table_equals_plot
from tests.a11y.matrix import LIGHT, NARROW
from tests.a11y.tabs import Tabs
from tests.bench import bench_update

LAB = "labs/gpu-memory-ledger"
SHOWN = """() => [...document.querySelectorAll('#result .plot')].map((plot) =>
  [...plot.querySelectorAll('svg.drawing')].filter((svg) => getComputedStyle(svg).display !== 'none').length)"""


def changed(page: Page) -> None:
    """One update of the first setting that has a slider, answered, in any mode."""
    page.wait_for_selector("[data-explore]")
    with page.expect_response(lambda answer: "x-seen" in answer.request.headers):
        page.locator("#settings input[data-for]").first.press("ArrowRight")
    expect(page.locator(".changed")).not_to_be_empty()


def moved(page: Page) -> None:
    """One move of a control, answered."""
    page.wait_for_selector("[data-explore]")
    with page.expect_response(lambda answer: "microbatch" in answer.url and "figures" not in answer.url):
        page.locator("#settings input[data-for]").first.press("ArrowRight")
    expect(page.locator(".changed")).not_to_be_empty()


@pytest.mark.parametrize("slug", ["gpu-memory-ledger", "acceptance-prefix"])
def test_a_page_at_its_top_asks_for_its_lead_picture_alone_as_the_bench_does(
    tabs: Tabs, server: str, slug: str
) -> None:
    lab = get_lab(slug)
    with tabs.opened(f"{server}labs/{slug}", LIGHT) as page:
        for fixed in bench_update.modes(lab):
            params = parse(lab, fixed)
            page.goto(f"{server}labs/{slug}?{query(params)}")
            page.wait_for_selector("[data-explore]")
            for wish in ("dispatchEvent(new CustomEvent('lab-change'))", "requestSubmit()"):
                with page.expect_request(lambda asked: "x-seen" in asked.headers) as found:
                    page.evaluate(f"document.getElementById('settings').{wish}")
                assert found.value.headers["x-seen"] == f"wide {lab.run(params).figures[0].name}"


def test_after_an_update_a_picture_is_drawn_before_it_is_scrolled_to_and_the_lead_one_stays(
    tabs: Tabs, server: str
) -> None:
    with tabs.opened(f"{server}{LAB}?mode=serving", LIGHT) as page:
        changed(page)
        lead = page.locator("figure[data-figure=ledger] .plot")
        expect(lead).to_have_class(re.compile("drawn"))
        expect(page.locator("#result svg.later")).to_have_count(2)
        assert page.locator("#result svg.later").first.evaluate("each => each.getBoundingClientRect().height") == 240
        page.evaluate("document.querySelector('.host').dataset.same = 'yes'")
        slider = page.locator("#explore-contexts")
        slider.evaluate("each => { each.value = 2; each.dispatchEvent(new Event('input', {bubbles: true})); }")
        page.locator("figure[data-figure=contexts]").scroll_into_view_if_needed()
        expect(page.locator("#result svg.later")).to_have_count(0)
        expect(page.locator("figure[data-figure=contexts] svg.wide .explored")).not_to_have_count(0)
        assert page.evaluate(SHOWN) == [1, 1, 1]
        assert check_table_equals_plot(page) == []
        assert page.locator(".host[data-same=yes]").count() == 1


def test_after_an_update_the_origin_of_the_numbers_is_there_when_it_is_opened(tabs: Tabs, server: str) -> None:
    with tabs.opened(f"{server}{LAB}?mode=training-simple", LIGHT) as page:
        moved(page)
        expect(page.locator("#how[data-later]")).to_have_count(1)
        page.locator("#how summary").press("Enter")
        figures = page.locator("[data-figures]").get_attribute("data-figures") or ""
        digest = page.request.get(server + figures[1:].replace("/figures.json", ".json")).json()["digest"]
        expect(page.locator("#how .digest")).to_have_text(digest)
        expect(page.locator("#how summary")).to_be_focused()
        before = page.locator("#how tbody").inner_text()
        with page.expect_response(lambda answer: "x-seen" in answer.request.headers) as found:
            page.locator("#settings input[data-for]").first.press("ArrowRight")
        assert found.value.request.headers["x-seen"] == "wide ledger how"
        expect(page.locator("#how .digest")).not_to_have_text(digest)
        assert page.locator("#how[open]").count() == 1
        assert page.locator("#how tbody").inner_text() != before


def test_after_an_update_paper_has_every_picture(tabs: Tabs, server: str) -> None:
    with tabs.opened(f"{server}{LAB}?mode=serving", LIGHT) as page:
        changed(page)
        expect(page.locator("#result svg.later")).to_have_count(2)
        page.pdf()
        expect(page.locator("#result svg.later")).to_have_count(0)
        assert check_table_equals_plot(page) == []


def test_a_part_that_cannot_be_fetched_says_so_and_comes_when_it_is_asked_for_again(tabs: Tabs, server: str) -> None:
    with tabs.opened(f"{server}{LAB}?mode=training-simple", LIGHT) as page:
        moved(page)
        expect(page.locator("#result svg.later")).to_have_count(1)
        page.route(lambda address: "microbatch" in address, lambda route: route.abort())
        page.locator("#how summary").press("Enter")
        expect(page.locator("#how .note")).to_contain_text("The server did not answer")
        page.locator("figure[data-figure=sweep]").scroll_into_view_if_needed()
        expect(page.locator(".plot[data-trouble]")).to_have_count(1)
        page.unroute_all()
        page.locator("#how summary").press("Enter")
        page.locator("#how summary").press("Enter")
        expect(page.locator("#how .digest")).to_have_count(1)
        expect(page.locator("#how .note, .plot[data-trouble], svg.later")).to_have_count(0)


def test_a_wide_page_is_updated_with_wide_drawings_and_completed_when_it_turns_narrow(tabs: Tabs, server: str) -> None:
    with tabs.opened(f"{server}{LAB}?mode=training-simple", LIGHT) as page:
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


def test_a_live_chart_waits_for_a_narrow_drawing_that_comes_late(tabs: Tabs, server: str) -> None:
    def late(route: Route) -> None:
        time.sleep(1.0)
        route.continue_()

    with tabs.opened(f"{server}{LAB}?mode=training-simple", LIGHT) as page:
        problems: list[str] = []
        page.on("pageerror", lambda problem: problems.append(str(problem)))
        moved(page)
        expect(page.locator("#result .plot").first).to_have_class(re.compile("drawn"))
        page.route(lambda address: "microbatch" in address and "figures" not in address, late)
        page.set_viewport_size({"width": 320, "height": 800})
        expect(page.locator("#result svg.narrow")).to_have_count(2)
        expect(page.locator("#result .plot").first).to_have_class(re.compile("drawn"))
        assert problems == []


def test_a_narrow_page_is_updated_with_both_drawings(tabs: Tabs, server: str) -> None:
    with tabs.opened(f"{server}{LAB}?mode=training-simple", NARROW) as page:
        moved(page)
        expect(page.locator("#result svg.narrow")).to_have_count(2)
        assert page.evaluate(SHOWN) == [1, 1]


def test_a_table_that_goes_on_to_the_right_says_so_until_its_last_column_is_in_view(tabs: Tabs, server: str) -> None:
    told = "getComputedStyle(document.querySelector('#result caption'), '::after').content"
    scrolled = "document.querySelector('#result .scroller').scrollLeft = 9999"
    address = f"{server}{LAB}?mode=training-simple"
    with tabs.opened(address, NARROW) as page:
        assert page.evaluate(told) == '" (more columns to the right)"'
        page.evaluate(scrolled)
        page.wait_for_function(f"{told} === 'none'")
    with tabs.opened(address, LIGHT) as page:
        assert page.evaluate(told) == "none"
