"""Links on numbers are large enough for a finger where no sentence is around them, and no line grows by that.
It refuses to judge other controls; the accessibility harness does."""

from playwright.sync_api import Browser

from tests.a11y.matrix import PHONE, opened

ALONE = "[...document.querySelectorAll(':is(td, th, dd, .plain li) > a:only-child')]"
SIZES = f"""() => {ALONE}.map((link) => {{
  const box = link.getBoundingClientRect();
  return [link.textContent, box.width, box.height];
}})"""
LINES = "() => [...document.querySelectorAll('main p')].map((line) => line.getBoundingClientRect().height)"
ROWS = "() => [...document.querySelectorAll('main tr')].map((row) => row.getBoundingClientRect().height)"
WITHOUT = f"() => {ALONE}.forEach((link) => {{ link.style.paddingBlock = '0'; }})"


def test_a_link_on_a_number_is_24_px_at_least_and_no_line_is_higher(browser: Browser, course_server: str) -> None:
    for path, least in (("lessons/every-block/lab-screen", 2), ("labs/gpu-memory-ledger", 5)):
        with opened(browser, f"{course_server}{path}", PHONE) as page:
            page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            page.wait_for_function(f"() => ({SIZES})().length >= {least}")
            small = [each for each in page.evaluate(SIZES) if min(each[1:]) < 24]
            assert small == []
            before = page.evaluate(LINES), page.evaluate(ROWS)
            page.evaluate(WITHOUT)
            assert (page.evaluate(LINES), page.evaluate(ROWS)) == before
