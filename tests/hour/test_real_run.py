"""The screen of the real run: a record at once, English then rare, stepped, and run live inside the lesson.
It refuses to know the numbers."""

import re
import time

from playwright.sync_api import expect

from tests.a11y.arriving import follow
from tests.a11y.finding import ask
from tests.a11y.matrix import DARK, LIGHT, NARROW, NO_SCRIPTS
from tests.a11y.profile import profile_for, run_all
from tests.a11y.tabs import Tabs

LAB = "#lab-real-run-lab"
HERE = "On this machine, for this rare prompt, drafting "
# A run takes a second or two of a quiet core; a worker that starts beside other tests takes many.
MOST_S = 120


def test_by_ear_a_record_is_there_and_a_step_reads_one_round(tabs: Tabs, hour: str) -> None:
    with tabs.opened(f"{hour}/real-run", LIGHT) as page:
        expect(page.locator(f"{LAB} .says").first).to_contain_text("On the recorded machine, for this English prompt")
        assert ask(page, "watch", "#status")
        page.get_by_role("button", name="Step to the next round").click()
        expect(page.get_by_role("status")).to_have_text("Round 1: drafted 4, accepted 0, one added.")
        page.get_by_label("Group to watch").select_option("rare")
        expect(page.locator(f"{LAB} .says").first).to_contain_text("On the recorded machine, for this rare prompt")
        expect(page.locator("#run-text")).to_have_attribute("data-lang", "zu")
        page.get_by_role("button", name=re.compile("^Run live ?: this run again, on the machine")).press("Enter")
        expect(page.locator(f"{LAB} .says").first).to_contain_text(HERE, timeout=MOST_S * 1000)
        # What takes the focus is read for that; the status may have told it before, and tells it no second time.
        expect(page.locator(f"{LAB} .says").first).to_be_focused()
        heard = ask(page, "announced", "#status")
        assert heard["kept"]
        assert sum(HERE in text for text in heard["texts"]) <= 1
        expect(page).to_have_url(f"{hour}/real-run")
        page.get_by_role("button", name="Run through its rounds").press("Enter")
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Stop the run")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text("Stopped after ")


def test_without_scripts_a_run_is_begun_followed_and_read_by_reload(tabs: Tabs, hour: str) -> None:
    with tabs.opened(f"{hour}/real-run", NO_SCRIPTS) as page:
        page.get_by_label("Group to watch").select_option("code")
        follow(page.locator(f"{LAB}-set"))
        follow(page.locator("#run-live"))
        assert page.url.endswith(f"?real-run-lab.watched=code&real-run-lab.device=numpy{LAB}")
        deadline = time.monotonic() + MOST_S
        while page.locator("#job-again").count() and time.monotonic() < deadline:
            follow(page.get_by_role("link", name="Look again"))
        expect(page.locator(f"{LAB} .says").first).to_contain_text("On this machine, for this code prompt")
        page.locator(f"{LAB} summary").click()
        told = page.locator(f"{LAB} dl dt").all_inner_texts(), page.locator(f"{LAB} dl dd").all_inner_texts()
        assert dict(zip(*told, strict=True))["Pair of your own"] == "none" and all(told[1])
        assert page.locator(f"{LAB} a[href$='.csv'], {LAB} a[href*='.csv?']").all_inner_texts() == [
            "CSV: What a token costs, in parts, lab 1 of 2 here"
        ]


def test_the_screen_passes_every_check_where_it_is_looked_at_most(tabs: Tabs, hour: str) -> None:
    for look in (LIGHT, DARK, NARROW):
        with tabs.opened(f"{hour}/real-run", look) as page:
            assert [str(finding) for finding in run_all(page, profile_for(look))] == [], look.name
