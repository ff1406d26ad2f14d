"""Check 15, first half: a page at which nobody does anything does not change.
The watch may begin before checks that only look, so that it costs no time of its own."""

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask, ask_findings

# Longer than the second at which clocks and polls beat.
WATCHED_MS = 1100


def watch_idle(page: Page) -> None:
    """Note every change from now on; nothing may act on the page until `check_idle`."""
    ask(page, "stirring")


def check_idle(page: Page) -> list[Finding]:
    """Whatever changed since `watch_idle`, or during a watch of its own; at least 1.1 s."""
    watch_idle(page)
    return ask_findings(15, page, "stirred", WATCHED_MS)
