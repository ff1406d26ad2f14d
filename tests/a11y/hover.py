"""Check 32: what appears under the pointer closes with Escape, may be entered, and is reachable without a pointer.
Finds what appears by comparing the page before and after; knows no chart library."""

from collections.abc import Iterator

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask, collect
from tests.a11y.summary import numbers_in, states

SETTLE_MS = 80
MARKS = """(figure) => {
  const all = [...figure.querySelectorAll('.plot :is([data-row], [data-values], .js-line, .point, .points path)')];
  const marks = all.filter((one) => one.checkVisibility());
  const two = [marks[0], marks[Math.floor(marks.length / 2)]].filter(Boolean);
  const boxes = two.map((one) => one.getBoundingClientRect());
  return boxes.map((box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2]);
}"""


def check_hover(page: Page) -> list[Finding]:
    """Move onto two marks of each figure; new text goes with Escape, stays under the pointer, and is in a table.

    The line of an explorer is text of the page: it stays where it is until another point is explored."""
    found: list[Finding] = []
    for name, point in _points(page):
        page.mouse.move(0, 0)
        page.wait_for_timeout(SETTLE_MS)
        ask(page, "seentext", True)
        labels = _appear(page, point)
        if labels:
            found += collect(32, [(fault, f"figure {name}") for fault in _judge(page, point, labels)])
    page.mouse.move(0, 0)
    return found


def _points(page: Page) -> Iterator[tuple[str, tuple[float, float]]]:
    for figure in page.locator("figure[data-figure]:visible").all():
        figure.scroll_into_view_if_needed()
        for x, y in figure.evaluate(MARKS):
            yield figure.get_attribute("data-figure") or "", (x, y)


def _appear(page: Page, point: tuple[float, float]) -> list[dict[str, float | str]]:
    page.mouse.move(point[0] - 1, point[1])
    page.mouse.move(*point)
    page.wait_for_timeout(SETTLE_MS)
    labels: list[dict[str, float | str]] = ask(page, "seentext", False)
    return labels


def _judge(page: Page, point: tuple[float, float], labels: list[dict[str, float | str]]) -> list[str]:
    faults = []
    page.keyboard.press("Escape")
    page.wait_for_timeout(SETTLE_MS)
    if ask(page, "seentext", False):
        faults.append(f"“{labels[0]['text']}” stays after Escape")
    page.mouse.move(0, 0)
    page.wait_for_timeout(SETTLE_MS)
    again = _appear(page, point)
    if again:
        page.mouse.move(float(again[0]["x"]), float(again[0]["y"]))
        page.wait_for_timeout(SETTLE_MS)
        if not ask(page, "seentext", False):
            faults.append(f"“{again[0]['text']}” goes when the pointer enters it")
    words = page.evaluate(
        "[...document.querySelectorAll('main table, main data')].map((n) => n.value ?? n.innerText).join(' ')"
    )
    exact = numbers_in(words)
    strange = [
        label
        for label in labels
        for shown in numbers_in(str(label["text"]))
        if not any(states(f"{shown:g}", v) for v in exact)
    ]
    if strange:
        faults.append(f"“{strange[0]['text']}” is nowhere in a table")
    return faults
