"""Remembered answers of lab pages: the same bytes as fresh ones, told apart by all that counts, bounded.
It refuses to know what a lab says."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from app import create_app
from app.config import Settings
from app.web import remembered
from app.web.remembered import Answers, Kept

LAB = "/labs/gpu-memory-ledger?microbatch=20"
FIGURES = "/labs/gpu-memory-ledger/figures.json?microbatch=20"
PART = {"HX-Target": "section#result"}
Headers = Mapping[str, str]


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(Settings(data=tmp_path))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def kept(app: Flask) -> int:
    """How many answers are remembered."""
    return len(app.extensions["answers"])


def told(response: Response) -> tuple[int, dict[str, str], bytes]:
    """All of an answer but the moment when it was sent."""
    return response.status_code, {name: value for name, value in response.headers if name != "Date"}, response.data


@pytest.mark.parametrize("path", [LAB, FIGURES])
@pytest.mark.parametrize("encoding", ["br", "gzip", ""])
@pytest.mark.parametrize("headers", [{}, PART, PART | {"X-From": "http://localhost/labs/gpu-memory-ledger"}])
def test_a_remembered_answer_is_the_fresh_one(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, path: str, encoding: str, headers: Headers
) -> None:
    sent = {**headers, "Accept-Encoding": encoding}
    fresh = client.get(path, headers=sent)
    assert (fresh.status_code, kept(app)) == (200, 1)
    # Nothing is left that could make the answer anew.
    monkeypatch.setattr("app.web.labs.parse", None)
    again = client.get(path, headers=sent)
    assert told(again) == told(fresh)
    assert again.headers["Date"]
    seen = client.get(path, headers={**sent, "If-None-Match": fresh.headers["ETag"]})
    assert (seen.status_code, seen.data, seen.headers["ETag"]) == (304, b"", fresh.headers["ETag"])


@pytest.mark.parametrize(
    "other",
    [
        {"HX-Target": "div#lab"},
        {"HX-Target": ""},
        {"X-Seen": "wide ledger"},
        {"Host": "127.0.0.1"},
        {"Accept-Encoding": "gzip"},
        {"X-From": "http://localhost/labs/gpu-memory-ledger?microbatch=16"},
        {"Referer": "http://localhost/labs/gpu-memory-ledger?microbatch=16"},
    ],
)
def test_what_an_answer_depends_on_makes_another_answer(app: Flask, client: FlaskClient, other: Headers) -> None:
    first = client.get(LAB, headers=PART)
    second = client.get(LAB, headers={**PART, **other})
    assert second.data != first.data
    assert kept(app) == 2
    assert client.get(LAB, headers=PART).data == first.data
    assert client.get(LAB, headers={**PART, **other}).data == second.data


def test_a_page_for_one_learner_an_error_and_a_change_are_never_remembered(app: Flask, client: FlaskClient) -> None:
    same_site = {"Sec-Fetch-Site": "same-origin"}
    assert client.get("/").status_code == 200
    assert client.get("/lessons").status_code == 200
    assert client.get("/labs/gpu-memory-ledger?microbatch=x").status_code == 422
    assert client.get("/labs/nothing").status_code == 404
    assert client.get("/labs/gpu-memory-ledger?microbatch=16").status_code == 302
    assert client.head(LAB).status_code == 200
    assert client.post("/labs/gpu-memory-ledger/files", data={}, headers=same_site).status_code == 422
    assert kept(app) == 0


@pytest.mark.parametrize("header", [("Vary", "Cookie"), ("Set-Cookie", "a=b"), ("Cache-Control", "no-store")])
def test_an_answer_that_says_it_depends_on_more_is_not_remembered(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, header: tuple[str, str]
) -> None:
    def personal(response: Response) -> Response:
        name, value = header
        if name == "Vary":
            response.vary.add(value)
        else:
            response.headers[name] = value
        return response

    app.after_request(personal)
    assert client.get(LAB, headers=PART).status_code == 200
    assert kept(app) == 0


def test_a_foreign_host_gets_no_remembered_answer(client: FlaskClient) -> None:
    client.get(LAB)
    assert client.get(LAB, headers={"Host": "evil.example"}).status_code == 400


def test_the_answers_used_last_are_kept_and_no_more_bytes_than_allowed() -> None:
    answer = Kept(b"x" * 1000, (("ETag", "1"),))
    each = remembered.OVERHEAD_BYTES + 1000 + len("ETag1") + len("a")
    answers = Answers(10 * each)
    for name in "abcdefghij":
        answers.keep((name,), answer)
    assert answers.recall(("a",)) == answer
    answers.keep(("k",), answer)
    assert len(answers) == 10
    assert answers.recall(("b",)) is None
    assert answers.recall(("a",)) == answer
    answers.keep(("l",), Kept(b"x" * 2 * each, ()))
    assert answers.recall(("l",)) is None
