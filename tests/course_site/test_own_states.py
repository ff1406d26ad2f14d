"""The pages of a learner who has answered, kept results and given ranges pass every check of the state that shows them.
It names no check; the profile of a state does."""

import pytest
from playwright.sync_api import Page, expect

from tests.a11y.arriving import follow
from tests.a11y.matrix import (
    DARK,
    FORCED_DARK,
    LARGE_TEXT,
    LIGHT,
    NARROW,
    NO_SCRIPTS,
    PRINTED,
    State,
    apply_state,
)
from tests.a11y.policy import policy_reports
from tests.a11y.profile import profile_for, run_all
from tests.a11y.tabs import Tabs
from tests.course_site.site import OURS

NOTE = "evidence/every-block?again=yes"
QUESTION = "review/kept"
ANSWERS = {
    "kept": {"choice": "0"},
    "bytes": {"value": "60060"},
    "grow": {"low": "20", "high": "25"},
    "steps": {"low": "1", "high": "2"},
    "proof": {"release": "R12", "fallback": "R11", "note": "The tail holds."},
}
VISITS: dict[str, tuple[State, tuple[str, ...]]] = {
    "light": (LIGHT, ("work", "ranges", NOTE, "review", QUESTION, "data/erase")),
    "dark": (DARK, ("ranges", "review")),
    "narrow": (NARROW, ("work", "ranges", NOTE, "review", QUESTION)),
    "large text": (LARGE_TEXT, ("ranges", NOTE)),
    "no scripts": (NO_SCRIPTS, ("ranges", NOTE, QUESTION)),
    "forced colours": (FORCED_DARK, ("ranges",)),
    "print": (PRINTED, ("ranges", NOTE)),
}


def work_of_a_learner(page: Page, server: str) -> None:
    for id, fields in ANSWERS.items():
        page.request.post(f"{server}items/{id}", form=fields, headers=OURS)
    for piece in ("0", "2"):
        page.request.post(f"{server}evidence/every-block/keep", form={"piece": piece}, headers=OURS)


@pytest.mark.parametrize("name", VISITS)
def test_the_learners_own_pages_pass(tabs: Tabs, course_server: str, name: str) -> None:
    state, paths = VISITS[name]
    with tabs.opened(f"{course_server}data", state) as page:
        work_of_a_learner(page, course_server)
        for path in paths:
            page.goto(f"{course_server}{path}")
            # The walk of the page before may have left the window's page by Tab.
            page.bring_to_front()
            apply_state(page, state)
            assert (path, run_all(page, profile_for(state))) == (path, [])
            assert policy_reports(page) == []


def test_an_address_that_is_not_read_can_be_found_understood_and_mended(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}evidence/every-block", NO_SCRIPTS) as page:
        page.locator("#address-2").fill("many")
        follow(page.locator("#keep-2"))
        assert page.locator("#address-2").input_value() == "many"
        assert page.title().startswith("Error: ")
        assert run_all(page, profile_for(NO_SCRIPTS)) == []
        page.locator(".error-summary a").click()
        expect(page.locator("#address-2")).to_be_focused()
