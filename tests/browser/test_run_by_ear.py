"""A run of tokens to watch: it says little, Stop is reached by keys and holds it, and its tokens are no prose.
It refuses to know how runs are computed."""

import pytest

from tests.a11y.matrix import LIGHT, NARROW, NO_SCRIPTS, State
from tests.a11y.profile import CHECKS
from tests.a11y.running import check_announcement_budget, check_stop
from tests.a11y.tabs import Tabs

PATH = "labs/speculative-decoding?view=live"
WATCHED_MS = 2500


def test_a_run_played_says_begin_and_end_and_stops_by_keys(tabs: Tabs, server: str) -> None:
    with tabs.opened(server + PATH, LIGHT) as page:
        page.locator("#run-play").wait_for()

        def play_and_stop() -> None:
            page.locator("#run-play").press("Enter")
            page.wait_for_timeout(WATCHED_MS)
            page.locator("#run-stop").press("Enter")

        assert check_announcement_budget(page, play_and_stop, "#run-text") == []
        assert check_stop(page, "#run-play", "#run-stop", "#run-text") == []


@pytest.mark.parametrize("state", [LIGHT, NO_SCRIPTS], ids=lambda state: state.name)
def test_tokens_are_code_with_a_language_and_blanks_that_show(tabs: Tabs, server: str, state: State) -> None:
    with tabs.opened(server + PATH, state) as page:
        tiles = page.locator("#run-text .tile")
        assert page.locator("#run-text .tile code").count() > 10
        # A mark is a shape for the eye; what became of the token stands behind it in words.
        assert page.locator("#run-text .mark:not([aria-hidden]), #run-marks .mark:not([aria-hidden])").count() == 0
        states = tiles.evaluate_all("(all) => all.map((tile) => tile.dataset.state)")
        assert page.locator("#run-text .tile .for-the-ear").all_text_contents() == [f", {each}" for each in states]
        assert CHECKS["language"](page) == []


@pytest.mark.parametrize("group", ["english", "code"])
def test_a_mark_stands_on_the_line_where_its_token_begins(tabs: Tabs, server: str, group: str) -> None:
    with tabs.opened(f"{server}{PATH}&watched={group}", NARROW) as page:
        parted = page.locator("#run-text .tile").evaluate_all(
            "(all) => all.filter((tile) => { const [mark] = tile.querySelector('.mark').getClientRects();"
            " const [text] = tile.querySelector('code').getClientRects();"
            " return mark.bottom <= text.top || text.right <= mark.right; }).map((tile) => tile.textContent)"
        )
        assert parted == []
