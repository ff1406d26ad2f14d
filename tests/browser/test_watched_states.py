"""A watched run held in each state that must last: under way, spoken, stopped, held by Step; the test is its worker.
It refuses to know how runs are computed."""

import pytest
from playwright.sync_api import Page, expect

from app.jobs import JobStore
from app.jobs.working import claim, finish, put_back
from app.kept_runs import as_text
from labs import Event, Result
from labs.telling import part, progress
from tests.a11y.finding import ask
from tests.a11y.matrix import DARK, LIGHT, NARROW
from tests.a11y.matrix import State as Look
from tests.a11y.profile import profile_for, run_all
from tests.a11y.running import check_announcement_budget
from tests.a11y.tabs import Tabs
from tests.browser.held import held_run, play


@pytest.mark.parametrize("look", [DARK, NARROW], ids=lambda look: look.name)
def test_a_watched_run_under_way_passes_every_check(
    tabs: Tabs, held_site: tuple[str, JobStore], told: tuple[list[Event], Result], look: Look
) -> None:
    seed = "31" if look is DARK else "32"
    with held_run(tabs, held_site, look, seed) as (page, mine):
        play(held_site[1], mine, told[0][:12])
        expect(page.locator("#run-text > li")).to_have_count(4)
        assert [str(finding) for finding in run_all(page, profile_for(look, ("sliders",)))] == []
        finish(held_site[1], mine, as_text(told[1]))


def test_what_a_script_adds_is_what_the_server_prints(
    tabs: Tabs, held_site: tuple[str, JobStore], told: tuple[list[Event], Result]
) -> None:
    with held_run(tabs, held_site, LIGHT, "41") as (page, mine):
        play(held_site[1], mine, told[0])
        rounds = sum(event.name == "round" for event in told[0])
        expect(page.locator("#run-text > li")).to_have_count(rounds)
        added = [shape(page, each) for each in ("#run-text", "#run-rounds tbody", "#run .beside")]
        page.reload()
        assert [shape(page, each) for each in ("#run-text", "#run-rounds tbody", "#run .beside")] == added
        finish(held_site[1], mine, as_text(told[1]))
        expect(page.locator("#result .says")).to_contain_text("On this machine")
        assert [shape(page, each) for each in ("#run-text", "#run-rounds tbody")] == added[:2]


def shape(page: Page, selector: str) -> str:
    """Elements, languages, marks and texts, without the exact numbers that only the server prints beside the short."""
    found: str = page.locator(selector).evaluate(
        "(node) => { const copy = node.cloneNode(true);"
        " for (const each of copy.querySelectorAll('data')) each.replaceWith(each.textContent);"
        " for (const each of copy.querySelectorAll('[class=\"\"]')) each.removeAttribute('class'); copy.normalize();"
        " const told = (one) => one.nodeType === 3 ? one.data.replace(/\\s+/g, ' ').trim() : [one.tagName, one.lang,"
        " one.className, one.dataset.state ?? '', ...[...one.childNodes].map(told).filter((each) => each !== '')];"
        " return JSON.stringify(told(copy)); }"
    )
    return found


def test_the_status_speaks_at_the_start_each_five_seconds_and_at_the_end(
    tabs: Tabs, held_site: tuple[str, JobStore], told: tuple[list[Event], Result]
) -> None:
    with held_run(tabs, held_site, LIGHT, "51") as (page, mine):

        def run() -> None:
            play(held_site[1], mine, told[0], every_s=6.5 / len(told[0]))
            finish(held_site[1], mine, as_text(told[1]))
            expect(page.locator("#result .says")).to_contain_text("On this machine")

        assert [str(finding) for finding in check_announcement_budget(page, run, "#run-text")] == []
        said = [text for text in ask(page, "announced", "#status")["texts"] if text]
        assert said[0] == "Started."
        assert said[1].endswith(" tokens")
        assert said[-1] == f"{told[1].says}."


def test_stop_freezes_the_text_of_a_live_run_and_step_holds_it_without_stopping_it(
    tabs: Tabs, held_site: tuple[str, JobStore], told: tuple[list[Event], Result]
) -> None:
    events, jobs = told[0], held_site[1]
    with held_run(tabs, held_site, LIGHT, "61") as (page, mine):
        lines = page.locator("#run-text > li")
        play(jobs, mine, events[:12])
        expect(lines).to_have_count(4)
        page.locator("#run-step").press("Enter")
        expect(page.locator("#status")).to_have_text("Held after round 4; the next one is not there yet.")
        play(jobs, mine, events[12:24])
        page.wait_for_timeout(300)
        assert lines.count() == 4
        page.locator("#run-step").press("Enter")
        expect(page.locator("#status")).to_contain_text("Round 5: drafted 4, accepted ")
        page.locator("#run-play").press("Enter")
        expect(lines).to_have_count(8)
        page.locator("#run-stop").press("Enter")
        expect(page.locator("#job-says")).to_have_text("The run was cancelled.")
        expect(page.locator("#job-says")).to_be_focused()
        expect(page.locator("#status")).to_contain_text("Stopped after ")
        assert play(jobs, mine, events[24:26])
        page.wait_for_timeout(300)
        assert lines.count() == 8
        expect(page.get_by_role("button", name="Run live")).to_have_count(1)
        tops = page.locator("#result button:visible").evaluate_all(
            "(all) => all.map((button) => button.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
        )
        live, *others = tops
        assert len(others) == 3 and all(top - live[1] >= 12 for top, _ in others), "as far apart as other buttons"


def test_a_comparison_says_each_group_that_is_done_at_most_each_five_seconds_and_step_says_where_it_stands(
    tabs: Tabs, held_site: tuple[str, JobStore]
) -> None:
    jobs = held_site[1]
    dones = [
        part(f"Group {place} is done: drafting gains {place} % (1.0{place} times plain).") for place in range(1, 5)
    ]
    with held_run(tabs, held_site, LIGHT, "71", "compare") as (page, mine):
        status = page.locator("#status")
        expect(status).to_have_text("Your run is under way.")

        assert ask(page, "watch", "#status")
        play(jobs, mine, [progress(1, 440, "English: trying 1 draft"), dones[0], dones[1]])
        expect(page.locator("#job-parts > li")).to_have_count(2)
        page.wait_for_timeout(5200)
        play(jobs, mine, [progress(200, 440, "rare: trying 2 drafts"), dones[2]])
        expect(page.locator("#job-parts > li")).to_have_count(3)
        two = f"{dones[0].data['says']} {dones[1].data['says']}"
        expect(page.locator("#status")).to_have_text(two)
        heard = ask(page, "announced", "#status")
        assert heard["kept"] and [text for text in heard["texts"] if text] == [two]
        page.locator("#job-step").press("Enter")
        expect(status).to_have_text(dones[2].data["says"])
        page.locator("#job-step").press("Enter")
        expect(status).to_have_text(page.locator("#job-words").inner_text())
        expect(page.locator("#job-step")).to_be_focused()
        shown = page.locator("#job-parts > li").all_inner_texts()
        page.locator("#job-step").evaluate("(button) => { button.hidden = true; }")
        expect(page.locator("#job-step")).not_to_be_visible()
        page.reload()
        again = page.locator("#job-parts > li").all_inner_texts()
        assert again == shown == [each.data["says"] for each in dones[:3]]
        assert page.get_by_role("list", name="Done so far").count() == 1
        # A second try has no group yet, on the page that follows and on the page that is loaded then.
        assert put_back(jobs, mine)
        second = claim(jobs, mine.job_id, "the test again")
        assert second is not None
        expect(page.locator("#job-parts > li")).to_have_count(0)
        play(jobs, second[0], dones[3:])
        expect(page.locator("#job-parts > li")).to_have_text([dones[3].data["says"]])
        page.get_by_role("button", name="Stop").press("Enter")
        expect(page.locator("#job-says")).to_have_text("The run was cancelled.")
        expect(page.locator("#job-says")).to_be_focused()
