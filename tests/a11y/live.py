"""Check 9: which parts of a page may speak by themselves.
Judges the markup; what is said is check 7."""

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask_findings


def check_live_policy(page: Page) -> list[Finding]:
    """One polite status; nothing assertive outside the error summary; no table, form or figure in a live region."""
    return ask_findings(9, page, "live")
