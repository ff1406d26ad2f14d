"""Check 14: stillness for those who ask for it.
Judges the page at rest; what the reader starts is the reader's."""

from playwright.sync_api import Page

from tests.a11y.camera import open_camera, photograph
from tests.a11y.finding import Finding, ask, ask_findings

BETWEEN_FRAMES_MS = 300
FIRST_CHARTS_MS = 2000


def check_reduced_motion(page: Page) -> list[Finding]:
    """No running animation or declared transition over 10 ms, no chart transition, two frames 300 ms apart equal."""
    # A chart that is still to come is no motion; one that never comes is not this check's business.
    ask(page, "still", {"deadline": FIRST_CHARTS_MS, "live": True})
    found = ask_findings(14, page, "moving")
    size = page.viewport_size or {"width": 1280, "height": 800}
    clip = {"x": 0, "y": page.evaluate("scrollY"), "width": size["width"], "height": size["height"]}
    page.evaluate("document.activeElement?.blur()")
    camera = open_camera(page)
    first = photograph(camera, clip)
    page.wait_for_timeout(BETWEEN_FRAMES_MS)
    if photograph(camera, clip) != first:
        found.append(Finding(14, f"two frames {BETWEEN_FRAMES_MS} ms apart differ", page.url))
    camera.detach()
    return found
