"""Checks 23 and 29: what pages, headings, links and controls are called.
Knows names only; whether a name is true is for other checks."""

from collections.abc import Mapping

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask_findings, collect


def check_title_and_headings(page: Page) -> list[Finding]:
    """Check 23: title holds the one h1, no level is skipped, one main, "Error: " first when and only when invalid."""
    return ask_findings(23, page, "headings")


def check_titles_unique(titles: Mapping[str, str]) -> list[Finding]:
    """Check 23 over the site: address to title, no two addresses with one title."""
    first: dict[str, str] = {}
    for address, title in titles.items():
        first.setdefault(title, address)
    twice = [(address, title) for address, title in titles.items() if first[title] != address]
    return collect(23, [(f"has the title of {first[title]}, “{title}”", address) for address, title in twice])


def check_links_and_buttons(page: Page) -> list[Finding]:
    """Check 29: the same link name leads to the same place, no "here", the visible label is in the name."""
    return ask_findings(29, page, "links")
