"""The way from one page to the next: what is read after a press is read from the new page, and from all of it.
Knows how a browser goes to a page; refuses to know pages."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page


@contextmanager
def arriving(page: Page) -> Iterator[None]:
    """Around an act that brings a new page (a link, a form sent without scripts); waits until that page is loaded.

    A count or a text that is read at once would be that of the old page, or of a new one that is still being parsed."""
    with page.expect_navigation(wait_until="load"):
        yield


def follow(target: Locator) -> None:
    """Click a link or a button that brings a new page, and wait for the whole of it."""
    with arriving(target.page):
        target.click()
