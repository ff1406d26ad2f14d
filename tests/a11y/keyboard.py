"""Checks 2, 3, 4, 5, 24 and 33: what a reader with only a keyboard meets.
One walk serves four of them; `check_keyboard` is that walk."""

import string

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask, collect
from tests.a11y.walk import Stop, Walk, set_out, walk

# A ring drawn around rounded corners or a wrapped link covers a little less than the perimeter of the box.
RING = 0.8


def order_findings(steps: Walk) -> list[Finding]:
    """Check 2: no stop lies above the one before it, unless it starts a column beside it."""
    pairs = zip(steps.stops, steps.stops[1:], strict=False)
    return collect(
        2, [(f"follows {one.where}, which lies below it", two.where) for one, two in pairs if _above(one, two)]
    )


def _above(one: Stop, two: Stop) -> bool:
    if one.fixed or two.fixed or one.key == two.key:
        return False
    return two.above and not two.beside


def trap_findings(*walks: Walk) -> list[Finding]:
    """Check 3: no element that the focus meets three times before it leaves the page."""
    return collect(3, [("the focus cannot leave it", steps.trapped_at) for steps in walks if steps.trapped_at])


def ring_findings(steps: Walk) -> list[Finding]:
    """Check 4: the focus changes about a perimeter of pixels, each by 3 : 1."""
    dim = [stop for stop in steps.stops if stop.changed is not None and stop.changed < RING * stop.perimeter]
    return collect(
        4, [(f"focus changes {stop.changed} pixels, needs {stop.perimeter:.0f}", stop.where) for stop in dim]
    )


def obscured_findings(*walks: Walk) -> list[Finding]:
    """Check 5: at least one of nine points of each stop is not covered."""
    covered = {stop.where: stop for steps in walks for stop in steps.stops if stop.seen == 0}
    return collect(5, [("has the focus while wholly covered", where) for where in covered])


def check_keyboard(page: Page, pictures: bool = True) -> list[Finding]:
    """Checks 2 to 5 from one walk forward (with pictures for 4) and one back."""
    forward, back = walk(page, pictures=pictures), walk(page, "Shift+Tab")
    order = order_findings(forward)
    return order + trap_findings(forward, back) + ring_findings(forward) + obscured_findings(forward, back)


def check_skip_link(page: Page) -> list[Finding]:
    """Check 24: the first Tab stop is a link whose Enter brings the focus, or the next Tab, into main."""
    set_out(page, "Tab")
    first = ask(page, "stop", 0)
    if first is None or not page.evaluate("document.activeElement.matches('a[href^=\"#\"]')"):
        return [Finding(24, "the first Tab stop is not a skip link", first["where"] if first else "document")]
    if first["seen"] == 0:
        return [Finding(24, "the skip link cannot be seen when it has the focus", first["where"])]
    page.keyboard.press("Enter")
    inside = "document.querySelector('main')?.contains(document.activeElement) ?? false"
    if page.evaluate(inside):
        return []
    page.keyboard.press("Tab")
    return [] if page.evaluate(inside) else [Finding(24, "the skip link does not lead into main", first["where"])]


# Charts that an earlier check cleared come back by themselves after a rest of 400 ms; that is no answer to a key.
REST_MS = 600
DEADLINE_MS = 20_000


def check_no_shortcuts(page: Page) -> list[Finding]:
    """Check 33: no letter, digit or slash pressed on the page itself changes it."""
    keys = string.ascii_lowercase + string.digits + "/?"
    if not ask(page, "atrest", {"rest": REST_MS, "deadline": DEADLINE_MS}):
        return [Finding(33, "the page never comes to rest, so no key can be judged", page.url)]
    ask(page, "watchkeys")
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_timeout(50)
    changed = ask(page, "keychanges")
    if not changed:
        return []
    return [Finding(33, f"the page changes on one of {len(keys)} keys pressed on it: {changed}", page.url)]
