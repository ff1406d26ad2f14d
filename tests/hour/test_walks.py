"""The whole hour of the built-in lesson, answered screen by screen to the release note, in five ways.
It refuses to know pages beyond headings, roles and names."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from app.course.items import Question
from app.course.lesson import Lesson
from app.course.outline import ItemBlock, items_of
from app.course.path import ways
from app.course.posing import posed
from app.web.markup import plain
from tests.a11y.matrix import opened
from tests.a11y.policy import listen_csp, policy_reports, record_reports
from tests.course_site.site import Site
from tests.hour.acts import acts_of
from tests.hour.ways import WAYS, Mouse

GOOD = ("Right", "All right", "You said .*(inside|right)", "Kept in your words", "This is the right order")
OUTCOME = re.compile(rf"^\s*({'|'.join(GOOD)})\.")


def as_asked(page: Page, site: Site, block: ItemBlock) -> ItemBlock:
    """The question with the numbers that this learner got."""
    draw = page.locator(f"form[action='/items/{block.item.id}'] input[name=draw]")
    if isinstance(block, Question) and draw.count():
        return posed(site.app.extensions["shelf"].store.bench, block, int(draw.input_value()))[0]
    return block


@pytest.mark.parametrize("way", WAYS)
def test_the_hour_is_walked_to_its_end(browser: Browser, hour: str, lesson: Lesson, site: Site, way: str) -> None:
    screens = ways(lesson).hour
    with opened(browser, f"{hour}/{screens[0].id}", WAYS[way].state) as page:
        log = listen_csp(page)
        record_reports(page)
        page.reload()
        walker = WAYS[way](page)
        for screen in screens:
            expect(page.get_by_role("heading", level=1)).to_have_text(plain(screen.title_html))
            for block in items_of(screen):
                answer(page, site, walker, block)
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
            assert (screen.id, policy_reports(page), log.lines, log.errors) == (screen.id, [], [], [])
            walker.go_on()
        expect(page.get_by_role("heading", level=1)).to_have_text(plain(ways(lesson).beyond[0].title_html))


def answer(page: Page, site: Site, walker: Mouse, block: ItemBlock) -> None:
    """Do all acts of one item, and hear that they were taken."""
    id = block.item.id
    for act in acts_of(as_asked(page, site, block)):
        walker.do(act, id)
        if act.kind != "press":
            continue
        if act.name == "Keep your reason":
            expect(page.locator(f"#{id}-reason")).to_be_visible()
        elif act.name == "Keep the boxes":
            expect(page.locator(f"#{id}-boxes")).to_contain_text("ticked.")
        else:
            verdict = page.locator(f"#{id}-variation-verdict" if act.name == "Keep this answer" else f"#{id}-verdict")
            expect(verdict).to_have_text(OUTCOME)
            walker.hears(verdict.inner_text())
