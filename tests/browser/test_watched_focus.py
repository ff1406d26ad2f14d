"""What must not surprise whoever watches a run: where the focus is at its end, and that it was interrupted.
It refuses to know how runs are computed."""

import pytest
from playwright.sync_api import expect

from app.jobs import JobStore
from app.jobs.sweeping import Sweeper
from app.jobs.working import claim, finish
from app.kept_runs import as_text
from labs import Event, Result
from tests.a11y.finding import ask
from tests.a11y.matrix import LIGHT
from tests.a11y.tabs import Tabs
from tests.browser.held import TESTER, TOKEN, held_run, play


@pytest.mark.parametrize("name", ["run-step", "run-stop"])
def test_a_run_that_ends_leaves_the_focus_on_the_button_that_is_held_and_says_one_sentence(
    tabs: Tabs, held_site: tuple[str, JobStore], told: tuple[list[Event], Result], name: str
) -> None:
    events, jobs = told[0], held_site[1]
    seed = "81" if name == "run-step" else "82"
    with held_run(tabs, held_site, LIGHT, seed) as (page, mine):
        lines = page.locator("#run-text > li")
        play(jobs, mine, events[:12])
        expect(lines).to_have_count(4)
        if name == "run-stop":
            page.locator("#run-stop").focus()
        else:
            page.locator("#run-step").press("Enter")
        assert ask(page, "watch", "#status")
        play(jobs, mine, events[12:])
        finish(jobs, mine, as_text(told[1]))
        expect(page.locator("#result > .head .says")).to_contain_text("On this machine")
        expect(page.locator(f"#{name}")).to_be_focused()
        said = [text for text in ask(page, "announced", "#status")["texts"] if text]
        assert said == [f"{told[1].says}."]
        if name == "run-step":
            expect(lines).to_have_count(4)
            page.keyboard.press("Enter")
            expect(page.locator("#status")).to_contain_text("Round 5: drafted 4, accepted ")


def test_a_run_whose_button_goes_at_its_end_gives_the_focus_to_the_sentence(
    tabs: Tabs, held_site: tuple[str, JobStore], told: tuple[list[Event], Result]
) -> None:
    jobs = held_site[1]
    with held_run(tabs, held_site, LIGHT, "84", "compare") as (page, mine):
        page.locator("#job-step").focus()
        finish(jobs, mine, as_text(told[1]))
        expect(page.locator("#result > .head .says")).to_be_focused()


@pytest.mark.parametrize("view", ["live", "compare"])
def test_a_run_that_was_interrupted_and_began_again_says_so_once_and_shows_it_while_it_runs(
    tabs: Tabs, held_site: tuple[str, JobStore], told: tuple[list[Event], Result], view: str
) -> None:
    events, jobs = told[0], held_site[1]
    again = "The run was interrupted and began again from its start; this is try 2 of 3."
    with held_run(tabs, held_site, LIGHT, "85", view) as (page, mine):
        play(jobs, mine, events[:6])
        expect(page.locator("#job-says")).to_have_text("Your run is under way.")
        assert ask(page, "watch", "#status")
        assert Sweeper(jobs).sweep(TOKEN)[0] == [mine.job_id]
        expect(page.locator("#job-words")).to_contain_text("The run was interrupted and waits to begin again")
        second = claim(jobs, mine.job_id, TESTER)
        assert second is not None
        expect(page.locator("#job-interrupted")).to_have_text(again)
        play(jobs, second[0], events[:6])
        expect(page.locator("#run-status")).to_have_text(again if view == "live" else "")
        page.wait_for_timeout(600)
        said = [text for text in ask(page, "announced", "#status")["texts"] if text]
        assert said == [again]
        page.reload()
        expect(page.locator("#job-interrupted")).to_have_text(again)
        finish(jobs, second[0], as_text(told[1]))
        expect(page.locator("#result > .head .says")).to_be_visible()
