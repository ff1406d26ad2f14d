"""Finished answers of lab pages, remembered as the bytes that went out, by everything that they depend on.
It refuses answers that depend on more than it looks at, such as on who asks."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from flask import Flask, Response, current_app, g, request

from app.web.encoding import choose_encoding
from app.web.seen import HEADER

MOST_BYTES = 2_000_000
# What Python keeps beside the text of a key, the headers and the body.
OVERHEAD_BYTES = 1_500
# The request headers that may count at each address; an answer whose Vary names another one is not remembered.
COUNTING = {"lab": frozenset({"hx-target", HEADER.lower(), "x-from", "referer"}), "lab_figures": frozenset[str]()}
ENCODING = "accept-encoding"
Key = tuple[str, ...]


@dataclass(frozen=True)
class Kept:
    """An answer as it went out, without the headers that come with every answer."""

    body: bytes
    headers: tuple[tuple[str, str], ...]

    @property
    def size(self) -> int:
        return OVERHEAD_BYTES + len(self.body) + sum(len(name) + len(value) for name, value in self.headers)


class Answers:
    """The answers used last, together at most `most` bytes. Safe to share between threads."""

    def __init__(self, most: int) -> None:
        self._most, self._held = most, 0
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def recall(self, key: Key) -> Kept | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: Key, answer: Kept) -> None:
        with self._lock:
            if key in self._kept or _cost(key, answer) > self._most // 8:
                return
            self._kept[key] = answer
            self._held += _cost(key, answer)
            while self._held > self._most:
                self._held -= _cost(*self._kept.popitem(last=False))


def _cost(key: Key, answer: Kept) -> int:
    return answer.size + sum(map(len, key))


def register(app: Flask) -> None:
    app.extensions["answers"] = Answers(MOST_BYTES)
    app.before_request(recall)
    app.after_request(remember)


def recall() -> Response | None:
    """The remembered answer, or its 304."""
    if request.method != "GET" or request.endpoint not in COUNTING:
        return None
    g.key = _key()
    found = _answers().recall(g.key)
    if found is None:
        return None
    g.key = None
    response = Response(found.body, headers=list(found.headers))
    response.make_conditional(request)
    return response


def leave_out() -> None:
    """The answer to this request depends on what can change on disk, so it is made anew each time."""
    g.key = None


def remember(response: Response) -> Response:
    """Runs after compression; a bare 200 that depends on nothing else is the same for everybody who asks the same."""
    key: Key | None = g.get("key")
    if key is not None and _is_for_everybody(response):
        # Date is when it was sent, which the next sender says anew.
        headers = tuple(each for each in response.headers if each[0] != "Date")
        _answers().keep(key, Kept(response.get_data(), headers))
    return response


def _is_for_everybody(response: Response) -> bool:
    counting = {ENCODING, *COUNTING[request.endpoint or ""]}
    is_plain = response.status_code == 200 and not response.is_streamed and "Set-Cookie" not in response.headers
    return is_plain and not response.cache_control.no_store and {each.lower() for each in response.vary} <= counting


def _key() -> Key:
    """The address as it was asked for and the headers that count: a lab tells what changed since X-From or Referer."""
    counting = COUNTING[request.endpoint or ""]
    source = request.headers.get("X-From") or request.headers.get("Referer", "") if "x-from" in counting else ""
    target = request.headers.get("HX-Target", "") if "hx-target" in counting else ""
    seen = request.headers.get(HEADER, "") if HEADER.lower() in counting else ""
    encoding = choose_encoding(request.accept_encodings)
    return (request.root_url, request.path, request.query_string.decode("latin-1"), target, seen, source, encoding)


def _answers() -> Answers:
    found: Answers = current_app.extensions["answers"]
    return found
