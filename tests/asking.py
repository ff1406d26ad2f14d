"""Plain HTTP questions to the running server, for tests that need no browser.
It refuses to follow redirects and to judge answers."""

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.servers import DEADLINE_SECONDS


@dataclass(frozen=True)
class Answer:
    """Status, headers (names in small letters) and the text of one answer."""

    status: int
    headers: Mapping[str, str]
    text: str

    def json(self) -> Any:
        return json.loads(self.text)


def ask(
    base: str,
    path: str,
    *,
    form: list[tuple[str, str]] | None = None,
    headers: Mapping[str, str] | None = None,
    method: str | None = None,
) -> Answer:
    """One request; a form makes it a POST that comes from our own page."""
    host = urlsplit(base).netloc
    sent = dict(headers or {})
    body = None
    if form is not None:
        body = urlencode(form).encode()
        sent = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"} | sent
    connection = http.client.HTTPConnection(host, timeout=DEADLINE_SECONDS)
    try:
        connection.request(method or ("GET" if form is None else "POST"), path, body, sent)
        response = connection.getresponse()
        text = response.read().decode("utf-8")
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, text)
    finally:
        connection.close()


def ask_lab(base: str, slug: str, pairs: list[tuple[str, str]], ending: str = "") -> Answer:
    """The lab's page, or with an ending its other forms."""
    return ask(base, f"/labs/{slug}{ending}?{urlencode(pairs)}")
