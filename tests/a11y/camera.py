"""Pictures of parts of a page through the browser's own protocol: quick, and with no style written into the page.
Knows no check."""

from collections.abc import Mapping

from playwright.sync_api import CDPSession, Page


def open_camera(page: Page) -> CDPSession:
    """A protocol session to photograph with; detach it when done."""
    return page.context.new_cdp_session(page)


def photograph(camera: CDPSession, clip: Mapping[str, float]) -> str:
    """A PNG, base64, of a box in page coordinates (CSS pixels) that lies in the view.

    Reaching beyond the view would resize the page for a moment, and its live charts would start anew."""
    how = {"format": "png", "optimizeForSpeed": True, "captureBeyondViewport": False, "clip": {**clip, "scale": 1}}
    shot = camera.send("Page.captureScreenshot", how)
    data: str = shot["data"]
    return data
