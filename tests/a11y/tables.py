"""Check 30: tables that can be read by ear and taken away.
Their numbers are check 19."""

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask_findings


def check_tables(page: Page) -> list[Finding]:
    """Caption, scopes, numbers right and marked, units in headers, sort state, a CSV link for each `data-table`."""
    return ask_findings(30, page, "tables")
