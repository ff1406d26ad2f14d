"""The server's narrow drawings of every lab at 320 px: their words stand apart, whole, inside, off lines and marks.
It asks the running server for each view and each preset of each lab, and judges all drawings on one page."""

import pytest
from playwright.sync_api import Browser, Page

from labs import all_labs, query
from tests.a11y.figures import check_narrow_words
from tests.a11y.matrix import NARROW, opened
from tests.browser.test_pages import lab_pages

GATHER = """async (paths) => {
  const main = document.querySelector('main');
  main.replaceChildren();
  for (const path of paths) {
    const answer = await fetch(path);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const figure of page.querySelectorAll('#result figure')) {
      figure.dataset.of = path;
      main.append(document.adoptNode(figure));
    }
  }
  return main.querySelectorAll('svg.narrow').length;
}"""
WIDE_ONLY = ".plot svg.narrow { display: none } .plot svg.wide { display: block }"


def preset_pages() -> list[str]:
    """Each lab at each of its presets."""
    return [f"labs/{lab.slug}?{query(values)}" for lab in all_labs().values() for values in lab.presets.values()]


@pytest.fixture(scope="module")
def gallery(browser: Browser, server: str) -> Iterator[Page]:
    pass
