"""A walk through a page by the Tab key: where each stop is, and how it looks with and without the focus.
Records only; the keyboard checks judge."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.a11y.album import Album
from tests.a11y.finding import ask

LIMIT = 250
MARGIN = 8


@dataclass(frozen=True)
class Stop:
    """A stop of the walk: box in page pixels, `seen` of 9 points reachable, `changed` pixels of 3 : 1 by the focus;
    `beside` and `above` tell where it lies seen from the stop before."""

    key: int
    where: str
    left: float
    top: float
    right: float
    bottom: float
    seen: int
    fixed: bool
    beside: bool
    above: bool
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
    album = Album(page) if pictures else None
    stops: list[dict[str, Any]] = []
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
        if album:
            album.add(stop)
        page.keyboard.press(key)
    changed = album.changed() if album else []
    return Walk(tuple(_stop(stop, changed, at) for at, stop in enumerate(stops)), trapped)


def set_out(page: Page, key: str) -> None:
    """Put the focus on the first stop of the document as a reader who comes from outside does, if there is one."""
    ask(page, "outset", key == "Tab")
    page.keyboard.press(key)
    # The browser leaves the document at its far end, or goes round at once; either way the next stop is the first.
    if ask(page, "stop", MARGIN) is None:
        page.keyboard.press(key)


def _stop(found: dict[str, Any], changed: list[int], at: int) -> Stop:
    values = {name: value for name, value in found.items() if name not in ("clip", "view")}
    return Stop(**values, changed=changed[at] if at < len(changed) else None)
