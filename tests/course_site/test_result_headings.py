"""The headings of labs and tries in a lesson, on a screen and on paper: each result's tables, a level below.
They refuse to know the labs' own pages; tests/test_headings.py does."""

import itertools

from tests.course_site.site import LESSON, Site
from tests.test_headings import headings


def of_screen(site: Site, id: str) -> list[tuple[int, str]]:
    return headings(site.page(f"/lessons/{LESSON}/{id}"))


def test_a_lab_and_a_try_are_read_by_their_headings(site: Site) -> None:
    lab = of_screen(site, "lab-screen")
    assert [level for level, _ in lab[:2]] == [1, 2]
    assert lab[1][1].startswith("Result of GPU memory ledger")
    assert len(lab) > 2
    assert {level for level, _ in lab[2:]} == {3}
    site.send("grow", low="20", high="25")
    tried = of_screen(site, "fit")
    assert tried[0][0] == 1
    tables = [words for level, words in tried[1:] if level == 2]
    page = site.page(f"/lessons/{LESSON}/fit")
    assert page.count("<caption>") == len(tables) > 0
    assert [level for level, _ in tried].count(3) == 0


def test_on_paper_every_result_lies_a_level_deeper(site: Site) -> None:
    for id in ("ship", "grow", "context-way"):
        site.skip(id)
    paper = headings(site.page(f"/lessons/{LESSON}?paper=yes"))
    assert paper[0][0] == 1
    place = next(place for place, (_, words) in enumerate(paper) if words.startswith("Result of GPU memory ledger"))
    assert (paper[place][0], paper[place + 1][0]) == (3, 4)
    assert all(later <= earlier + 1 for (earlier, _), (later, _) in itertools.pairwise(paper))
