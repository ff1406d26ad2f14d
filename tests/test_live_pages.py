"""A live run on the page without scripts: all that it told however much, a second try, and what a killed try left.
The worker is played in this process; the models are the shipped ones."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.config import Settings
from app.jobs import all_events
from app.jobs.sweeping import Sweeper
from app.jobs.working import Claim, claim, finish, write_event
from app.kept_runs import as_text
from app.web.job_views import get_jobs
from app.web.jobs import close_jobs
from labs import Event, Result, get_lab, parse, run_apart
from labs.telling import part
from tests.job_client import OURS

LAB = get_lab("speculative-decoding")
LONGEST = "view=live&gamma=1&max_new=160&device=numpy&watched=unseen"
COMPARED = "view=compare&seed=8&device=numpy"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(Settings(data=tmp_path))
    with made.app_context():
        yield made
    close_jobs(made)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def begun(client: FlaskClient, settings: str) -> tuple[str, Claim]:
    """The address of the run's page, and the run taken by a worker."""
    answer = client.post(f"/labs/{LAB.slug}/runs", data={"settings": settings}, headers=OURS)
    path = answer.headers["Location"]
    return path, taken(client.get(path).text.partition("/jobs/")[2][:32])


def taken(job_id: str) -> Claim:
    found = claim(get_jobs(), job_id, "w1:1:dead")
    assert found is not None
    return found[0]


def told(settings: str) -> list[Event]:
    events: list[Event] = []
    run_apart(LAB, parse(LAB, (each.split("=") for each in settings.split("&"))), None, events.append)  # type: ignore[misc]
    return events


def play(mine: Claim, events: list[Event]) -> None:
    for event in events:
        write_event(get_jobs(), mine, event.name, event.data)


def test_a_page_shows_every_round_of_the_longest_run_and_follows_from_the_last_event(client: FlaskClient) -> None:
    path, mine = begun(client, LONGEST)
    play(mine, told(LONGEST))
    events = all_events(get_jobs(), mine.job_id)
    rounds = sum(event.name == "round" for event in events)
    page = client.get(path).text
    assert len(events) > 200 and page.count("<li data-round=") == rounds
    assert f'data-after="{events[-1].n}"' in page
    assert page.count('data-written="160"') == 1


def test_a_try_that_was_killed_leaves_its_tokens_until_the_next_writes_and_none_is_shown_twice(
    client: FlaskClient,
) -> None:
    events = told("view=live&max_new=24&device=numpy&watched=rare")
    path, mine = begun(client, "view=live&max_new=24&device=numpy&watched=rare")
    play(mine, events[:9])
    before = client.get(path).text.count("<li data-round=")
    assert before > 1
    Sweeper(get_jobs()).sweep("dead")
    page = client.get(path).text
    assert "The run was interrupted and waits to begin again, try 2 of 3." in page
    assert page.count("<li data-round=") == before
    second = taken(mine.job_id)
    again = "The run was interrupted and began again from its start; this is try 2 of 3."
    assert f'<p id="job-interrupted">{again}</p>' in client.get(path).text
    play(second, events[:4])
    page = client.get(path).text
    assert again in page and page.count("<li data-round=") == sum(event.name == "round" for event in events[:4])
    play(second, events[4:])
    page = client.get(path).text
    numbers = [each.partition('"')[0] for each in page.split('<li data-round="')[1:]]
    assert numbers == [str(place) for place in range(1, len(numbers) + 1)] and page.count('data-written="24"') == 1


def test_groups_that_are_done_are_listed_and_forgotten_when_the_comparison_begins_again(client: FlaskClient) -> None:
    path, mine = begun(client, COMPARED)
    assert "hidden></ol>" in client.get(path).text.replace("\n", "")
    play(mine, [part("English is done."), part("Code is done.")])
    page = client.get(path).text
    assert page.index("<li>English is done.</li>") < page.index("<li>Code is done.</li>")
    assert ">Stop<" in page
    Sweeper(get_jobs()).sweep("dead")
    taken(mine.job_id)
    assert "is done" not in client.get(path).text


def test_the_page_of_a_run_and_the_readme_say_what_csv_does_to_tokens_that_a_spreadsheet_would_run(
    client: FlaskClient,
) -> None:
    page = client.get("/labs/speculative-decoding?view=live&watched=code").text
    assert "In CSV, text that begins with =, +, - or @ has an apostrophe before it" in page
    told = client.get("/labs/speculative-decoding/tokens.csv?view=live&watched=code").text
    assert ",'-" in told or ",'=" in told
    readme = " ".join((Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8").split())
    assert "has an apostrophe before it, since a spreadsheet would run it" in readme


def test_a_kept_run_is_measured_again_under_an_address_of_its_own_and_none_is_lost(client: FlaskClient) -> None:
    settings = "view=live&max_new=8&device=numpy&watched=rare"
    path, mine = begun(client, settings)
    finish(get_jobs(), mine, as_text(result_of(settings)))
    first = client.get(path).text
    assert "Measure again<" in first and "On this machine" in first
    form = {"settings": settings, "again": "yes"}
    assert "&amp;" in first.partition('name="settings" value="')[2].partition('"')[0]
    answer = client.post(f"/labs/{LAB.slug}/runs", data=form, headers=OURS)
    assert answer.status_code == 303 and parse_qs(urlsplit(answer.headers["Location"]).query)["take"] == ["2"]
    again = answer.headers["Location"]
    assert "Your run waits for its turn." in client.get(again).text
    assert client.get(path).text == first, "the kept one stays while the new one waits"
    second = taken(client.get(again).text.partition("/jobs/")[2][:32])
    finish(get_jobs(), second, as_text(replace(result_of(settings), says="On this machine it was another hour")))
    assert "another hour" in client.get(again).text and "another hour" not in client.get(path).text
    third = client.post(f"/labs/{LAB.slug}/runs", data=form, headers=OURS).headers["Location"]
    assert parse_qs(urlsplit(third).query)["take"] == ["3"], "a measurement that is kept is not made again"
    last = client.post(f"/labs/{LAB.slug}/runs", data=form | {"settings": f"{settings}&take=20"}, headers=OURS)
    assert last.status_code == 422 and "20 measurements of this run are kept" in last.text
    recorded = client.get("/labs/speculative-decoding?view=live").text
    assert "Run live<" in recorded and "Measure again<" not in recorded
    assert "Run it apart" not in recorded and "Measure again<" not in client.get("/labs/speculative-decoding").text


def result_of(settings: str) -> Result:
    return run_apart(LAB, parse(LAB, (each.split("=") for each in settings.split("&"))), None, lambda event: None)  # type: ignore[misc]
