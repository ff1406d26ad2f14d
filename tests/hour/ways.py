"""Five ways to do the same: mouse, keys alone, no JavaScript, fingers at 320 px, the accessibility tree alone.
They refuse to know lessons and answers."""

import re
from collections.abc import Mapping
from contextlib import nullcontext

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.a11y.arriving import arriving
from tests.a11y.matrix import LIGHT, NO_SCRIPTS, State
from tests.hour.acts import Act

TOUCH = State("320 x 640, touch", width=320, height=640, touch=True)
MOST_TABS = 90
IS_FOCUSED = "element => document.activeElement === element"
IS_IN_GROUP = "element => document.activeElement.name === element.name && document.activeElement.form === element.form"


def named(act: Act) -> re.Pattern[str]:
    """An option has its whole text for a name; a field and a button may go on behind it, with a unit or a step."""
    end = "" if act.kind in ("fill", "press") else r"\s*$"
    return re.compile(rf"^\s*{re.escape(act.name)}{end}")


class Mouse:
    """Points at what is asked for inside the item, and clicks or types."""

    state = LIGHT

    def __init__(self, page: Page) -> None:
        self.page = page

    def find(self, act: Act, item: str) -> Locator:
        return self.page.locator(f"#{item}").get_by_role(act.role, name=named(act)).first

    def do(self, act: Act, item: str) -> None:
        target = self.find(act, item)
        if act.kind == "choose":
            target.select_option(act.text)
            return
        self.point(target)
        if act.kind == "fill":
            target.press("ControlOrMeta+a")
            self.page.keyboard.type(act.text)

    def point(self, target: Locator) -> None:
        target.click()

    def hears(self, words: str) -> None:
        """Who sees needs not be told."""

    def go_on(self) -> None:
        with arriving(self.page):
            self.point(self.page.get_by_role("link", name=re.compile("^Continue: ")))


class WithoutScripts(Mouse):
    """Every press of a button brings a new page."""

    state = NO_SCRIPTS

    def do(self, act: Act, item: str) -> None:
        with arriving(self.page) if act.kind == "press" else nullcontext():
            super().do(act, item)


class Fingers(Mouse):
    state = TOUCH

    def point(self, target: Locator) -> None:
        target.tap()


class Keys(Mouse):
    """Tab and Shift+Tab, arrows, blank and Enter; no pointer."""

    def do(self, act: Act, item: str) -> None:
        target = self.find(act, item)
        if act.kind == "check" and act.role == "radio":
            self.reach(target, IS_IN_GROUP)
            for _ in range(8):
                if target.is_checked():
                    return
                self.page.keyboard.press("ArrowDown")
            pytest.fail(f"No arrow reaches {act.name}")
        self.reach(target, IS_FOCUSED)
        if act.kind == "check":
            self.page.keyboard.press("Space")
        elif act.kind == "press":
            self.page.keyboard.press("Enter")
        else:
            self.page.keyboard.type(act.text)

    def reach(self, target: Locator, there: str) -> None:
        # Found once: to look it up by role at each step took most of the time of the walk.
        found = target.element_handle()
        for _ in range(MOST_TABS):
            if found.evaluate(there):
                return
            self.page.keyboard.press("Tab")
        pytest.fail(f"Tab does not reach {target}")

    def go_on(self) -> None:
        self.reach(self.page.get_by_role("link", name=re.compile("^Continue: ")), IS_FOCUSED)
        with arriving(self.page):
            self.page.keyboard.press("Enter")


class Ears(Mouse):
    """By role and name in the order of the page, with nothing of its code: the first that is still asked for."""

    def find(self, act: Act, item: str) -> Locator:
        if act.kind in ("choose", "check"):
            return self.page.get_by_role(act.role, name=named(act)).first
        # What says "again" was answered already, and its field has the same name as that of the next question.
        again = self.page.get_by_role("button", name="Answer again")
        return self.page.locator("form").filter(has_not=again).get_by_role(act.role, name=named(act)).first

    def hears(self, words: str) -> None:
        told = self.page.get_by_role("status").or_(self.page.locator(":focus"))
        expect(told.filter(has_text=" ".join(words.split()))).to_have_count(1)


WAYS: Mapping[str, type[Mouse]] = {
    "mouse": Mouse, "keys alone": Keys, "no JavaScript": WithoutScripts, "fingers at 320 px": Fingers,
    "accessibility tree alone": Ears,
}  # fmt: skip
