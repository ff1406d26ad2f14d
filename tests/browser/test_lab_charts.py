"""The ledger's live charts: in the drawing's place, in one view with sentence and slider, and told where one points.
It refuses to judge numbers; other files compare them."""

import re

from playwright.sync_api import Page, expect

from tests.a11y.matrix import NARROW
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
