"""What one address may have of what all share: places in the queue, room for files; and which address a request has.
They refuse to judge speed; tests/test_budget.py holds the limit of computing."""

import io
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from app import create_app
from app.config import Settings
from app.files import NoRoom, StoredFiles
from app.store.codes import new_code
from app.web.job_views import get_jobs
from app.web.jobs import close_jobs
from app.web.learner import CODE_TRIES
from app.web.run_shares import MOST_OF_ADDRESS
from app.web.shares import Amounts, Holdings
from app.web.tries import MAX_ADDRESSES
from tests.asking import ask
from tests.job_client import OURS
from tests.long_runs import PATH
from tests.servers import SMALL, StartServer
from tests.stored import rows

HOME, OTHER, MANY = "203.0.113.7", "198.51.100.9", "2001:db8::1"
LAB = "/labs/gpu-memory-ledger"
ROW = b"0,100,20\n"


def run_from(app: Flask, address: str, load: int) -> TestResponse:
    """A new learner, at this address, asks for a run that nobody has asked for."""
    sent = {"settings": f"load={load}.5&sweep_points=12"}
    return app.test_client().post(f"{PATH}/runs", data=sent, headers=OURS, environ_base={"REMOTE_ADDR": address})


def test_learners_made_in_numbers_fill_half_of_the_queue_and_no_more(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path))
    app.extensions["runs_of_address"].most = 2
    assert [run_from(app, HOME, load).status_code for load in (1, 2, 3)] == [303, 303, 503]
    refused = run_from(app, HOME, 3)
    assert "Busy: 2 runs that were asked for from here wait already" in refused.text
    assert (refused.headers["Retry-After"], 'id="job-run"' in refused.text) == ("30", True)
    assert [run_from(app, address, 1).status_code for address in (HOME, OTHER)] == [303, 303]
    assert [run_from(app, address, load).status_code for address, load in ((OTHER, 4), ("127.0.0.1", 5))] == [303, 303]
    assert rows(tmp_path / "jobs.db", "select count(*) from job") == [(4,)]
    with app.app_context(), get_jobs().writing() as connection:
        connection.exec_driver_sql("update job set state = 'done' where query like '%load=1.5%'")
    assert run_from(app, HOME, 6).status_code == 303
    assert run_from(app, HOME, 7).status_code == 503
    assert MOST_OF_ADDRESS == 32
    close_jobs(app)


def test_one_customers_network_is_one_address_and_a_crowd_takes_no_more_memory() -> None:
    held, brought = Holdings(1), Amounts(10)
    held.add(MANY, "a")
    assert not held.has_room("2001:db8::2", lambda ids: ids)
    assert held.has_room("2001:db8::2", lambda ids: frozenset())
    assert [brought.take(MANY, 6), brought.take("2001:db8::9", 6), brought.take("2001:db8::9", 4)] == [
        True,
        False,
        True,
    ]
    for number in range(MAX_ADDRESSES + 10):
        held.add(str(number), "b")
        assert brought.take(str(number), 1)
    assert (len(held._held), len(brought._brought)) == (MAX_ADDRESSES, MAX_ADDRESSES)


def test_files_beyond_the_room_are_refused_whole_and_none_is_dropped(tmp_path: Path) -> None:
    files = StoredFiles(tmp_path)
    first = files.store(io.BytesIO(b"a" * 60), 100)
    with pytest.raises(NoRoom) as full:
        files.store(io.BytesIO(b"b" * 41), 100)
    assert (full.value.kept, full.value.size, full.value.most) == (60, 41, 100)
    assert [each.name for each in files.folder.iterdir()] == [first]
    assert files.store(io.BytesIO(b"a" * 60), 10) == first
    files.store(io.BytesIO(b"c" * 40), 100)
    assert len([*files.folder.iterdir()]) == 2


def give(app: Flask, rows_of_it: int, address: str) -> TestResponse:
    body = b"arrival_s,prompt,output\n" + ROW * rows_of_it
    sent = {"settings": "view=compare&max_active=7", "file": (io.BytesIO(body), "trace.csv")}
    return app.test_client().post(f"{PATH}/files", data=sent, headers=OURS, environ_base={"REMOTE_ADDR": address})


def test_a_full_server_and_a_full_share_are_said_beside_the_field_with_the_limit(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, files_mb=1))
    assert give(app, 20_000, HOME).status_code == 303
    over_share = give(app, 20_001, HOME)
    assert over_share.status_code == 422
    assert "From this address more files would come than the 0.25 MB that one may give." in over_share.text
    assert 'name="max_active" value="7"' in over_share.text and 'id="file-upload-error"' in over_share.text
    assert give(app, 20_001, OTHER).status_code == 303
    assert give(app, 50_000, "127.0.0.1").status_code == 303
    full = give(app, 30_000, "127.0.0.1")
    assert full.status_code == 422
    assert "This server keeps 1.0 MB of given files at most. It has 0.8 MB, and yours is 0.27 MB." in full.text
    assert "SERVELAB_FILES_MB" in full.text
    assert len([*(tmp_path / "files").iterdir()]) == 3


@pytest.mark.parametrize(
    ("proxies", "forwarded", "counted"),
    [
        (0, "198.51.100.9", HOME),
        (0, "127.0.0.1", HOME),
        (1, "127.0.0.1, 198.51.100.9", OTHER),
        (2, "127.0.0.1, 198.51.100.9, 10.0.0.1", OTHER),
        (2, "198.51.100.9", HOME),
    ],
)
def test_an_address_is_taken_from_a_header_only_as_far_as_proxies_are_trusted(
    tmp_path: Path, proxies: int, forwarded: str, counted: str
) -> None:
    app = create_app(Settings(data=tmp_path, proxies=proxies))
    headers = {"X-Forwarded-For": forwarded, "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}
    answer = app.test_client().get(f"{LAB}?microbatch=3", headers=headers, environ_base={"REMOTE_ADDR": HOME})
    assert answer.status_code == 200
    assert list(app.extensions["budgets"][1]._used) == [counted]


def test_a_served_page_tells_visitors_apart_behind_a_proxy_and_a_forged_header_changes_nothing(
    start_server: StartServer, tmp_path: Path
) -> None:
    answers = []
    for proxies in ("0", "1"):
        more = {"SERVELAB_PROXIES": proxies, "SERVELAB_DATA": str(tmp_path / proxies)}
        base = start_server("-m", "app", "serve", "--port", "0", *SMALL, **more).address()
        for number in range(CODE_TRIES + 1):
            headers = {"X-Forwarded-For": f"198.51.100.{number}"}
            answer = ask(base, "/resume", form=[("code", new_code())], headers=headers)
        answers.append(answer.status)
    assert answers == [429, 422]
