"""Check 25: a bad value is refused in a way that the reader can find, understand and repair.
Knows neither field nor bound; works with and without JavaScript."""

from playwright.sync_api import Locator, Page, Response, TimeoutError

from tests.a11y.finding import Finding, ask_findings

HINT = r"\d|between|at least|at most|enter|choose|type|use "
SHOWN_MS = 20_000
# The focus comes a moment after what takes it; a fault costs the whole of this, so it is no longer than it must be.
FOCUSED_MS = 1500


def check_error_summary(page: Page, field: str, bad: str, hint: str = HINT) -> list[Finding]:
    """Type `bad` into the field with id `field` and press Enter; `hint` is what a helpful error text matches."""
    statuses: list[int] = []

    def keep(response: Response) -> None:
        if response.request.resource_type in ("document", "fetch", "xhr"):
            statuses.append(response.status)

    page.on("response", keep)
    page.locator(f"[id='{field}']").fill(bad)
    page.locator(f"[id='{field}']").press("Enter")
    page.locator(".error-summary, .error:visible, [aria-invalid=true]").first.wait_for(timeout=SHOWN_MS)
    # Without scripts the summary comes with a new page, and before the rest of it.
    page.wait_for_load_state()
    _gets_focus(page.locator(".error-summary"))
    page.remove_listener("response", keep)
    found = [] if 422 in statuses else [Finding(25, f"the answer has status {statuses}, not 422", page.url)]
    found += ask_findings(25, page, "errors", {"field": field, "bad": bad, "hint": hint, "focused": True})
    return found + _link_focuses(page, field)


def _link_focuses(page: Page, field: str) -> list[Finding]:
    link = page.locator(f".error-summary a[href='#{field}']")
    if link.count() == 0:
        return []
    link.first.focus()
    page.keyboard.press("Enter")
    if _gets_focus(page.locator(f"[id='{field}']")):
        return []
    return [Finding(25, "the link in the summary does not focus the field", f"#{field}")]


def _gets_focus(target: Locator) -> bool:
    try:
        target.and_(target.page.locator(":focus")).wait_for(timeout=FOCUSED_MS)
    except TimeoutError:
        return False
    return True
