"""The harness proves itself: a clean page has no finding, and each seeded fault is found by its own check."""

import pytest

from tests.a11y import matrix
from tests.a11y.profile import profile_for, run_all
from tests.a11y.seeds.fault import Seed
from tests.a11y.seeds.faults import SEEDS
from tests.a11y.seeds.serve import served
from tests.a11y.seeds.site import answer
from tests.a11y.seeds.trials import PAGE, TRIALS
from tests.a11y.tabs import Tabs

# The rows of the list of checks that this harness answers for.
CHECKS = set(range(1, 39))
PATHS = (PAGE, "/lab?load=13", "/page.css", "/page.js", "/picture.js", "/glossary")


@pytest.mark.parametrize("check", TRIALS, ids=str)
def test_the_clean_page_has_no_finding(tabs: Tabs, check: int) -> None:
    with served() as base:
        assert [str(finding) for finding in TRIALS[check](tabs, base)] == []


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.id)
def test_a_seeded_fault_is_found_by_its_own_check(tabs: Tabs, seed: Seed) -> None:
    with served(seed.edits) as base:
        heard: list[str] = []
        for finding in TRIALS[seed.check](tabs, base):
            heard.append(str(finding))
            if finding.check == seed.check and seed.says in str(finding):
                return
    pytest.fail(f"check {seed.check} did not see it; found: {heard}")


@pytest.mark.parametrize("state", matrix.STATES, ids=lambda state: state.name)
def test_the_clean_page_passes_its_profile_in_every_state(tabs: Tabs, state: matrix.State) -> None:
    with served() as base, tabs.opened(base + PAGE, state) as page:
        assert [str(finding) for finding in run_all(page, profile_for(state))] == []


def test_every_check_has_a_trial_and_a_seed() -> None:
    assert set(TRIALS) == CHECKS
    assert {seed.check for seed in SEEDS} == CHECKS


def test_seed_names_are_unique() -> None:
    assert len({seed.id for seed in SEEDS}) == len(SEEDS)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.id)
def test_every_edit_of_a_seed_changes_the_page(seed: Seed) -> None:
    for edit in seed.edits:
        assert any(answer(path, [edit]) != answer(path, []) for path in PATHS), edit
