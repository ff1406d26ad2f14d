"""Waits for a page to come to rest, so that nothing changes under a check.
Knows that live charts come after the page and that some readers get none; judges nothing."""

from playwright.sync_api import Page

from tests.a11y.finding import ask
from tests.a11y.matrix import State

DEADLINE_MS = 60_000
# Longer than the rest after which a page says what is new and draws again, 400 ms.
REST_MS = 600


def draws(state: State) -> bool:
    """Whether live charts take the place of drawings in this state: not on paper, in forced colours, in large text."""
    return state.scripts and not state.forced and not state.printed and state.root == 100


def settled(page: Page, state: State, deadline_ms: int = DEADLINE_MS) -> bool:
    """Scroll to each figure until its live chart is drawn, or gone where it does not suit; False when one is late."""
    return not state.scripts or bool(ask(page, "still", {"deadline": deadline_ms, "live": draws(state)}))


def at_rest(page: Page, state: State, deadline_ms: int = DEADLINE_MS) -> bool:
    """Wait until nothing has changed for 0.6 s; False when the page never rests."""
    return not state.scripts or bool(ask(page, "atrest", {"rest": REST_MS, "deadline": deadline_ms}))
