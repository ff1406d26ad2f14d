"""Check 35: Back and Forward bring address, title, values and result together, and put the focus on the heading.
Knows no page; the steps to go and come back are given."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Page

from tests.a11y.finding import Finding, ask, collect

DEADLINE_MS = 20_000
EVERY_MS = 50
PARTS = ("address", "title", "values", "result")


def check_history(page: Page, steps: Sequence[Callable[[], object]], deadline_ms: int = DEADLINE_MS) -> list[Finding]:
    """Do each step, which must end on a page of another address; then Back to the first page and Forward again."""
    seen = [ask(page, "here")]
    for step in steps:
        step()
        seen.append(ask(page, "here"))
    addresses = [one["address"] for one in seen]
    if len({*addresses}) != len(addresses):
        return [Finding(35, f"a step leaves the address at {addresses}", page.url)]
    found = []
    for wanted in reversed(seen[:-1]):
        found += _judged("Back", _went(page, page.go_back, wanted, deadline_ms), wanted)
    for wanted in seen[1:]:
        found += _judged("Forward", _went(page, page.go_forward, wanted, deadline_ms), wanted)
    return found


def _went(page: Page, go: Callable[[], object], wanted: dict[str, Any], deadline_ms: int) -> dict[str, Any]:
    """What the page is after the step, at the latest after the deadline; a result may still be on its way."""
    go()
    now: dict[str, Any] = {}
    for _ in range(deadline_ms // EVERY_MS):
        page.wait_for_load_state()
        # A page that loads itself again for a step takes the question away with it.
        with suppress(Error):
            now = ask(page, "here")
        if now and now["focus"] and all(now[part] == wanted[part] for part in PARTS):
            break
        page.wait_for_timeout(EVERY_MS)
    return now


def _judged(way: str, now: dict[str, Any], wanted: dict[str, Any]) -> list[Finding]:
    faults = [
        f"{way} brings another {part}: {_difference(now[part], wanted[part])}"
        for part in PARTS
        if now[part] != wanted[part]
    ]
    if not now["focus"]:
        faults.append(f"after {way} the focus is on {now['at']}, not on the heading")
    return collect(35, [(fault, wanted["address"]) for fault in faults])


def _difference(now: Any, wanted: Any) -> str:
    if isinstance(now, list):
        pairs = [f"“{one}” for “{two}”" for one, two in zip(now, wanted, strict=False) if one != two]
        return ", ".join(pairs[:3]) or f"{len(now)} for {len(wanted)}"
    return f"“{str(now)[:80]}” for “{str(wanted)[:80]}”"
