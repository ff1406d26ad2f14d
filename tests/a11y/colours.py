"""Checks 13, 16, 17 and 18: what colours carry, in every theme.
Reads computed colours; the state that the page stands in says which theme they are of."""

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask_findings


def check_forced_colours(page: Page) -> list[Finding]:
    """Check 13: in forced colours grounds, marks, text and swatches of drawings have system colours and stand out."""
    return ask_findings(13, page, "forced")


def check_mark_contrast(page: Page) -> list[Finding]:
    """Check 16: each mark, line and swatch against its ground by 3 : 1; 2.99 fails."""
    return ask_findings(16, page, "contrast")


def check_chart_text(page: Page) -> list[Finding]:
    """Check 17: chart text against what it lies on by 4.5 : 1, also on top of a mark."""
    return ask_findings(17, page, "charttext")


def check_series_apart(page: Page) -> list[Finding]:
    """Check 18: no two series of a figure share dash, shape and pattern, unless each carries its own words."""
    return ask_findings(18, page, "series")
