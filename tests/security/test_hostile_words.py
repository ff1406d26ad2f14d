"""Hostile words in every part of every address and form: paths, templates, markup, sizes.
It refuses to know what the routes do with good words."""

import pytest
from werkzeug.test import TestResponse

from tests.course_site.site import OURS, Site
from tests.security.route_table import CHANGES, ENTRIES, address_of

PATHS = [
    "../../pyproject.toml",
    "..",
    "%2e%2e%2fpyproject.toml",
    "/etc/passwd",
    "..\\..\\pyproject.toml",
    "con",
    "a\x00b",
]
FILES_HAVE = ("[build-system]", "root:x:0")
TEMPLATES = ["{{1337*7331}}", "${1337*7331}", "<%= 1337*7331 %>", "#{1337*7331}", "{%print(1337*7331)%}"]
PRODUCT = "9801547"
MARKUP = "</script></title></textarea><b id=canary>\"'\u2028"
UNESCAPED = "<b id=canary>"


def with_words(site: Site, endpoint: str, words: str) -> list[TestResponse]:
    """The route with the words in each part of its address, in unknown and known settings, and in each field."""
    entry = ENTRIES[endpoint]
    answers = []
    for part in entry.made:
        address = address_of(site.app, endpoint, entry.made | {part: words}).partition("?")[0]
        answers.append(site.client.open(address, method=entry.method, data=entry.form, headers=OURS))
    names = [pair.partition("=")[0] for pair in entry.query.split("&") if pair]
    address = address_of(site.app, endpoint).partition("?")[0]
    query = dict.fromkeys(("nothing", words, *names), words)
    fields = dict.fromkeys((*entry.form, "do", "step", "key", "at", "words", "value", words), words)
    answers.append(site.client.open(address, method=entry.method, query_string=query, data=entry.form, headers=OURS))
    if entry.is_change:
        answers.append(site.client.open(address, method=entry.method, data=fields, headers=OURS))
    answers.append(site.client.get(address, headers={"X-From": words, "Referer": words, "HX-Target": words}))
    return answers


@pytest.mark.parametrize("endpoint", ENTRIES)
def test_no_words_name_a_file(site: Site, endpoint: str) -> None:
    for words in PATHS:
        for answer in with_words(site, endpoint, words):
            assert answer.status_code < 500, (words, answer.request.path)
            assert not any(piece in answer.text for piece in FILES_HAVE)


@pytest.mark.parametrize("endpoint", ENTRIES)
def test_no_words_are_run_as_a_template(site: Site, endpoint: str) -> None:
    for words in TEMPLATES:
        for answer in with_words(site, endpoint, words):
            assert answer.status_code < 500, (words, answer.request.path)
            assert PRODUCT not in answer.text


@pytest.mark.parametrize("endpoint", ENTRIES)
def test_no_words_become_markup(site: Site, endpoint: str) -> None:
    for answer in with_words(site, endpoint, MARKUP):
        assert answer.status_code < 500, answer.request.path
        if answer.headers["Content-Type"].startswith("text/html"):
            assert UNESCAPED not in answer.text
    site.send("own-words", words=MARKUP)
    for each in ENTRIES if endpoint == "item" else (endpoint,):
        entry = ENTRIES[each]
        answer = site.client.open(address_of(site.app, each), method=entry.method, data=entry.form, headers=OURS)
        assert UNESCAPED not in answer.text or not answer.headers["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("endpoint", CHANGES)
def test_no_change_takes_more_than_its_limit(site: Site, endpoint: str) -> None:
    address = address_of(site.app, endpoint)
    large = site.client.post(address, data={"words": "x" * 1_200_000}, headers=OURS)
    many = site.client.post(
        address, data={f"field{number}": "x" for number in range(300)}, headers=OURS, content_type="multipart/form-data"
    )
    # A route that reads no form at all has nothing to be filled with.
    limits = {413} | ({200, 404} if not ENTRIES[endpoint].form else set())
    # A lab's page says it beside the box and keeps what was set.
    limits |= {422} if endpoint == "lab_files" else set()
    assert {large.status_code, many.status_code} <= limits
