"""Back and Forward in every lab: address, title, values, result and the heading in focus come together.
It names no lab; the settings that a lab declares say what can be changed."""

import re

import pytest
from playwright.sync_api import Page, expect

from labs import Lab, Spec, all_labs, describe
from tests.a11y.history import check_history
from tests.a11y.matrix import LIGHT
from tests.a11y.tabs import Tabs
from tests.browser.test_lab_use import SLOW_RUN_MS, another_value, first_number

LABS = list(all_labs().values())


def another_choice(lab: Lab) -> tuple[Spec, str] | None:
    """A setting with choices that is no switch, and a value that it does not have."""
    specs = describe(lab)
    switch = next((spec for spec in specs if spec.switch), None)
    at = switch.default if switch else ""
    for spec in specs:
        if spec.kind == "choice" and not spec.switch and spec.is_asked_at(at):
            return spec, next(value for value in spec.choices if value != spec.default)
    return None


def set_number(page: Page, spec: Spec, value: str) -> None:
    field = page.locator(f"[id='{spec.name}']")
    field.fill(value)
    field.press("Enter")
    arrived(page, spec, value)


def choose(page: Page, spec: Spec, value: str) -> None:
    """Choose as a person does who opens what is folded."""
    if page.locator("#all-settings:not([open])").count():
        page.locator("#all-settings > summary").click()
    control = page.locator(f"select[name='{spec.name}']")
    if control.count():
        control.select_option(value)
    else:
        page.locator(f"input[name='{spec.name}'][value='{value}']").check()
    arrived(page, spec, value)


def arrived(page: Page, spec: Spec, value: str) -> None:
    """The result of the new value is there, and it has been told."""
    expect(page).to_have_url(re.compile(rf"[?&]{spec.name}={re.escape(value)}(&|$)"), timeout=SLOW_RUN_MS)
    expect(page.locator("#status")).not_to_have_text(re.compile("^(Running)?$"))


@pytest.mark.parametrize("lab", LABS, ids=list(all_labs()))
def test_back_and_forward_bring_everything_of_a_lab(tabs: Tabs, server: str, lab: Lab) -> None:
    number, choice = first_number(lab), another_choice(lab)
    values = [another_value(number), "twelve"]
    with tabs.opened(f"{server}labs/{lab.slug}", LIGHT) as page:

        def change() -> None:
            set_number(page, number, values[0])
            if choice is not None:
                choose(page, *choice)

        def look_elsewhere() -> None:
            page.goto(f"{server}labs/{lab.slug}?{number.name}={values[1]}")

        page.wait_for_selector("[data-explore]", state="attached")
        assert check_history(page, (change, look_elsewhere)) == []
