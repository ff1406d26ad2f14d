"""Each screen of the test course passes every accessibility check: fresh, after a skip, after a refusal.
It names no check; the profile of a state does."""

import pytest
from playwright.sync_api import Page

from tests.a11y.errors import check_error_summary
from tests.a11y.matrix import (
    DARK,
    FORCED_LIGHT,
    LARGE_TEXT,
    LIGHT,
    NARROW,
    NO_SCRIPTS,
    PRINTED,
    SPACED,
    State,
    apply_state,
)
from tests.a11y.policy import policy_reports
from tests.a11y.profile import profile_for, run_all
from tests.a11y.still import at_rest
from tests.a11y.tabs import Tabs
from tests.course_site.site import LESSON, OURS

ITEMS = {
    "decide": ["ship"],
    "fit": ["grow"],
    "which-way": ["context-way", "down", "steps"],
    "by-hand": ["bytes", "drawn"],
    "prefix-screen": ["prefix"],
    "check": ["kept", "steps-order", "own-words", "two-fields"],
    "lab-screen": [],
    "release": ["readiness-rubric", "tail", "proof"],
}
EXAM = [f"exam-{name}" for name in ("round", "cache", "logged", "draft", "fits", "groups", "tail")]
EXAM += ["exam-calculator", "exam-order", "exam-transfer"]
PAGES = ["lessons", f"lessons/{LESSON}", f"lessons/{LESSON}?paper=yes", "glossary", "keep", "resume", "data"]
FRESH = [
    *((page, LIGHT) for page in PAGES),
    *((f"lessons/{LESSON}/{screen}", state) for screen in ITEMS for state in (LIGHT, NARROW)),
    ("lessons/families/ten", LIGHT),
]
DONE_STATES = (LIGHT, DARK, NARROW, PRINTED, NO_SCRIPTS)
DONE = [
    *((screen, state) for screen in ITEMS for state in DONE_STATES if ITEMS[screen]),
    *(("fit", state) for state in (FORCED_LIGHT, LARGE_TEXT, SPACED)),
]
REFUSED = [("by-hand", "bytes-value"), ("fit", "grow-low"), ("check", "two-fields-fixed")]


def named(case: tuple[str, State]) -> str:
    return f"{case[0]} {case[1].name}"


def skip_all(page: Page, server: str, screen: str) -> None:
    for id in ITEMS[screen]:
        page.request.post(f"{server}items/{id}", form={"do": "skip"}, headers=OURS)
    if screen == "fit":
        page.request.post(f"{server}items/grow", form={"step": "why", "why": "They are there once."}, headers=OURS)


@pytest.mark.parametrize(("path", "state"), FRESH, ids=[named(case) for case in FRESH])
def test_a_fresh_page_passes(tabs: Tabs, course_server: str, path: str, state: State) -> None:
    with tabs.opened(f"{course_server}{path}", state) as page:
        assert run_all(page, profile_for(state)) == []
        assert policy_reports(page) == []


@pytest.mark.parametrize(("screen", "state"), DONE, ids=[named(case) for case in DONE])
def test_a_screen_passes_after_its_items_were_skipped(
    tabs: Tabs, course_server: str, screen: str, state: State
) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/{screen}", state) as page:
        skip_all(page, course_server, screen)
        page.reload()
        apply_state(page, state)
        assert run_all(page, profile_for(state)) == []
        assert policy_reports(page) == []


@pytest.mark.parametrize("state", [NARROW, PRINTED], ids=lambda state: state.name)
def test_a_checkpoint_passes_after_its_round(tabs: Tabs, course_server: str, state: State) -> None:
    with tabs.opened(f"{course_server}lessons/families/ten", state) as page:
        for id in EXAM:
            page.request.post(f"{course_server}items/{id}", form={"do": "skip"}, headers=OURS)
        page.reload()
        apply_state(page, state)
        assert page.locator("#exam--score").inner_text().startswith("10 of 10 answered, 0 right.")
        assert run_all(page, profile_for(state)) == []
        assert policy_reports(page) == []


@pytest.mark.parametrize(("screen", "field"), REFUSED)
@pytest.mark.parametrize("state", [LIGHT, NO_SCRIPTS], ids=["with scripts", "without scripts"])
def test_a_refused_answer_can_be_found_understood_and_mended(
    tabs: Tabs, course_server: str, screen: str, field: str, state: State
) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/{screen}", state) as page:
        assert check_error_summary(page, field, "many") == []
        assert at_rest(page, state), "the sentence about the refusal is late"
        assert run_all(page, profile_for(state)) == []
