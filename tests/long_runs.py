"""Long runs for tests: settings that a page leaves, a learner at a server, and a worker's part played by the test.
It knows the door of app.jobs and refuses to judge it."""

import http.client
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

from app.jobs import Job, JobStore, Wish, wish_for
from labs import get_lab, parse

LAB = get_lab("batching-replay")
PATH = f"/labs/{LAB.slug}"
LONG = {"sweep_points": "12"}
QUICK = {"requests": "200", "sweep_points": "2"}
DEADLINE_SECONDS = 120.0
Answer = tuple[int, dict[str, str], str]


def wish(values: dict[str, str] | None = None) -> Wish:
    return wish_for(LAB, parse(LAB, (LONG if values is None else values).items()))


def wait_until(is_so: Callable[[], Any], what: str, seconds: float = DEADLINE_SECONDS) -> Any:
    """The first true answer; AssertionError when none comes in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = is_so()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"{what}: not within {seconds:g} s")


def job_with(store: JobStore, job_id: str) -> Job:
    from sqlalchemy import select

    from app.jobs.asking import COLUMNS, as_job
    from app.jobs.tables import job

    with store.reading() as connection:
        return as_job(connection.execute(select(*COLUMNS).where(job.c.id == job_id)).mappings().one())


@dataclass
class Visitor:
    """A browser without scripts: keeps its cookie, sends forms as a page of the server does."""

    base: str
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, values: dict[str, str] | None = None) -> Answer:
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        return self._ask("POST", path, urlencode(values or {}), headers)

    def begin(self, values: dict[str, str] | None = None) -> str:
        """Ask for a run; its id, read from the page that follows."""
        page = self.get(self.ask_for(values))[2]
        return page.partition("/jobs/")[2][:32]

    def ask_for(self, values: dict[str, str] | None = None) -> str:
        """Ask for a run; the path of the page that shows it."""
        text = urlencode(LONG if values is None else values)
        status, headers, body = self.post(f"{PATH}/runs", {"settings": text})
        assert status == 303, (status, body)
        return headers["Location"]

    @contextmanager
    def stream(self, path: str, **headers: str) -> Iterator[http.client.HTTPResponse]:
        connection = self._connect()
        connection.request("GET", path, headers={**headers, "Cookie": self._cookie()})
        answer = connection.getresponse()
        try:
            yield answer
        finally:
            # The answer holds the socket too.
            answer.close()
            connection.close()

    def _connect(self) -> http.client.HTTPConnection:
        where = urlsplit(self.base)
        return http.client.HTTPConnection(str(where.hostname), where.port, timeout=DEADLINE_SECONDS)

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        connection = self._connect()
        try:
            connection.request(method, path, body, {**headers, "Cookie": self._cookie()})
            answer = connection.getresponse()
            given = dict(answer.getheaders())
            if "Set-Cookie" in given:
                name, _, value = given["Set-Cookie"].partition(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, given, answer.read().decode()
        finally:
            connection.close()


def read_events(answer: http.client.HTTPResponse) -> Iterator[tuple[int | None, str, Any]]:
    """(id, name, data) of each event of a stream, as they come; comments are left out."""
    told: dict[str, str] = {}
    while line := answer.readline().decode():
        name, _, value = line.rstrip("\n").partition(": ")
        if line != "\n":
            told[name] = value
            continue
        if "event" in told:
            yield (int(told["id"]) if "id" in told else None), told["event"], json.loads(told["data"])
        told = {}
