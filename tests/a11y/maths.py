"""Check 28: formulas that can be read by ear, as they came out on the page.
What an author may write is refused when a lesson is compiled."""

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask_findings

GLOSSARY = "/glossary"


def check_maths(page: Page) -> list[Finding]:
    """Words beside each formula that is more than a symbol, no typed command, only known elements, symbols explained.

    A symbol is explained by a table of symbols on the page itself or in the glossary."""
    return ask_findings(28, page, "maths", GLOSSARY)
