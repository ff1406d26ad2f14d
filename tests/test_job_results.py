"""What becomes of a long run: its result on the page, for everybody and after a restart, or why there is none.
The worker is played in this process; the answers are those of the real application."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.config import Settings
from app.web.jobs import close_jobs
from labs import Files, Params, Result
from labs.batching_replay import _report
from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.work import PAGE, Work
from tests.job_client import OURS, SMALL, SMALL_PATH, begin, perform, words
from tests.long_runs import PATH


@pytest.fixture
def app(database: Path, tmp_path: Path) -> Iterator[Flask]:
    made = create_app(Settings(data=tmp_path))
    yield made
    close_jobs(made)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("labs.batching_replay.settings.PAGE", replace(PAGE, seconds=0.01))


@pytest.mark.usefixtures("small_pages")
def test_the_result_takes_the_place_of_the_run_for_everybody(app: Flask, client: FlaskClient, tmp_path: Path) -> None:
    refusal = client.get(f"{PATH}.json?{SMALL}")
    assert refusal.status_code == 422
    assert "press Run it there; afterwards this address answers" in refusal.text
    perform(app, begin(client, SMALL))
    assert "completes" in words(client, SMALL_PATH)
    assert "job-bar" not in client.get(SMALL_PATH).text
    assert client.get(f"{PATH}.json?{SMALL}").json["facts"]["a_conserves"]["value"] is True
    assert "completes" in words(app.test_client(), SMALL_PATH)
    assert len(list((tmp_path / "runs").glob("*.json"))) == 1


@pytest.mark.usefixtures("small_pages")
def test_a_result_is_a_kept_run_that_the_table_may_forget(app: Flask, client: FlaskClient, tmp_path: Path) -> None:
    perform(app, begin(client, SMALL))
    client.get(SMALL_PATH)
    close_jobs(app)
    (tmp_path / "jobs.db").unlink()
    again = create_app(Settings(data=tmp_path))
    assert "completes" in words(again.test_client(), SMALL_PATH)
    answer = again.test_client().post(f"{PATH}/runs", data={"settings": SMALL}, headers=OURS)
    assert (answer.status_code, answer.headers["Location"]) == (303, SMALL_PATH)
    assert not (tmp_path / "jobs.db").exists()
    close_jobs(again)


def test_work_found_to_be_too_much_while_it_runs_is_tried_once(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Params] = []

    def report(params: ReplayParams, files: Files | None, work: Work) -> Result:
        tried.append(params)
        return _report(params, files, work)

    monkeypatch.setattr("labs.batching_replay.PAGE", replace(PAGE, rows=1000))
    monkeypatch.setattr("labs.batching_replay.work.ROWS_A_REQUEST", 0)
    monkeypatch.setattr("labs.batching_replay._report", report)
    assert "This takes about 2 s or longer" in words(client, SMALL_PATH)
    job_id = begin(client, SMALL)
    assert "It is the next one" in words(client, SMALL_PATH)
    assert len(tried) == 1
    perform(app, job_id)
    assert "completes" in words(client, SMALL_PATH)


def test_a_failed_run_says_why_and_offers_another(app: Flask, client: FlaskClient) -> None:
    small = "view=load&trace=file&file=" + "0" * 64 + "&load=&requests=70000"
    job_id = begin(client, small)
    perform(app, job_id)
    path = client.get(f"/jobs/{job_id}").headers["Location"]
    assert "The run failed. Your file is not kept on this server." in words(client, path)
    assert 'id="job-run"' in client.get(path).text
