"""Checks 10, 11 and 12: sizes and places at every width, zoom and text size.
Each judges the page as it stands; `matrix` says in which states to stand it."""

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask, ask_findings

DEADLINE_MS = 20_000


def check_targets(page: Page) -> list[Finding]:
    """Check 10: every control is 24 pixels or has that much room, links inside a sentence excepted."""
    return ask_findings(10, page, "targets")


def check_reflow(page: Page) -> list[Finding]:
    """Check 11: no sideways scroll of the page; wide tables in a named scroller; plots use 60 % of a narrow figure."""
    return ask_findings(11, page, "reflow")


def check_clipping(page: Page) -> list[Finding]:
    """Check 12: no text cut off at the page's present text size and spacing; chart text at least 12 pixels."""
    return ask_findings(12, page, "clipped")


def check_text_growth(page: Page) -> list[Finding]:
    """Check 12: chart text grows with the root text size, or its figure offers a larger view."""
    drawn = page.locator(".plot.drawn").count()
    found = ask_findings(12, page, "growth")
    if drawn:
        # Live charts went while text was large; the next check meets the page as this one did.
        ask(page, "still", {"deadline": DEADLINE_MS, "live": True})
    return found
