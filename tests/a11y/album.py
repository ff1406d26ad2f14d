"""Pictures of the stops of a walk, each with the focus, and of the views that they lie in, without it.
Takes pictures only; the walk goes, and the keyboard checks judge."""

from typing import Any

from playwright.sync_api import Page

from tests.a11y.camera import open_camera, photograph
from tests.a11y.finding import ask


class Album:
    """Two pictures a stop; stops in one view of an unchanged page share the one without focus."""

    def __init__(self, page: Page) -> None:
        self._page, self._camera = page, open_camera(page)
        self._views: list[str] = []
        self._shots: list[tuple[str, int, float, float]] = []
        self._last: tuple[dict[str, float], int] | None = None

    def add(self, stop: dict[str, Any]) -> None:
        """The stop that has the focus now, as `stop.js` tells of it."""
        clip, view = stop["clip"], stop["view"]
        if clip["width"] < 1 or clip["height"] < 1:
            self._shots.append(("", 0, 0, 0))
            return
        focused = photograph(self._camera, clip)
        now = (view, ask(self._page, "restless"))
        if now != self._last:
            self._views.append(self._without_focus(view))
            self._last = now
        self._shots.append((focused, len(self._views) - 1, clip["x"] - view["x"], clip["y"] - view["y"]))

    def changed(self) -> list[int]:
        """Of each stop, how many pixels the focus changes by 3 : 1; no picture is taken afterwards."""
        self._camera.detach()
        counts: list[int] = ask(self._page, "changed", {"views": self._views, "shots": self._shots})
        return counts

    def _without_focus(self, view: dict[str, float]) -> str:
        """The whole view; the focus is back afterwards so that the next Tab starts from it."""
        self._page.evaluate("() => { window.focusHeld = document.activeElement; document.activeElement.blur(); }")
        picture = photograph(self._camera, view)
        self._page.evaluate("() => window.focusHeld.focus({preventScroll: true})")
        return picture
