"""Every page of the product in every state of the matrix: no finding of any accessibility check.
It names no page that the route map and the labs do not have."""

import pytest

from labs import all_labs, describe
from tests.a11y.matrix import (
    DARK,
    FORCED_DARK,
    FORCED_LIGHT,
    LARGE_TEXT,
    LIGHT,
    MORE_CONTRAST,
    NARROW,
    NO_SCRIPTS,
    NO_SCRIPTS_DARK,
    PHONE,
    PRINTED,
    PRINTED_DARK,
    REDUCED,
    SPACED,
    ZOOMED,
    State,
)
from tests.a11y.policy import policy_reports
from tests.a11y.profile import MOVES, profile_for, run_all
from tests.a11y.still import settled
from tests.a11y.tabs import Tabs

SIMPLE_STATES = (LIGHT, DARK, FORCED_DARK, PRINTED, NARROW, LARGE_TEXT, SPACED, NO_SCRIPTS)
# What labs differ in: their words, their figures and their fields.
LAB_STATES = (LIGHT, DARK, NARROW, LARGE_TEXT, SPACED, NO_SCRIPTS)
# What the one template of all labs decides, once.
TEMPLATE_STATES = (
    FORCED_LIGHT,
    FORCED_DARK,
    MORE_CONTRAST,
    PRINTED,
    PRINTED_DARK,
    PHONE,
    ZOOMED,
    REDUCED,
    NO_SCRIPTS_DARK,
)
REFUSED_STATES = (LIGHT, DARK, NARROW, NO_SCRIPTS)


def lab_pages() -> list[str]:
    """Each lab at each value of its switch."""
    found = []
    for lab in all_labs().values():
        switch = next((spec for spec in describe(lab) if spec.switch), None)
        queries = [f"?{switch.name}={value}" for value in switch.choices] if switch else [""]
        found += [f"labs/{lab.slug}{query}" for query in queries]
    return found


def refused_pages() -> list[str]:
    """Each lab with its first control unreadable."""
    return [f"labs/{lab.slug}?{lab.controls[0]}=twelve" for lab in all_labs().values()]


SIMPLE_PAGES = ["", "labs", "reference", "reference?topic=hardware", "nothing-is-here"]
# A lab's first view, where its words and controls meet the smallest screens.
SMALL_STATES = (PHONE, ZOOMED)
CASES = [
    *((page, state) for page in SIMPLE_PAGES for state in SIMPLE_STATES),
    *(("accessibility", state) for state in REFUSED_STATES),
    *((page, state) for page in lab_pages() for state in LAB_STATES),
    *((lab_pages()[0], state) for state in TEMPLATE_STATES),
    *((f"labs/{slug}", state) for slug in all_labs() for state in SMALL_STATES),
    *((page, state) for page in refused_pages() for state in REFUSED_STATES),
]


@pytest.mark.parametrize(("path", "state"), CASES, ids=[f"{path or 'home'} {state.name}" for path, state in CASES])
def test_a_page_passes_every_check_of_its_state(tabs: Tabs, server: str, path: str, state: State) -> None:
    with tabs.opened(f"{server}{path}", state) as page:
        if state.scripts and path in lab_pages():
            page.wait_for_selector("[data-explore]", state="attached")
        assert settled(page, state), "a live chart is late"
        # Its own page has the same slider.
        without = MOVES if path in refused_pages() else ()
        assert run_all(page, profile_for(state, without)) == []
        assert policy_reports(page) == []
