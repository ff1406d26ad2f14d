"""The server's drawings of every lab, narrow and wide: their words stand apart, whole, inside, off lines and marks.
It asks the running server for each view and each preset of each lab, and judges all drawings on one page."""

from urllib.parse import urlencode

from labs import all_labs, runs_apart
from tests.a11y.figures import check_words_in_pictures
from tests.a11y.matrix import NARROW
from tests.a11y.tabs import Tabs
from tests.browser.test_pages import lab_pages

GATHER = """async (paths) => {
  const main = document.querySelector('main');
  main.replaceChildren();
  for (const path of paths) {
    const page = new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html');
    for (const figure of page.querySelectorAll('#result figure')) {
      figure.dataset.of = path;
      main.append(document.adoptNode(figure));
    }
  }
  return main.querySelectorAll('svg.narrow').length;
}"""
# Each spoils one drawing in its own way.
SPOIL = """() => {
  const of = (name) => document.querySelector(`figure[data-figure=${name}] svg.narrow`);
  const texts = [...of('ledger').querySelectorAll('text.tick')];
  for (const name of ['x', 'y']) texts[1].setAttribute(name, texts[0].getAttribute(name));
  of('attainment').querySelector('text.tick').textContent = 'First to…';
  of('speeds').querySelector('text').setAttribute('x', -30);
  const title = [...of('steps').querySelectorAll('text.title')].at(-1);
  title.setAttribute('y', Number(title.getAttribute('y')) - 14);
  title.setAttribute('x', 60);
  const rule = of('sweep').querySelector('.rule').getBBox();
  of('sweep').querySelector('text.reference').setAttribute('y', rule.y + 4);
  of('gammas').querySelector('text').setAttribute('y', 140);
}"""
SPOILT = ("lies on “", "is cut", "leaves the drawing", "is jammed onto", "lies on the line", "lies on a bar")


def preset_pages() -> list[str]:
    """Each preset of the labs that answer at once; one that takes long draws as its views do."""
    quick = [lab for lab in all_labs().values() if not runs_apart(lab)]
    return [f"labs/{lab.slug}?{urlencode(values)}" for lab in quick for values in lab.presets.values()]


def test_words_in_pictures_stand_apart_and_whole(tabs: Tabs, server: str) -> None:
    pages = [f"{server}{path}" for path in (*lab_pages(), *preset_pages())]
    with tabs.opened(f"{server}labs", NARROW) as page:
        assert page.evaluate(GATHER, pages) >= len(pages)
        assert [str(finding) for finding in check_words_in_pictures(page)] == []
        page.set_viewport_size({"width": 1280, "height": 800})
        assert [str(finding) for finding in check_words_in_pictures(page)] == []
        page.set_viewport_size({"width": 320, "height": 640})
        page.evaluate(SPOIL)
        found = "\n".join(str(finding) for finding in check_words_in_pictures(page))
        assert [said for said in SPOILT if said not in found] == []
