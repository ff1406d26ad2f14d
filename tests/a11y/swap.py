"""Checks 6 and 7: after a swap the focus is where the reader expects it, and one sentence has said what is new.
Knows neither the swapping library nor the sentence; both are given."""

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Page, TimeoutError

from tests.a11y.finding import Finding, ask, collect

DEADLINE_MS = 5000
SAID_MS = 600
# The sentence is said when the hand has rested for 400 ms; a slow machine says it later.
LATE_MS = 3000


def swap(page: Page, act: Callable[[], object], target: str = "#result", deadline_ms: int = DEADLINE_MS) -> bool:
    """Do `act` and wait until the children of `target` change and the status leaves "Running"; False when late."""
    page.evaluate(
        "(target) => { window.swapSeen = false; const node = document.querySelector(target);"
        " new MutationObserver(() => { window.swapSeen = true; })"
        ".observe(node, {childList: true, subtree: true, characterData: true}); }",
        target,
    )
    act()
    arrived: bool = ask(page, "settled", {"deadline": deadline_ms})
    return arrived


def check_focus_after_swap(
    page: Page,
    trigger: str,
    expected: str,
    key: str = "Enter",
    target: str = "#result",
    deadline_ms: int = DEADLINE_MS,
) -> list[Finding]:
    """Check 6: press `key` on `trigger`; after the swap of `target` the focus is on `expected` (all selectors)."""
    page.locator(trigger).focus()
    if not swap(page, lambda: page.keyboard.press(key), target, deadline_ms):
        return [Finding(6, f"{key} brings no new content into {target}", trigger)]
    held = page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", expected)
    if held:
        return []
    now = ask(page, "stop", 0)
    return [Finding(6, f"after the swap the focus is on {now['where'] if now else 'body'}, not on {expected}", trigger)]


def check_announcement(
    page: Page, act: Callable[[], object], expected: str, status: str = "#status", target: str = "#result"
) -> list[Finding]:
    """Check 7: during `act` the same status node says `expected` once, last, and nothing but "Running" before it."""
    if not ask(page, "watch", status):
        return [Finding(7, "there is no status node", status)]
    arrived = swap(page, act, target)
    # The sentence is said when the hand rests, which nothing announces before it where the answer came at once.
    with suppress(TimeoutError):
        page.locator(status).filter(has_text=expected).wait_for(timeout=LATE_MS, state="attached")
    page.wait_for_timeout(SAID_MS)
    heard = ask(page, "announced", status)
    said = [text for text in heard["texts"] if text and not text.startswith("Running")]
    faults = {
        f"{target} did not change": not arrived,
        "the status node was replaced, so that readers hear nothing": not heard["kept"],
        "the status is empty after the swap": heard["kept"] and not heard["now"],
        f"the status says “{heard['now']}”, not “{expected}”": bool(heard["now"]) and heard["now"] != expected,
        "the sentence was not spoken, for the text did not change": heard["kept"] and not said,
        f"the sentence was spoken {said.count(expected)} times": said.count(expected) > 1,
        "the status says more than the sentence": any(text != expected for text in said),
    }
    return collect(7, [(message, status) for message, wrong in faults.items() if wrong])
