"""Checks 19, 21 and 22: a figure, its table and its live chart are one set of numbers, named and laid out as asked.
Knows the markup of figures, no lab; the summary sentence is check 20 in `summary`."""

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from tests.a11y.camera import open_camera, photograph
from tests.a11y.finding import Finding, ask, ask_findings, collect
from tests.a11y.policy import policy_reports

# Style attributes that the live chart tries to set on heat maps; `check_heatmap_pixels` proves that nothing is lost.
KNOWN_REPORTS = (r"style-src-attr refused inline in \S*plotly",)


def check_table_equals_plot(page: Page) -> list[Finding]:
    """Check 19: table cells, marks, chart source and live chart are Object.is-equal, in order, with words for null."""
    return ask_findings(19, page, "equal") + ask_findings(19, page, "placed")


def check_chart_naming(page: Page) -> list[Finding]:
    """Check 21: summary, table and silent picture; no unnamed SVG, no hidden Tab stop, no chart tool bar."""
    return ask_findings(21, page, "namedfigures")


def check_chart_health(page: Page, allowed: Sequence[str] = KNOWN_REPORTS) -> list[Finding]:
    """Check 22: no policy report or script error but `allowed` patterns; live charts laid out and drawn as asked."""
    reports = [line for line in policy_reports(page) if not any(re.search(pattern, line) for pattern in allowed)]
    return collect(22, [(report, page.url) for report in reports]) + ask_findings(22, page, "charts")


def check_words_in_pictures(page: Page) -> list[Finding]:
    """Check 12: words in the server's drawings are whole, inside, off each other, off lines and off other marks."""
    return ask_findings(12, page, "pictures")


def check_heatmap_pixels(page: Page) -> list[Finding]:
    """Check 22: each cell of a heat map is of one colour on the screen, the one that its scale gives its value."""
    found: list[Finding] = []
    for figure in page.locator("figure[data-kind=heatmap]:visible").all():
        figure.scroll_into_view_if_needed()
        cells = ask(page, "cells", figure.get_attribute("data-figure"))
        found += _sampled(page, cells) if cells else [Finding(22, "its cells cannot be found", str(figure))]
    return found


def _sampled(page: Page, cells: list[dict[str, Any]]) -> list[Finding]:
    left, top = min(cell["x"] for cell in cells), min(cell["y"] for cell in cells)
    right = max(cell["x"] + cell["width"] for cell in cells)
    bottom = max(cell["y"] + cell["height"] for cell in cells)
    clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    camera = open_camera(page)
    picture = photograph(camera, clip)
    camera.detach()
    return ask_findings(22, page, "sampled", [picture, clip, cells])
