"""The rules that hold on every route: headers, known hosts, changes only from our own pages, reading changes nothing.
A new route without an entry in the table fails here."""

import sqlite3
from contextlib import closing

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.store import FILE_NAME
from app.web.security import HEADERS
from tests.course_site.site import OURS, Site
from tests.security.route_table import CHANGES, ENTRIES, READS, address_of

FOREIGN = [
    {},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Referer": "http://localhost/"},
]
TYPES = ("application/json", *(f"text/{kind}; charset=utf-8" for kind in ("html", "csv", "plain", "markdown")))


def kept(site: Site) -> list[str]:
    """Everything in the database, in words."""
    with closing(sqlite3.connect(site.app.config["SETTINGS"].data / FILE_NAME)) as connection:
        return list(connection.iterdump())


def asked(site: Site, endpoint: str, client: FlaskClient | None = None, **more: object) -> TestResponse:
    """The route as its own page would ask for it."""
    entry = ENTRIES[endpoint]
    headers = OURS | dict(more.pop("headers", None) or {})  # type: ignore[call-overload]
    data = entry.form if entry.is_change else None
    sent = (client or site.client).open(
        address_of(site.app, endpoint), method=entry.method, headers=headers, data=data, **more
    )
    assert isinstance(sent, TestResponse)
    return sent


def test_every_route_has_an_entry(site: Site) -> None:
    routes = {(rule.endpoint, method) for rule in site.app.url_map.iter_rules() for method in rule.methods or ()}
    asked_by_method = {(name, method) for name, method in routes if method not in ("HEAD", "OPTIONS")}
    assert asked_by_method == {(name, entry.method) for name, entry in ENTRIES.items()}


@pytest.mark.parametrize("endpoint", ENTRIES)
def test_every_answer_has_the_headers_and_its_type(site: Site, endpoint: str) -> None:
    answers = [
        asked(site, endpoint),
        site.client.open(address_of(site.app, endpoint), method="PATCH", headers=OURS),
        site.client.get(address_of(site.app, endpoint), headers={"Host": "evil.example"}),
        site.client.options(address_of(site.app, endpoint)),
    ]
    assert answers[0].status_code < 500
    assert [answer.status_code for answer in answers[1:3]] == [405, 400]
    for answer in answers:
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert answer.headers["Content-Type"] in TYPES or answer.headers["Content-Type"].startswith("image/")
        assert "evil.example/" not in answer.text


@pytest.mark.parametrize("endpoint", ENTRIES)
def test_a_forwarded_host_is_not_believed(site: Site, endpoint: str) -> None:
    headers = {"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example", "X-Forwarded-Proto": "https"}
    answer = asked(site, endpoint, headers=headers)
    assert "evil.example" not in answer.text
    assert "evil.example" not in answer.headers.get("Location", "")
    assert "__Host-" not in answer.headers.get("Set-Cookie", "")


@pytest.mark.parametrize("endpoint", CHANGES)
def test_a_change_from_elsewhere_is_refused_and_changes_nothing(site: Site, endpoint: str) -> None:
    site.send("own-words", words="It is kept.")
    before = kept(site)
    address, form = address_of(site.app, endpoint), ENTRIES[endpoint].form
    for headers in FOREIGN:
        assert site.client.post(address, data=form, headers=headers).status_code == 403
    assert kept(site) == before


def test_reading_every_route_changes_nothing(site: Site) -> None:
    site.send("own-words", words="It is kept.")
    stranger = site.app.test_client()
    before = kept(site)
    for endpoint in READS:
        for client in (site.client, stranger):
            for method in ("GET", "HEAD", "OPTIONS"):
                answer = client.open(address_of(site.app, endpoint), method=method)
                assert answer.status_code < 500
                assert "Set-Cookie" not in answer.headers
    for endpoint in CHANGES:
        assert site.client.get(address_of(site.app, endpoint)).status_code < 500
    assert kept(site) == before


@pytest.mark.parametrize("endpoint", CHANGES)
def test_a_cookie_is_for_this_site_and_no_script(site: Site, endpoint: str) -> None:
    site.send("own-words", words="It is kept.")
    cookie = asked(site, endpoint).headers.get("Set-Cookie")
    for given in (cookie, asked(site, "give").headers["Set-Cookie"]):
        assert given is None or ("HttpOnly" in given and "SameSite=Lax" in given and "Path=/" in given)


@pytest.mark.parametrize("endpoint", ENTRIES)
def test_what_one_learner_wrote_is_shown_to_nobody_else(site: Site, endpoint: str) -> None:
    secret = "canary-of-learner-a"
    site.send("own-words", words=secret)
    site.send("bytes", value="60060")
    before = [line for line in kept(site) if secret in line]
    assert len(before) == 1
    other, nobody, forger = (site.app.test_client() for _ in range(3))
    other.post("/items/own-words", data={"words": "The words of another.", "do": "commit"}, headers=OURS)
    name, signed = site.cookie().key, site.cookie().value
    forger.set_cookie(name, signed[:-2] + ("aa" if not signed.endswith("aa") else "bb"))
    for client in (other, nobody, forger):
        answer = asked(site, endpoint, client)
        assert secret not in answer.text
        assert secret not in str(answer.headers)
    assert [line for line in kept(site) if secret in line] == before


@pytest.mark.parametrize("endpoint", [name for name, entry in ENTRIES.items() if entry.is_personal])
def test_no_shared_cache_may_keep_a_personal_page(site: Site, endpoint: str) -> None:
    site.send("own-words", words="It is kept.")
    answer = asked(site, endpoint)
    control, vary = answer.headers.get("Cache-Control", ""), answer.headers.get("Vary", "")
    assert "no-store" in control or ("public" not in control and "Cookie" in vary)


@pytest.mark.parametrize("endpoint", ENTRIES)
def test_no_route_leads_away(site: Site, endpoint: str) -> None:
    away = ["//evil.example", "/\\evil.example", "http://evil.example", "%2f%2fevil.example", "/%0d%0aX-Bad: 1"]
    for target in away:
        given = dict.fromkeys(("next", "url", "return", "to", "back", "v", "lesson"), target)
        address = address_of(site.app, endpoint).partition("?")[0]
        entry = ENTRIES[endpoint]
        data = entry.form | given if entry.is_change else None
        answer = site.client.open(address, method=entry.method, query_string=given, data=data, headers=OURS)
        place = answer.headers.get("Location", "/")
        assert place.startswith("/") and not place.startswith(("//", "/\\"))
        assert "X-Bad" not in answer.headers
