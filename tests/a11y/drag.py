"""Check 34: whatever a drag does, a single click does, and keys do.
Drags over figures and sliders and compares; knows no chart library."""

from typing import Any

from playwright.sync_api import Locator, Page

from tests.a11y.finding import Finding, ask, collect

SHARE = 0.7
SETTLE_MS = 60
# A handle is not as wide as nothing: a click beside the place that a drag ends at may take the next step.
NEAR = 0.06
# What a page does about the last event by a timer comes first.
PLACE = """(range) => new Promise((done) => setTimeout(() => done(
  [Number(range.value), Number(range.min || 0), Number(range.max || 100), Number(range.step) || 1])))"""
BOX = "(node) => { const box = node.getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; }"


def check_drag_free(page: Page) -> list[Finding]:
    """Both halves: figures and points first, because the slider of a setting may bring a new result."""
    return check_figures_undragged(page) + check_handles(page)


def check_figures_undragged(page: Page) -> list[Finding]:
    """A drag over a figure changes nothing, no element can only be dragged, points are reached by click and by keys."""
    found = collect(34, [("can only be dragged", where) for where in ask(page, "dragged")])
    for figure in page.locator("main figure:visible:has(.plot)").all():
        found += _figure(page, figure)
    for slider in page.locator("main input[type=range][data-explore]:visible").all():
        found += _slider(page, slider)
    return found


def check_handles(page: Page) -> list[Finding]:
    """The slider of a setting goes by click and by keys where a drag brings it."""
    sliders = page.locator("main input[type=range]:not([data-explore]):visible").all()
    return [finding for slider in sliders for finding in _slider(page, slider)]


def _figure(page: Page, figure: Locator) -> list[Finding]:
    plot = figure.locator(".plot").first
    plot.scroll_into_view_if_needed()
    left, top, width, height = plot.evaluate(BOX)
    page.mouse.move(left + 0.3 * width, top + 0.4 * height)
    page.wait_for_timeout(SETTLE_MS)
    before: dict[str, Any] = ask(page, "dragstate")
    page.mouse.down()
    page.mouse.move(left + 0.5 * width, top + 0.5 * height, steps=2)
    page.mouse.move(left + 0.7 * width, top + 0.6 * height, steps=2)
    page.mouse.up()
    page.wait_for_timeout(SETTLE_MS)
    after: dict[str, Any] = ask(page, "dragstate")
    changed = [part for part in before if before[part] != after[part]]
    page.mouse.move(0, 0)
    where = f"figure {figure.get_attribute('data-figure')}"
    return (
        [Finding(34, f"a drag over it changes {' and '.join(changed)}, and no control does", where)] if changed else []
    )


def _slider(page: Page, slider: Locator) -> list[Finding]:
    where = f"slider {slider.get_attribute('id') or slider.get_attribute('data-for')}"
    slider.scroll_into_view_if_needed()
    left, top, width, height = slider.evaluate(BOX)
    middle = top + height / 2
    slider.focus()
    start = slider.evaluate(PLACE)[0]
    faults = []
    slider.press("Home")
    page.mouse.move(left + 2, middle)
    page.mouse.down()
    page.mouse.move(left + SHARE * width, middle, steps=2)
    page.mouse.up()
    dragged, low, high, step = slider.evaluate(PLACE)
    slider.press("Home")
    page.mouse.click(left + SHARE * width, middle)
    clicked = slider.evaluate(PLACE)[0]
    if abs(clicked - dragged) > max(step, NEAR * (high - low)):
        faults.append(f"a drag brings it to {dragged:g}, a click there to {clicked:g}")
    slider.press("ArrowRight" if clicked < high else "ArrowLeft")
    if slider.evaluate(PLACE)[0] == clicked:
        faults.append(f"keys do not move it from {clicked:g}")
    slider.evaluate(
        "(range, value) => { range.value = value; range.dispatchEvent(new Event('input', {bubbles: true})); }",
        str(start),
    )
    return collect(34, [(fault, where) for fault in faults])
