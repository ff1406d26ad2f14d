"""Checks 8 and 15, second half: a run that goes on by itself says little and can be stopped.
Knows neither the run nor its page; what begins, stops and shows it is given."""

import time
from collections.abc import Callable

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask, collect

EVERY_S = 5
GROWS_MS = 5000
FROZEN_MS = 1000
STOPS = 40
BACK = ("Shift+Tab", "Shift+Tab", "Shift+Tab")
TEXT = "(selector) => document.querySelector(selector)?.innerText ?? ''"
HOLDS = "(selector) => document.activeElement?.matches(selector) ?? false"
NOWHERE = """() => {
  const at = document.activeElement;
  return !at || at === document.body || !at.checkVisibility() || at.closest('[inert], [aria-hidden="true"]') !== null;
}"""


def check_announcement_budget(
    page: Page, run: Callable[[], object], shows: str, status: str = "#status", begins: int = 1
) -> list[Finding]:
    """Check 8: `run` goes through a whole run, which `shows` lets grow; the status speaks at begin and end.

    Allowed are `begins` (a run may wait for its turn before it is under way), the end, and one for each five seconds
    between; fewer than two leave the run without begin or end."""
    if not ask(page, "watch", status):
        return [Finding(8, "there is no status node", status)]
    page.evaluate(
        "(selector) => { window.grew = 0; new MutationObserver((records) => { window.grew += records.length; })"
        ".observe(document.querySelector(selector), {childList: true, characterData: true,"
        " attributes: true, subtree: true}); }",
        shows,
    )
    began = time.monotonic()
    run()
    seconds = time.monotonic() - began
    heard = ask(page, "announced", status)
    said = [text for text in heard["texts"] if text]
    most = begins + 1 + int(seconds // EVERY_S)
    faults = {
        f"{shows} did not change, so there was no run to judge": page.evaluate("window.grew") == 0,
        "the status node was replaced, so that readers hear nothing": not heard["kept"],
        f"{len(said)} announcements in {seconds:.1f} s, {most} are allowed: {said[:6]}": len(said) > most,
        f"only {said} was said, not begin and end": heard["kept"] and len(said) < 2,
    }
    return collect(8, [(message, status) for message, wrong in faults.items() if wrong])


def check_stop(page: Page, begin: str, stop: str, shows: str) -> list[Finding]:
    """Check 15: press `begin`; while `shows` grows Tab leads to `stop`, whose Enter freezes it within a second.

    Afterwards the focus is on something that can be seen."""
    page.locator(begin).focus()
    page.keyboard.press("Enter")
    if not _grows(page, shows):
        return [Finding(15, f"{shows} does not grow after it was pressed", begin)]
    # Stop may stand before what begins the run; a reader goes back for it, and then on.
    for key in (*BACK, *["Tab"] * STOPS):
        if page.evaluate(HOLDS, stop):
            break
        page.keyboard.press(key)
    else:
        return [Finding(15, f"{STOPS} times Tab do not reach it while the run goes on", stop)]
    if not _grows(page, shows):
        return [Finding(15, f"{shows} stood still before it was pressed", stop)]
    page.keyboard.press("Enter")
    page.wait_for_timeout(FROZEN_MS)
    then = page.evaluate(TEXT, shows)
    page.wait_for_timeout(FROZEN_MS // 2)
    faults = {
        "the text grows after Stop": page.evaluate(TEXT, shows) != then,
        "after Stop the focus is nowhere": page.evaluate(NOWHERE),
    }
    return collect(15, [(message, stop) for message, wrong in faults.items() if wrong])


def _grows(page: Page, shows: str) -> bool:
    grows: bool = ask(page, "grown", {"selector": shows, "deadline": GROWS_MS})
    return grows
