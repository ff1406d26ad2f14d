"""Check 37: while a result is being computed the page says so, and a second press asks for nothing.
Holds the request back to look; knows no address."""

from contextlib import suppress

from playwright.sync_api import Page, Route, TimeoutError

from tests.a11y.finding import Finding, collect
from tests.a11y.swap import swap

# "Running" is said only when the answer takes longer than 400 ms; a slow machine says it later.
SAID_MS = 5000
REQUESTS_MS = 300
LOOK = """(selector) => ({
  off: document.querySelector(selector)?.getAttribute('aria-disabled') === 'true',
  gone: document.querySelector(selector)?.disabled ?? true,
  focused: document.activeElement === document.querySelector(selector),
  status: document.querySelector('#status')?.textContent ?? ''})"""


def check_busy(page: Page, trigger: str = "main [type=submit]", target: str = "#result") -> list[Finding]:
    """Press `trigger` twice: one request, aria-disabled and "Running" while it waits long, both gone afterwards."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.resource_type in ("fetch", "xhr", "document"):
            held.append(route)
        else:
            route.continue_()

    page.route("**/*", hold)
    page.locator(trigger).first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    with suppress(TimeoutError):
        page.locator("#status").filter(has_text="Running").wait_for(timeout=SAID_MS, state="attached")
    # A second request would be under way by now, or soon.
    page.wait_for_timeout(REQUESTS_MS)
    busy, requests = page.evaluate(LOOK, trigger), len(held)

    def release() -> None:
        for route in held:
            route.continue_()
        held.clear()

    arrived = swap(page, release, target)
    page.unroute("**/*", hold)
    after = page.evaluate(LOOK, trigger)
    faults = {
        f"two presses make {requests} requests": requests != 1,
        "the control is not marked aria-disabled while it works": not busy["off"],
        "the control is disabled and loses the focus": busy["gone"] or not busy["focused"],
        f"the status says “{busy['status']}”, not “Running”": "Running" not in busy["status"],
        "no new result came": not arrived,
        "the control stays aria-disabled": after["off"],
        "the status goes on saying “Running”": "Running" in after["status"],
    }
    return collect(37, [(message, trigger) for message, wrong in faults.items() if wrong])
