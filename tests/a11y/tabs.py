"""Tabs that are used for one page after another: what has drawn a chart before draws the next in a quarter of the time.
Knows how a tab becomes as good as new; refuses to know checks."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from tests.a11y.matrix import State, apply_state, new_page

# A process that has shown many pages has collected what they left.
MOST_PAGES = 40


class Tabs:
    """The tabs of one browser, one for each kind of reader that takes a context of its own: touch, no scripts."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._kept: dict[tuple[bool, bool], tuple[Page, int]] = {}

    @contextmanager
    def opened(self, url: str, state: State) -> Iterator[Page]:
        """The page at `url` as a reader in `state` who was never here sees it; give it back as a page, not a person.

        The page must not be closed; after an exception its tab is not used again."""
        kind = (state.touch, state.scripts)
        page, count = self._kept.pop(kind, None) or (new_page(self._browser, state), 0)
        try:
            _look_as(page, state)
            page.goto(url)
            # A walk of the last reader by Tab may have left the page, and the next would begin behind its end.
            page.bring_to_front()
            apply_state(page, state)
            yield page
        except GeneratorExit:
            # Whoever looks no further has met no fault of the tab.
            self._keep(kind, page, count + 1)
            raise
        except BaseException:
            page.context.close()
            raise
        self._keep(kind, page, count + 1)

    def close(self) -> None:
        for page, _ in self._kept.values():
            page.context.close()
        self._kept.clear()

    def _keep(self, kind: tuple[bool, bool], page: Page, count: int) -> None:
        if count < MOST_PAGES and kind not in self._kept:
            _forget(page)
            self._kept[kind] = page, count
        else:
            page.context.close()


def _look_as(page: Page, state: State) -> None:
    page.set_viewport_size({"width": state.width, "height": state.height})
    page.emulate_media(
        media="screen",
        color_scheme=state.scheme,
        forced_colors="active" if state.forced else "none",
        contrast=state.contrast,
        reduced_motion="reduce" if state.reduced else "no-preference",
    )


def _forget(page: Page) -> None:
    """Nothing of the last reader stays: what answers in the server's place, cookies, storage, pointer."""
    page.unroute_all()
    page.mouse.move(0, 0)
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.context.clear_cookies()
