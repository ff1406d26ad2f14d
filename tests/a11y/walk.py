"""A walk through a page by the Tab key: where each stop is, and how it looks with and without the focus.
Records only; the keyboard checks judge."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.a11y.camera import open_camera, photograph
from tests.a11y.finding import ask

LIMIT = 250
MARGIN = 8


@dataclass(frozen=True)
class Stop:
    """A stop of the walk: box in page pixels, `seen` of 9 points reachable, `changed` pixels of 3 : 1 by the focus."""

    key: int
    where: str
    left: float
    top: float
    right: float
    bottom: float
    seen: int
    fixed: bool
    beside: bool
    perimeter: float
    changed: int | None = None


@dataclass(frozen=True)
class Walk:
    """The stops in order, and the element that the walk could not leave, if any."""

    stops: tuple[Stop, ...]
    trapped_at: str | None


def walk(page: Page, key: str = "Tab", pictures: bool = False) -> Walk:
    """Press `key` from one end of the document until the focus leaves it or meets an element for the third time."""
    set_out(page, key)
    camera = open_camera(page) if pictures else None
    stops: list[dict[str, Any]] = []
    shots: list[tuple[str, str]] = []
    visits: Counter[int] = Counter()
    trapped = None
    while len(stops) < LIMIT:
        stop = ask(page, "stop", MARGIN)
        if stop is None:
            break
        visits[stop["key"]] += 1
        stops.append(stop)
        if visits[stop["key"]] == 3:
            trapped = stop["where"]
            break
        if camera:
            shots.append(_photograph_both(page, camera, stop["clip"]))
        page.keyboard.press(key)
    changed = ask(page, "changed", shots) if camera else []
    if camera:
        camera.detach()
    return Walk(tuple(_stop(stop, changed, at) for at, stop in enumerate(stops)), trapped)


def set_out(page: Page, key: str) -> None:
    """Put the focus on the first stop of the document as a reader who comes from outside does, if there is one."""
    ask(page, "outset", key == "Tab")
    page.keyboard.press(key)
    # The browser leaves the document at its far end, or goes round at once; either way the next stop is the first.
    if ask(page, "stop", MARGIN) is None:
        page.keyboard.press(key)


def _photograph_both(page: Page, camera: CDPSession, clip: dict[str, float]) -> tuple[str, str]:
    """The stop with the focus and without; the focus is back afterwards so that the next Tab starts from it."""
    if clip["width"] < 1 or clip["height"] < 1:
        return ("", "")
    focused = photograph(camera, clip)
    page.evaluate("() => { window.focusHeld = document.activeElement; document.activeElement.blur(); }")
    blurred = photograph(camera, clip)
    page.evaluate("() => window.focusHeld.focus({preventScroll: true})")
    return (focused, blurred)


def _stop(found: dict[str, Any], changed: list[int], at: int) -> Stop:
    values = {name: value for name, value in found.items() if name != "clip"}
    return Stop(**values, changed=changed[at] if at < len(changed) else None)
