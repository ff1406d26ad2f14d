"""The pages of long runs through Flask's own client: begin a run, read its region, play its worker in this process.
It knows the addresses and refuses to judge what they say."""

import re
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from app.files import StoredFiles
from app.jobs.worker import Worker
from app.web.job_views import get_jobs
from tests.long_runs import PATH

OURS = {"Sec-Fetch-Site": "same-origin"}
LONG_PATH = f"{PATH}?sweep_points=12"
# Too much for a page only where a test makes pages small, so that its run is soon done.
SMALL = "view=compare&requests=1200"
SMALL_PATH = f"{PATH}?{SMALL}"


def begin(client: FlaskClient, settings: str = "sweep_points=12") -> str:
    """Ask for the run; its id from the page that follows."""
    answer = client.post(f"{PATH}/runs", data={"settings": settings}, headers=OURS)
    assert answer.status_code == 303, answer.text
    return client.get(answer.headers["Location"]).text.partition("/jobs/")[2][:32]


def words(client: FlaskClient, path: str = LONG_PATH) -> str:
    """What the result's region says, without tags."""
    region = client.get(path).text.partition('id="result" aria-label="Result">')[2].partition("</section>")[0]
    region = re.sub(r"<p hidden data-announce>.*?</p>", "", region)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", region)).strip()


def perform(app: Flask, job_id: str) -> None:
    with app.app_context():
        jobs = get_jobs()
    Worker(jobs, StoredFiles(Path("nowhere")), "w1", lambda: False, lambda job_id: None).perform(job_id)
