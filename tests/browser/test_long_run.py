"""A long run in the browser: begun, followed, ended, left, by eye, by keyboard, by ear and without scripts.
The test plays the worker, so that each state lasts as long as it is looked at."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event as Flag
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from app.jobs import JobStore
from app.jobs.working import Claim, beat, claim, finish, write_event
from app.kept_runs import as_text
from labs import Result, parse
from tests.a11y.arriving import follow
from tests.a11y.finding import ask
from tests.a11y.matrix import DARK, FORCED_DARK, LIGHT, NARROW, NO_SCRIPTS, State
from tests.a11y.profile import MOVES, profile_for, run_all
from tests.a11y.running import check_announcement_budget
from tests.a11y.tabs import Tabs
from tests.long_runs import LAB, PATH, QUICK, Visitor
from tests.prepared import with_defaults
from tests.servers import SMALL, starting

STEP = {"done": 4.5, "total": 24, "words": "Replaying run 5 of 24, about 12 s left"}
UNDER_WAY = "Your run is under way."


@dataclass(frozen=True)
class Site:
    """A server without workers, its table, and a result to end runs with."""

    base: str
    jobs: JobStore
    result: Result

    def end(self, mine: Claim) -> None:
        finish(self.jobs, mine, as_text(self.result))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = with_defaults(tmp_path_factory.mktemp("long-runs"), tmp_path_factory)
    with starting() as start:
        running = start("-m", "app", "serve", "--port", "0", "--data", str(data), *SMALL, SERVELAB_WORKERS="0")
        jobs = JobStore(data / "jobs.db")
        yield Site(running.address().rstrip("/"), jobs, LAB.run(parse(LAB, QUICK.items())))
        jobs.close()


@contextmanager
def begun(tabs: Tabs, site: Site, state: State, load: str) -> Iterator[tuple[Page, Claim]]:
    """A page whose run is under way: pressed by a person, taken by a worker, with one step told."""
    with tabs.opened(f"{site.base}{PATH}?load={load}&sweep_points=12", state) as page:
        page.locator("#job-run").press("Enter")
        page.locator("#job-bar").wait_for()
        mine, over = take(site, page), Flag()
        # A silent worker's run would be given to another one.
        beating = Thread(target=lambda: [beat(site.jobs, mine) for _ in iter(lambda: over.wait(2), True)])
        beating.start()
        try:
            yield page, mine
        finally:
            over.set()
            beating.join()


def take(site: Site, page: Page) -> Claim:
    found = claim(site.jobs, job_of(page), "the test")
    assert found is not None
    write_event(site.jobs, found[0], "progress", STEP)
    return found[0]


def job_of(page: Page) -> str:
    form = page.locator("form:has(#job-cancel)").get_attribute("action")
    assert form is not None
    return form.split("/")[2]


@pytest.mark.parametrize("state", [LIGHT, DARK, NARROW, FORCED_DARK], ids=lambda state: state.name)
def test_a_run_under_way_passes_every_check(tabs: Tabs, site: Site, state: State) -> None:
    load = {"light": "1", "dark": "2", "320 x 640": "3"}.get(state.name, "4")
    with begun(tabs, site, state, load) as (page, mine):
        expect(page.locator("#job-words")).to_have_text("Replaying run 5 of 24, about 12 s left.")
        expect(page.locator("#job-bar")).to_have_js_property("value", 4.5)
        expect(page.get_by_role("progressbar", name="How far the run is")).to_be_visible()
        # The first move of a slider brings another result; the page without a run has the same slider.
        assert [str(finding) for finding in run_all(page, profile_for(state, MOVES))] == []
        site.end(mine)


def test_only_begin_and_end_are_said_and_the_focus_goes_to_the_result(tabs: Tabs, site: Site) -> None:
    with tabs.opened(f"{site.base}{PATH}?load=5&sweep_points=12", LIGHT) as page:
        assert ask(page, "watch", "#status")
        page.locator("#job-run").press("Enter")
        expect(page.locator("#job-says")).to_be_focused()
        expect(page.locator("#status")).to_have_text("Your run waits for its turn.")
        mine = take(site, page)
        for number in range(20):
            write_event(site.jobs, mine, "progress", {**STEP, "done": number, "words": f"Replaying run {number}"})
        expect(page.locator("#job-words")).to_have_text("Replaying run 19.")
        page.locator("#job-cancel").focus()
        site.end(mine)
        expect(page.locator("#result .says")).to_contain_text(site.result.says)
        expect(page.locator("#result .says")).to_be_focused()
        expect(page.locator("#status")).to_contain_text(site.result.says)
        heard = ask(page, "announced", "#status")
        assert heard["kept"]
        # "Running" is said too where the answer takes long.
        said = [text for text in heard["texts"] if text not in ("", "Running")]
        assert said[:2] == ["Your run waits for its turn.", UNDER_WAY]
        assert [site.result.says in text for text in said[2:]] == [True]
        expect(page).to_have_url(re.compile(r"\?load=5&sweep_points=12$"))
        expect(page.locator("#job")).to_have_count(0)


def test_forty_steps_of_a_run_are_shown_and_not_said(tabs: Tabs, site: Site) -> None:
    with tabs.opened(f"{site.base}{PATH}?load=5.5&sweep_points=12", LIGHT) as page:

        def run() -> None:
            page.locator("#job-run").press("Enter")
            expect(page.locator("#status")).to_have_text("Your run waits for its turn.")
            mine = take(site, page)
            for number in range(40):
                write_event(site.jobs, mine, "progress", {**STEP, "done": number, "words": f"Replaying run {number}"})
            expect(page.locator("#job-words")).to_have_text("Replaying run 39.")
            site.end(mine)
            expect(page.locator("#status")).to_contain_text(site.result.says)

        # The press is answered, the run waits, the run is under way.
        assert check_announcement_budget(page, run, "#result", begins=3) == []


def test_whoever_is_elsewhere_keeps_the_focus_and_what_is_typed(tabs: Tabs, site: Site) -> None:
    with begun(tabs, site, LIGHT, "6") as (page, mine):
        expect(page.locator("#job-words")).to_contain_text("run 5 of 24")
        page.locator("#load").fill("6.5")
        site.end(mine)
        expect(page.locator("#result .says")).to_contain_text(site.result.says)
        expect(page.locator("#load")).to_be_focused()
        expect(page.locator("#load")).to_have_value("6.5")


def test_without_a_free_stream_the_page_asks_again_and_shows_the_same(tabs: Tabs, site: Site) -> None:
    address = f"{site.base}{PATH}?load=7&sweep_points=12"
    ann = Visitor(site.base)
    job_id = ann.begin({"load": "7", "sweep_points": "12"})
    # The browser's one stream is taken, as by another window of it.
    with ann.stream(f"/jobs/{job_id}/events"), tabs.opened(address, LIGHT) as page:
        page.context.add_cookies([{"name": n, "value": v, "url": site.base} for n, v in ann.cookies.items()])
        with page.expect_response(re.compile(r"events\.json")):
            page.reload()
        listen(page)
        mine = take(site, page)
        write_event(site.jobs, mine, "round", {"tokens": [1, 2]})
        expect(page.locator("#job-words")).to_have_text("Replaying run 5 of 24, about 12 s left.")
        site.end(mine)
        expect(page.locator("#result .says")).to_contain_text(site.result.says)
        assert [name for name in told(page) if name != "queued"] == ["progress", "progress", "round", "result"]


def test_every_event_is_handed_on_to_scripts_of_a_lab(tabs: Tabs, site: Site) -> None:
    with begun(tabs, site, LIGHT, "9.5") as (page, mine):
        listen(page)
        with page.expect_console_message(lambda message: message.text == '{"tokens":[1,2]}'):
            write_event(site.jobs, mine, "round", {"tokens": [1, 2]})
        assert "round" in told(page)
        site.end(mine)


def listen(page: Page) -> None:
    """Collect the names of what the page hands on, and print what a round holds."""
    page.evaluate(
        "() => { window.told = []; document.addEventListener('job-event', ({detail}) => {"
        " window.told.push(detail.name); if (detail.name === 'round') console.log(JSON.stringify(detail.data)); }); }"
    )


def told(page: Page) -> list[str]:
    names: list[str] = page.evaluate("window.told")
    return names


def test_cancel_ends_a_run_and_leaves_the_focus_on_what_happened(tabs: Tabs, site: Site) -> None:
    with tabs.opened(f"{site.base}{PATH}?load=8&sweep_points=12", LIGHT) as page:
        page.locator("#job-run").press("Enter")
        page.locator("#job-cancel").press("Enter")
        expect(page.locator("#job-says")).to_have_text("The run was cancelled.")
        expect(page.locator("#job-says")).to_be_focused()
        expect(page.locator("#status")).to_have_text("The run was cancelled.")
        expect(page.get_by_role("button", name="Run it")).to_be_visible()


def test_without_scripts_a_run_is_begun_followed_and_read_by_reload(tabs: Tabs, site: Site) -> None:
    with begun(tabs, site, NO_SCRIPTS, "9") as (page, mine):
        follow(page.get_by_role("link", name="Look again"))
        expect(page.locator("#job-words")).to_have_text("Replaying run 5 of 24, about 12 s left.")
        assert [str(finding) for finding in run_all(page, profile_for(NO_SCRIPTS))] == []
        site.end(mine)
        follow(page.get_by_role("link", name="Look again"))
        expect(page.locator("#result .says")).to_contain_text(site.result.says)
