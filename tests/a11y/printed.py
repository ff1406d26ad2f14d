"""Check 38: the page on paper.
Judges what print media show, not page breaks."""

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask, ask_findings


def check_print(page: Page) -> list[Finding]:
    """Controls hidden, tables, captions and drawings of the screen kept, dark ink on white; media is restored."""
    printing = page.evaluate("matchMedia('print').matches")
    page.emulate_media(media="screen")
    ask(page, "onscreen")
    page.emulate_media(media="print")
    found = ask_findings(38, page, "paper")
    if not printing:
        page.emulate_media(media="screen")
    return found
