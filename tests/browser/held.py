"""A run held in each state that must last: begun by a person, taken by the test, which is its worker.
It refuses to know how runs are computed."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from app.jobs import JobStore
from app.jobs.working import Claim, claim, write_event
from labs import Event, get_lab
from tests.a11y.matrix import State
from tests.a11y.tabs import Tabs

LAB = get_lab("speculative-decoding")
PATH = f"/labs/{LAB.slug}"
# Host, process and token, as a worker is called; whoever knows of its end names the token.
TOKEN = "held"
TESTER = f"test:1:{TOKEN}"


@contextmanager
def held_run(
    tabs: Tabs, site: tuple[str, JobStore], look: State, seed: str, view: str = "live"
) -> Iterator[tuple[Page, Claim]]:
    """A run of this lab, begun by a person and taken by the test."""
    base, jobs = site
    stop = "#run-stop" if view == "live" else "#job-cancel"
    with tabs.opened(f"{base}{PATH}?view={view}&watched=rare&seed={seed}&device=numpy", look) as page:
        page.locator("#job-run").press("Enter")
        page.locator(stop).wait_for()
        form = page.locator(f"form:has({stop})").get_attribute("action")
        assert form is not None
        found = claim(jobs, form.split("/")[2], TESTER)
        assert found is not None
        yield page, found[0]


def play(jobs: JobStore, mine: Claim, events: list[Event], every_s: float = 0.0) -> bool:
    """Write events as a worker does; whether it was asked to stop."""
    for event in events:
        if write_event(jobs, mine, event.name, event.data):
            return True
        time.sleep(every_s)
    return False
