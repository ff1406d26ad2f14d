"""A learner comes with the first change, is known by a signed cookie, and nobody can be somebody else."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.config import Settings
from app.store import Store, add_learner, erase_learner
from app.web.learner import become, close_store, current_learner, ensure_learner, forget_learner, get_store
from app.web.signing import KEY_FILE
from tests.stored import rows

OWN = {"Sec-Fetch-Site": "same-origin"}
OVER_TLS = {"Origin": "https://localhost"}


def who() -> str:
    learner = current_learner()
    return learner.id if learner else "nobody"


def save() -> str:
    return ensure_learner().id


def leave() -> str:
    erase_learner(get_store(), ensure_learner().id)
    forget_learner()
    return who()


def make_app(settings: Settings) -> Flask:
    app = create_app(settings)
    app.add_url_rule("/who", "who", who)
    app.add_url_rule("/look-and-save", "look-and-save", save)
    app.add_url_rule("/save", "save", save, methods=["POST"])
    app.add_url_rule("/leave", "leave", leave, methods=["POST"])
    return app


@pytest.fixture
def app(database: Path) -> Iterator[Flask]:
    app = make_app(Settings(data=database.parent))
    yield app
    close_store(app)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def cookie_of(client: FlaskClient, **headers: str) -> str:
    return str(client.post("/save", headers=headers or OWN).headers["Set-Cookie"])


def who_with(app: Flask, cookie: str, base_url: str = "http://localhost") -> str:
    """The answer to a browser that sends exactly this cookie."""
    return app.test_client(use_cookies=False).get("/who", base_url=base_url, headers={"Cookie": cookie}).text


def test_a_visit_makes_nobody_and_sets_no_cookie(client: FlaskClient, database: Path) -> None:
    for address in ("/", "/labs", "/who", "/healthz"):
        assert "Set-Cookie" not in client.get(address).headers
    assert client.get("/who").text == "nobody"
    assert rows(database, "select id from learner") == []
    assert not (database.parent / KEY_FILE).exists()


def test_the_first_change_makes_a_learner_who_is_known_from_then_on(client: FlaskClient, database: Path) -> None:
    learner_id = client.post("/save", headers=OWN).text
    assert client.get("/who").text == learner_id
    assert client.post("/save", headers=OWN).text == learner_id
    assert rows(database, "select id from learner") == [(learner_id,)]


def test_a_learner_is_never_made_by_a_visit(client: FlaskClient, database: Path) -> None:
    assert client.get("/look-and-save").status_code == 500
    assert rows(database, "select id from learner") == []


def test_the_cookie_is_closed_to_scripts_and_other_sites(client: FlaskClient) -> None:
    cookie = cookie_of(client)
    assert re.fullmatch(
        r"servelab-[0-9a-f]{8}=[0-9a-f]{40}\.[\w-]{43}; Expires=[^;]+; Max-Age=34560000; HttpOnly; Path=/; "
        r"SameSite=Lax",
        cookie,
    )


def test_over_tls_the_cookie_is_secure_and_bound_to_the_host(client: FlaskClient) -> None:
    for headers in (OVER_TLS, {**OWN, **OVER_TLS}):
        cookie = cookie_of(client, **headers)
        assert cookie.startswith("__Host-servelab-")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
    answer = client.post("/save", headers=OWN, base_url="https://localhost")
    assert answer.headers["Set-Cookie"].startswith("__Host-servelab-")


def test_over_tls_a_planted_plain_cookie_counts_for_nothing(client: FlaskClient) -> None:
    name, value = cookie_of(client).split(";")[0].split("=")
    for cookie, known in ((f"{name}={value}", False), (f"__Host-{name}={value}", True)):
        assert (who_with(client.application, cookie, "https://localhost") != "nobody") is known
    assert who_with(client.application, f"{name}={value}") != "nobody"


def test_an_answer_that_depends_on_the_cookie_is_kept_by_nobody_else(client: FlaskClient) -> None:
    assert "Cookie" in client.get("/who").headers["Vary"]
    assert client.post("/save", headers=OWN).headers["Cache-Control"] == "no-store"


def test_a_tampered_cookie_is_nobody(app: Flask) -> None:
    honest = app.test_client()
    name, value = cookie_of(honest).split(";")[0].split("=")
    learner_id, signature = value.split(".")
    with app.test_request_context():
        ben = add_learner(get_store())
    flipped = ("0" if learner_id[0] != "0" else "1") + learner_id[1:]
    forged = [f"{ben.id}.{signature}", f"{flipped}.{signature}", learner_id, ben.id, f"{value}x", "", ".", "\xe9.\xe9"]
    for text in forged:
        assert who_with(app, f"{name}={text}") == "nobody"
    assert who_with(app, f"{name}={value}") == learner_id


def test_a_cookie_of_another_installation_is_nobody_and_stays(app: Flask, tmp_path: Path) -> None:
    client = app.test_client()
    mine = client.post("/save", headers=OWN).text
    other_app = make_app(Settings(data=tmp_path, secret_key="x" * 40))
    other = other_app.test_client()
    kept = {cookie.key: cookie.value for cookie in client._cookies.values()}
    for key, value in kept.items():
        other.set_cookie(key, value)
    theirs = other.post("/save", headers=OWN)
    assert theirs.text != mine
    assert theirs.headers["Set-Cookie"].split("=")[0] not in kept
    close_store(other_app)


def test_who_left_is_nobody_and_the_old_cookie_is_dead(client: FlaskClient, database: Path) -> None:
    name, value = cookie_of(client).split(";")[0].split("=")
    answer = client.post("/leave", headers=OWN)
    assert answer.text == "nobody"
    assert [line for line in answer.headers.getlist("Set-Cookie") if "Max-Age=34560000" in line] == []
    assert client.get("/who").text == "nobody"
    assert who_with(client.application, f"{name}={value}") == "nobody"
    assert rows(database, "select id from learner") == []


def test_a_code_makes_this_browser_the_other_learner(app: Flask) -> None:
    with app.test_request_context():
        ann = add_learner(get_store())
    app.add_url_rule("/back", "back", lambda: become(ann) or "", methods=["POST"])
    client = app.test_client()
    assert client.post("/save", headers=OWN).text != ann.id
    client.post("/back", headers=OWN)
    assert client.get("/who").text == ann.id


def test_a_store_that_cannot_write_is_a_plain_503_and_pages_go_on(client: FlaskClient, app: Flask) -> None:
    learner_id = client.post("/save", headers=OWN).text
    store: Store = app.extensions["store"]
    with store._writer.begin() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    answer = app.test_client().post("/save", headers=OWN)
    assert answer.status_code == 503
    assert "This server may not write where answers are kept, so this was not saved." in answer.text
    assert "Retry-After" in answer.headers
    assert client.get("/labs").status_code == 200
    assert client.get("/who").text == learner_id


def test_an_unreadable_store_makes_no_second_learner(client: FlaskClient, database: Path) -> None:
    learner_id = client.post("/save", headers=OWN).text
    app_store: Store = client.application.extensions["store"]
    app_store.close()
    whole = database.read_bytes()
    database.write_bytes(b"no database" * 1000)
    assert client.get("/who").text == "nobody"
    assert client.post("/save", headers=OWN).status_code == 503
    database.write_bytes(whole)
    app_store._failed = None
    assert client.post("/save", headers=OWN).text == learner_id
