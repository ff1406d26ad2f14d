"""Headers on every answer, a Host allow-list, changes only from our own pages, limits on bodies, compressed pages."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
from flask import Flask, Response, request
from flask.testing import FlaskClient

from app import create_app
from app.config import Settings
from app.web.security import HEADERS, host_name, is_known_host

PAGE = "<!doctype html><title>Words</title><p>" + "many words in one page, " * 100


def fails() -> str:
    raise KeyError("nothing")


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    app = create_app(Settings(data=tmp_path))
    app.add_url_rule("/page", "page", lambda: PAGE)
    app.add_url_rule("/short", "short", lambda: "short")
    app.add_url_rule("/fails", "fails", fails)
    app.add_url_rule("/stream", "stream", lambda: Response(iter([PAGE]), mimetype="text/plain"))
    app.add_url_rule("/change", "change", lambda: str(len(request.form)), methods=["POST", "PUT", "DELETE"])
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize("address", ["/page", "/healthz", "/favicon.ico", "/nothing", "/fails", "/stream"])
def test_every_answer_carries_the_headers(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert answer.headers["Content-Type"].endswith("; charset=utf-8")


def test_refusals_and_304_carry_the_headers(client: FlaskClient) -> None:
    tag = client.get("/page").headers["ETag"]
    answers = [
        client.get("/page", headers={"If-None-Match": tag}),
        client.get("/page", headers={"Host": "evil.example"}),
        client.post("/change"),
        client.post("/page", headers={"Sec-Fetch-Site": "same-origin"}),
    ]
    assert [answer.status_code for answer in answers] == [304, 400, 403, 405]
    for answer in answers:
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def test_the_policy_lets_in_no_inline_code() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert re.search(r"script-src 'self'(;|$)", policy)
    for closed in ("object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"):
        assert closed in policy


def test_an_unhandled_error_shows_no_internals(client: FlaskClient) -> None:
    answer = client.get("/fails")
    assert answer.status_code == 500
    assert not re.search(r"KeyError|Traceback|nothing|\.py", answer.text)


@pytest.mark.parametrize("method", ["post", "put", "delete"])
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, 403),
        ({"Origin": "http://localhost"}, 200),
        ({"Origin": "http://localhost:81"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://localhost.evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "file://localhost"}, 403),
        ({}, 403),
    ],
)
def test_a_change_needs_one_of_our_own_pages(
    client: FlaskClient, method: str, headers: dict[str, str], status: int
) -> None:
    assert getattr(client, method)("/change", headers=headers).status_code == status


def test_the_refusal_of_a_change_says_what_to_do(client: FlaskClient) -> None:
    assert "Open the page here and send the form again" in client.post("/change").text


@pytest.mark.parametrize(
    ("name", "listening_on", "known"),
    [
        ("localhost", "127.0.0.1", True),
        ("127.0.0.1", "127.0.0.1", True),
        ("::1", "127.0.0.1", True),
        ("evil.example", "127.0.0.1", False),
        ("10.0.0.5", "127.0.0.1", False),
        ("", "127.0.0.1", False),
        ("10.0.0.5", "0.0.0.0", True),
        ("evil.example", "0.0.0.0", False),
        ("lab.example.org", "lab.example.org", True),
        ("other.example.org", "lab.example.org", False),
        ("fe80::1", "::", True),
    ],
)
def test_only_known_hosts_are_answered(name: str, listening_on: str, known: bool) -> None:
    assert is_known_host(name, listening_on) is known


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("localhost:8000", "localhost"),
        ("[::1]:8000", "::1"),
        ("LOCALHOST.", "localhost"),
        ("evil.example@localhost", "localhost"),
        ("[::1", ""),
        ("", ""),
    ],
)
def test_the_name_is_read_from_the_host_header(host: str, name: str) -> None:
    assert host_name(host) == name


def test_a_body_over_the_limit_is_refused(client: FlaskClient) -> None:
    answer = client.post("/change", data=b"x" * (1024 * 1024 + 1), headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 413


@pytest.mark.parametrize("form", [{"words": "x" * 300_000}, {f"field{number}": "x" for number in range(201)}])
def test_a_form_over_its_limits_is_refused(client: FlaskClient, form: dict[str, str]) -> None:
    headers = {"Sec-Fetch-Site": "same-origin"}
    answer = client.post("/change", data=form, headers=headers, content_type="multipart/form-data")
    assert answer.status_code == 413


@pytest.mark.parametrize(("encoding", "decode"), [("gzip", gzip.decompress), ("br", brotli.decompress)])
def test_a_page_is_compressed_and_its_etag_is_of_that_encoding(
    client: FlaskClient, encoding: str, decode: Callable[[bytes], bytes]
) -> None:
    plain = client.get("/page")
    answer = client.get("/page", headers={"Accept-Encoding": encoding})
    assert answer.headers["Content-Encoding"] == encoding
    assert decode(answer.data).decode() == PAGE
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert answer.headers["ETag"] != plain.headers["ETag"]
    again = {"Accept-Encoding": encoding, "If-None-Match": answer.headers["ETag"]}
    assert client.get("/page", headers=again).status_code == 304
    assert client.get("/page", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 200


def test_head_says_what_get_would(client: FlaskClient) -> None:
    headers = {"Accept-Encoding": "gzip"}
    get, head = client.get("/page", headers=headers), client.head("/page", headers=headers)
    assert head.data == b""
    for name in ("ETag", "Content-Encoding", "Content-Length", "Vary"):
        assert head.headers[name] == get.headers[name]


@pytest.mark.parametrize("address", ["/short", "/stream", "/healthz"])
def test_short_and_streamed_answers_stay_as_they_are(client: FlaskClient, address: str) -> None:
    assert "Content-Encoding" not in client.get(address, headers={"Accept-Encoding": "br, gzip"}).headers
