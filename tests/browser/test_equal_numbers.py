"""Table, drawing and live chart of every lab hold the same numbers, bit for bit, at random settings.
With JavaScript and without; where the marks stand is part of the check."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, expect

from labs import Lab, all_labs, query
from tests.a11y.figures import check_table_equals_plot
from tests.a11y.matrix import LIGHT, NO_SCRIPTS, new_page
from tests.a11y.tabs import Tabs
from tests.any_params import params_of

EXAMPLES = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
LABS = list(all_labs().values())


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    page = new_page(browser, NO_SCRIPTS)
    yield page
    page.context.close()


@pytest.mark.parametrize("lab", LABS, ids=list(all_labs()))
@EXAMPLES
@given(st.data())
def test_drawing_chart_and_table_are_equal(tabs: Tabs, server: str, lab: Lab, data: st.DataObject) -> None:
    with tabs.opened(f"{server}labs/{lab.slug}?{query(data.draw(params_of(lab)))}", LIGHT) as page:
        for plot in page.locator("#result .plot").all():
            plot.scroll_into_view_if_needed()
            expect(plot.locator(".host")).to_be_visible()
        assert check_table_equals_plot(page) == []


@pytest.mark.parametrize("lab", LABS, ids=list(all_labs()))
@EXAMPLES
@given(st.data())
def test_drawing_and_table_are_equal_without_javascript(
    plain: Page, server: str, lab: Lab, data: st.DataObject
) -> None:
    plain.goto(f"{server}labs/{lab.slug}?{query(data.draw(params_of(lab)))}")
    assert check_table_equals_plot(plain) == []
