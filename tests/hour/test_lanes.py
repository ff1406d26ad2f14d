"""The lanes of the built-in lesson are gone through a step at a time, by button, and each step is told in a sentence.
It refuses to know how lanes are computed."""

import re

from playwright.sync_api import expect

from tests.a11y.arriving import follow
from tests.a11y.matrix import LIGHT, NO_SCRIPTS
from tests.a11y.tabs import Tabs

SEVENTH = (
    "Step 7. Slot 1: request e enters. Slot 2: request f enters. Slot 3: request g enters. Slot 4: d, 4 left. Idle 0. "
    "Under static 3 slots of 4 are idle"
)
NEXT, BACK = "button[id='lanes-lab.step-next']", "button[id='lanes-lab.step-back']"


def test_step_moves_by_one_says_one_sentence_and_ends_where_the_run_ends(tabs: Tabs, hour: str) -> None:
    with tabs.opened(f"{hour}/lanes", LIGHT) as page:
        page.locator("#lanes-steps-skip").click()
        step, said = (
            page.get_by_role("button", name=re.compile("^Step ?: shown up to step, one on$")),
            page.get_by_role("status"),
        )
        expect(step).to_be_visible()
        slider = page.locator("input[type=range]")
        expect(slider).to_have_attribute("aria-valuetext", "20 steps")
        expect(slider).to_have_attribute("max", "20")
        assert "because a static batch waits for its longest" in page.locator("#lab-lanes-lab .says").inner_text()
        page.goto(f"{hour}/lanes?lanes-lab.step=6")
        expect(slider).to_have_attribute("aria-valuetext", "6 steps")
        step.focus()
        page.keyboard.press("Enter")
        expect(said).to_have_text(SEVENTH)
        expect(page.locator(NEXT)).to_be_focused()
        expect(slider).to_have_attribute("aria-valuetext", "7 steps")
        page.locator(BACK).press("Enter")
        expect(said).to_contain_text("Step 6. Slot 1: a gets its last token.")
        slider.press("End")
        expect(said).to_contain_text("Static takes 20 steps")
        expect(slider).to_have_attribute("aria-valuetext", "20 steps")
        expect(page.locator(NEXT)).to_have_attribute("aria-disabled", "true")


def test_the_same_step_without_javascript(tabs: Tabs, hour: str) -> None:
    with tabs.opened(f"{hour}/lanes", NO_SCRIPTS) as page:
        follow(page.locator("#lanes-steps-skip"))
        page.goto(f"{hour}/lanes?lanes-lab.step=6")
        follow(page.locator(NEXT))
        assert "lanes-lab.step=7" in page.url
        assert SEVENTH in page.locator("#lab-lanes-lab .says").inner_text()
        follow(page.locator(BACK))
        assert "lanes-lab.step=6" in page.url
