"""Every kind of figure, drawn and live, passes the checks of figures; a number changed anywhere in one is found."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page

from tests.a11y.colours import check_chart_text, check_forced_colours, check_mark_contrast, check_series_apart
from tests.a11y.figures import check_chart_health, check_chart_naming, check_heatmap_pixels, check_table_equals_plot
from tests.a11y.layout import check_clipping, check_reflow
from tests.a11y.matrix import DARK, FORCED_LIGHT, LIGHT, NARROW, NO_SCRIPTS, State
from tests.a11y.still import settled
from tests.a11y.tabs import Tabs
from tests.browser.samples import FEW, MANY, Sample, samples

CHECKS = (
    check_table_equals_plot,
    check_chart_naming,
    check_chart_health,
    check_heatmap_pixels,
    check_series_apart,
    check_mark_contrast,
    check_chart_text,
    check_clipping,
)
# One number of the picture's own, of each way that a picture holds numbers.
CHANGES = {
    "a mark of the wide drawing": "svg.wide [data-row][data-value]",
    "a mark of the narrow drawing": "svg.narrow [data-row][data-value]",
    "a path of many marks": "svg.wide [data-values]",
}
CHANGE = """(selector) => [...document.querySelectorAll('figure[data-figure]')].filter((figure) => {
  const part = figure.querySelector(selector);
  if (part?.dataset.values) {
    const values = JSON.parse(part.dataset.values);
    values[0] = typeof values[0] === 'number' ? values[0] + 0.1 : `${values[0]}!`;
    part.dataset.values = JSON.stringify(values);
  } else if (part) part.dataset.value += '1';
  return part;
}).map((figure) => figure.dataset.figure)"""
FILL = """(html) => {
  const result = document.getElementById('result');
  result.innerHTML = `<div class="below">${html}</div>`;
  result.firstElementChild.dataset.figures = '/labs/gpu-memory-ledger/figures.json';
  document.dispatchEvent(new CustomEvent('result-ready'));
}"""


@contextmanager
def page_of_figures(tabs: Tabs, server: str, made: list[Sample], state: State) -> Iterator[Page]:
    """A lab's page with the samples in the place of its result, at rest."""
    with tabs.opened(f"{server}labs/gpu-memory-ledger", state) as page:
        page.route("**/figures.json*", lambda route: route.fulfill(json={one.name: one.live for one in made}))
        page.evaluate(FILL, "".join(one.html for one in made))
        assert settled(page, state)
        yield page


@pytest.mark.parametrize("count", [FEW, MANY])
@pytest.mark.parametrize("state", [LIGHT, DARK, NO_SCRIPTS], ids=lambda state: state.name)
def test_every_kind_of_figure_passes_the_checks_of_figures(tabs: Tabs, server: str, count: int, state: State) -> None:
    with page_of_figures(tabs, server, samples(count), state) as page:
        assert [str(finding) for check in CHECKS for finding in check(page)] == []


@pytest.mark.parametrize("count", [FEW, MANY])
def test_every_kind_of_figure_stands_out_in_forced_colours(tabs: Tabs, server: str, count: int) -> None:
    with page_of_figures(tabs, server, samples(count), FORCED_LIGHT) as page:
        assert [str(finding) for finding in check_forced_colours(page)] == []


@pytest.mark.parametrize("count", [FEW, MANY])
def test_every_kind_of_figure_fits_a_narrow_view(tabs: Tabs, server: str, count: int) -> None:
    with page_of_figures(tabs, server, samples(count), NARROW) as page:
        assert [str(finding) for check in (check_reflow, check_clipping) for finding in check(page)] == []


@pytest.mark.parametrize("count", [FEW, MANY])
def test_a_number_changed_in_a_picture_is_found(tabs: Tabs, server: str, count: int) -> None:
    missed, changed = [], 0
    with page_of_figures(tabs, server, samples(count), NO_SCRIPTS) as page:
        for what, selector in CHANGES.items():
            page.evaluate(FILL, "".join(one.html for one in samples(count)))
            names = page.evaluate(CHANGE, selector)
            changed += len(names)
            missed += [f"{name}: {what}" for name in {*names} - accused(page)]
    assert missed == []
    # Few marks stand alone in both drawings; many of a line have one path, and so has any other kind.
    assert changed == (2 if count == FEW else 1) * len(samples(count))


def accused(page: Page) -> set[str]:
    """The names of the figures that are said to differ from their tables."""
    said = (re.fullmatch(r'figure\[data-figure="(\w+)"\]', each.where) for each in check_table_equals_plot(page))
    return {found[1] for found in said if found}


def test_a_number_changed_in_a_live_chart_is_found(tabs: Tabs, server: str) -> None:
    made = samples(FEW)
    for sample in made:
        trace = sample.live["data"][0]
        flat = trace["x"] if trace.get("orientation") == "h" else trace["y"]
        side = trace["z"][0] if "z" in trace else trace["base"] if isinstance(trace.get("base"), list) else flat
        side[0] += 0.1
    with page_of_figures(tabs, server, made, LIGHT) as page:
        assert accused(page) == {sample.name for sample in made}


def test_a_mark_moved_away_from_its_value_is_found(tabs: Tabs, server: str) -> None:
    move = """() => {
      const lines = document.querySelectorAll('figure[data-figure="line"] svg.wide path.line.dense');
      for (const line of lines) line.setAttribute('d', line.getAttribute('d').replace(/^M([\\d.]+) [\\d.]+/, 'M$1 0'));
      return lines.length;
    }"""
    with page_of_figures(tabs, server, samples(MANY), NO_SCRIPTS) as page:
        assert page.evaluate(move) == 2
        assert any("is drawn below" in str(finding) for finding in check_table_equals_plot(page))
