"""Long runs on pages without scripts: begun by a form alone, followed by a reload, left by a form, seen by who asked.
The worker is played in this process; the answers are those of the real application."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.config import Settings
from app.jobs import QueueFull, ask
from app.jobs.values import MOST_QUEUED
from app.jobs.working import claim, write_event
from app.web.job_views import get_jobs
from app.web.jobs import close_jobs
from tests.job_client import LONG_PATH, OURS, begin, words
from tests.long_runs import LAB, LONG, PATH, wish
from tests.stored import rows


@pytest.fixture
def app(database: Path, tmp_path: Path) -> Iterator[Flask]:
    made = create_app(Settings(data=tmp_path))
    yield made
    close_jobs(made)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_a_visit_begins_nothing_and_shows_the_settings_with_a_button(client: FlaskClient, tmp_path: Path) -> None:
    before = sorted(path.name for path in tmp_path.iterdir())
    page = client.get(LONG_PATH)
    assert page.status_code == 200
    assert "This takes about 5 s or longer, and a page waits 2 s at most." in page.text
    assert 'id="job-run"' in page.text
    assert 'id="sweep_points"' in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_run_is_begun_followed_and_read_by_reloads(app: Flask, client: FlaskClient) -> None:
    job_id = begin(client)
    assert "Your run waits for its turn. It is the next one; a worker takes it in a moment." in words(client)
    assert '<a href="/labs/batching-replay?sweep_points=12">Look again</a>' in client.get(LONG_PATH).text
    with app.app_context():
        found = claim(get_jobs(), job_id, "w0")
        assert found is not None
        step = {"done": 4.5, "total": 24, "words": "Replaying run 5 of 24, about 12 s left"}
        write_event(get_jobs(), found[0], "progress", step)
        page = client.get(LONG_PATH).text
        assert '<progress id="job-bar" max="24.0" value="4.5"' in page
        assert "Your run is under way. Replaying run 5 of 24, about 12 s left." in words(client)
        assert 'role="status" id="status" class="for-the-ear"></p>' in page


def test_a_class_that_asks_for_the_same_has_one_run(app: Flask, tmp_path: Path) -> None:
    assert len({begin(app.test_client()) for _ in range(30)}) == 1
    assert rows(tmp_path / "jobs.db", "select count(*) from job_asker") == [(30,)]


def test_different_runs_show_their_place(app: Flask) -> None:
    clients = [app.test_client() for _ in range(5)]
    for number, each in enumerate(clients, 1):
        begin(each, f"load={number}&sweep_points=12")
    assert "Place 4 of 5 in the queue." in words(clients[3], f"{PATH}?load=4&sweep_points=12")


def test_another_learner_neither_sees_nor_ends_a_run(app: Flask, client: FlaskClient) -> None:
    job_id = begin(client)
    other = app.test_client()
    begin(other, "load=3&sweep_points=12")
    for visitor in (other, app.test_client()):
        for path in (f"/jobs/{job_id}", f"/jobs/{job_id}/events", f"/jobs/{job_id}/events.json"):
            assert visitor.get(path).status_code == 404, path
        assert visitor.post(f"/jobs/{job_id}/cancel", headers=OURS).status_code == 404
    assert "job-run" in other.get(LONG_PATH).text
    assert client.get(f"/jobs/{job_id}").headers["Location"] == LONG_PATH


@pytest.mark.parametrize("path", [f"{PATH}/runs", "/jobs/JOB/cancel"])
def test_a_foreign_page_begins_and_ends_nothing(client: FlaskClient, tmp_path: Path, path: str) -> None:
    job_id = begin(client)
    path = path.replace("JOB", job_id)
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {}, {"Origin": "http://evil.example"}):
        assert client.post(path, data={"settings": "load=3&sweep_points=12"}, headers=headers).status_code == 403
    assert rows(tmp_path / "jobs.db", "select count(*), min(state) from job") == [(1, "queued")]


def test_cancel_ends_a_waiting_run_and_says_so(client: FlaskClient) -> None:
    job_id = begin(client)
    answer = client.post(f"/jobs/{job_id}/cancel", headers=OURS)
    assert (answer.status_code, answer.headers["Location"]) == (303, LONG_PATH)
    assert words(client).startswith("The run was cancelled.")
    assert begin(client) not in ("", job_id)


def test_who_leaves_a_run_that_others_want_may_come_back(app: Flask, client: FlaskClient) -> None:
    job_id = begin(client)
    begin(app.test_client())
    client.post(f"/jobs/{job_id}/cancel", headers=OURS)
    assert words(client).startswith("You left this run.")
    assert begin(client) == job_id


def test_a_second_run_of_a_learner_is_refused_with_a_way_to_the_first(client: FlaskClient) -> None:
    job_id = begin(client)
    answer = client.post(f"{PATH}/runs", data={"settings": "load=3&sweep_points=12"}, headers=OURS)
    assert answer.status_code == 409
    assert "each learner has one at a time" in answer.text
    assert f'href="{LONG_PATH}">See that run of Batching replay' in answer.text
    assert f'action="/jobs/{job_id}/cancel"' in answer.text


def test_a_full_queue_is_said_with_a_time_to_come_back(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        for number in range(MOST_QUEUED):
            ask(get_jobs(), f"learner-{number}", wish({**LONG, "load": str(number + 1)}))
        with pytest.raises(QueueFull):
            ask(get_jobs(), "one more", wish())
    answer = client.post(f"{PATH}/runs", data={"settings": "sweep_points=12"}, headers=OURS)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    assert "Busy: 64 runs wait already" in answer.text
    assert 'id="job-run"' in answer.text


def test_a_queue_that_does_not_answer_is_said_and_leaves_no_run(database: Path, tmp_path: Path, free_port: int) -> None:
    app = create_app(Settings(data=tmp_path, queue_url=f"redis://127.0.0.1:{free_port}/0"))
    answer = app.test_client().post(f"{PATH}/runs", data={"settings": "sweep_points=12"}, headers=OURS)
    assert answer.status_code == 503
    assert "The queue of this server does not answer" in answer.text
    assert rows(tmp_path / "jobs.db", "select state from job") == [("cancelled",)]
    close_jobs(app)


def test_settings_that_are_refused_begin_nothing(client: FlaskClient, tmp_path: Path) -> None:
    answer = client.post(f"{PATH}/runs", data={"settings": "sweep_points=99"}, headers=OURS)
    assert answer.status_code == 422
    assert not (tmp_path / "jobs.db").exists()
    assert client.post("/labs/nothing/runs", headers=OURS).status_code == 404
    assert client.get(f"{PATH}/runs").status_code == 302


def test_what_no_run_apart_could_do_is_refused_on_its_page_and_by_the_button(
    client: FlaskClient, tmp_path: Path
) -> None:
    hopeless = "policy_a=chunked&token_budget=1&sweep_points=12"
    page = client.get(f"/labs/batching-replay?{hopeless}")
    assert page.status_code == 422
    assert "are allowed for each replay of this view. Give a larger budget" in page.text
    assert 'id="job-run"' not in page.text
    assert client.post(f"{PATH}/runs", data={"settings": hopeless}, headers=OURS).status_code == 422
    assert not (tmp_path / "jobs.db").exists()


def test_asking_again_tells_the_same_events_from_a_number_on(app: Flask, client: FlaskClient) -> None:
    job_id = begin(client)
    with app.app_context():
        found = claim(get_jobs(), job_id, "w0")
        assert found is not None
        for number in (1, 2):
            write_event(get_jobs(), found[0], "progress", {"done": number, "total": 9, "words": f"Run {number}"})
    told = client.get(f"/jobs/{job_id}/events.json?after=1").json
    assert (told["state"], told["words"]) == ("running", "Run 2.")
    assert [(event["id"], event["data"]["words"]) for event in told["events"]] == [(2, "Run 1"), (3, "Run 2")]
    for bad in ("-1", "x", "1" * 40, "１"):
        assert client.get(f"/jobs/{job_id}/events.json?after={bad}").status_code == 400


def test_own_runs_are_in_the_download_and_go_with_the_learner(client: FlaskClient, tmp_path: Path) -> None:
    job_id = begin(client)
    told = client.get("/data/mine.json").json["run"]
    assert [(each["slug"], each["query"], each["state"]) for each in told] == [(LAB.slug, "sweep_points=12", "queued")]
    assert job_id not in str(told)
    client.post("/data/erase", data={"sure": "yes"}, headers=OURS)
    assert rows(tmp_path / "jobs.db", "select count(*) from job_asker") == [(0,)]
    assert rows(tmp_path / "jobs.db", "select state from job") == [("cancelled",)]


@pytest.mark.parametrize(
    ("back", "is_followed"),
    [("/lessons/a/b?c.device=numpy#lab-c", True), ("/lessons/a/b", True), ("//evil.example/lessons/a/b", False),
     ("https://evil.example/lessons/a/b", False), ("/lessons/a/b\r\nX: y", False), ("/labs/x", False), ("", False)],
)  # fmt: skip
def test_a_run_leads_back_to_the_lesson_that_asked_and_nowhere_else(
    client: FlaskClient, back: str, is_followed: bool
) -> None:
    sent = {"settings": "sweep_points=12", "back": back}
    answer = client.post(f"{PATH}/runs", data=sent, headers=OURS)
    assert answer.headers["Location"] == (back if is_followed else LONG_PATH)
    job_id = words(client) and client.get(LONG_PATH).text.partition("/jobs/")[2][:32]
    answer = client.post(f"/jobs/{job_id}/cancel", data={"back": back}, headers=OURS)
    assert answer.headers["Location"] == (back if is_followed else LONG_PATH)
