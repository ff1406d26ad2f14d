"""Lists of choices in the forms of all labs: no word of theirs is cut, however wide the page is.
It refuses to know any single lab."""

import pytest

from labs import Lab, all_labs, describe
from tests.a11y.matrix import LIGHT
from tests.a11y.tabs import Tabs

LABS = list(all_labs().values())
SHOW = """async (path) => {
  const page = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
  document.querySelector("main").replaceWith(document.adoptNode(page.querySelector("main")));
}"""
# What a list would need for its longest choice, in pixels, where it has less.
CUT = """() => [...document.querySelectorAll("select")].flatMap((list) => {
  for (let at = list; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  const has = list.getBoundingClientRect().width;
  const wide = list.cloneNode(true);
  wide.id = "";
  Object.assign(wide.style, { width: "max-content", maxWidth: "none", position: "absolute" });
  list.after(wide);
  const needs = wide.getBoundingClientRect().width;
  wide.remove();
  return needs > has + 0.5 ? [`${list.name} needs ${needs} and has ${has}`] : [];
})"""


@pytest.mark.parametrize("lab", LABS, ids=list(all_labs()))
def test_no_list_of_choices_cuts_its_words_at_1280_or_320_pixels(tabs: Tabs, server: str, lab: Lab) -> None:
    switch = next((spec for spec in describe(lab) if spec.switch), None)
    views = [f"labs/{lab.slug}?{switch.name}={view}" for view in switch.choices] if switch else [f"labs/{lab.slug}"]
    with tabs.opened(f"{server}{views[0]}", LIGHT) as page:
        for view in views:
            # The form of each view in the same page, which need not draw the live charts of all of them.
            page.evaluate(SHOW, f"{server}{view}")
            for width in (1280, 960, 320):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate(CUT) == [], (view, width)
