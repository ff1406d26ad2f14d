"""The ledger's live charts: in the drawing's place, in one view with sentence and slider, and told where one points.
It refuses to judge numbers; other files compare them."""

import re

from playwright.sync_api import Page, expect

from tests.a11y.matrix import LIGHT, NARROW
from tests.a11y.tabs import Tabs
from tests.browser.test_lab_use import LEDGER


def test_on_a_phone_sentence_figure_and_slider_share_one_view(tabs: Tabs, server: str) -> None:
    with tabs.opened(server + LEDGER, NARROW) as page:
        top = page.locator(".says").bounding_box()
        slider = page.get_by_role("slider", name="Microbatch", exact=True).bounding_box()
        assert top is not None
        assert slider is not None
        assert slider["y"] + slider["height"] - top["y"] <= 560


def test_plotly_takes_the_drawings_place_without_moving_anything(ledger: Page) -> None:
    plot = ledger.locator("figure[data-figure=ledger] .plot")
    before = plot.bounding_box()
    expect(plot).to_have_class(re.compile("drawn"))
    assert plot.bounding_box() == before
    assert ledger.locator(".modebar").count() == 0
    assert ledger.locator("#js-plotly-tester").get_attribute("aria-hidden") == "true"


def test_a_hovered_point_is_said_in_the_explorer(ledger: Page) -> None:
    figure = ledger.locator("figure[data-figure=ledger]")
    expect(figure.locator(".plot")).to_have_class(re.compile("drawn"))
    bar = figure.locator(".host .bars path").nth(1)
    bar.hover(force=True)
    expect(ledger.locator("#explore-ledger ~ .point")).to_contain_text("Block 1")


def test_a_live_chart_shows_every_point_of_the_drawing_and_rings_the_current_one(tabs: Tabs, server: str) -> None:
    with tabs.opened(f"{server}{LEDGER}?mode=serving", LIGHT) as page:
        figure = page.locator("figure[data-figure=contexts]")
        figure.scroll_into_view_if_needed()
        expect(figure.locator(".plot")).to_have_class(re.compile("drawn"))
        expect(figure.locator(".host .points path:visible")).to_have_count(
            figure.locator("svg.wide .point[data-row]").count()
        )
        ink = page.evaluate("getComputedStyle(document.body).color")
        rings = figure.locator(".host .points path").evaluate_all(
            "all => all.map((each) => [getComputedStyle(each).stroke, getComputedStyle(each).strokeWidth])"
        )
        assert [place for place, (stroke, width) in enumerate(rings) if (stroke, width) == (ink, "2px")] == [
            int(figure.locator("svg.wide .point.now").get_attribute("data-row") or -1)
        ]


def test_paper_says_what_was_computed(tabs: Tabs, server: str) -> None:
    asked = "mode=serving&model=opt-13b&weight_bits=8&card=h100-80gb"
    with tabs.opened(f"{server}{LEDGER}?{asked}", LIGHT) as page:
        assert page.locator(".on-paper").is_hidden()
        page.emulate_media(media="print")
        expect(page.locator(".on-paper")).to_contain_text(asked)
