"""How much computing each visitor asks for: over the limit, labs answer 429 until enough time has passed.
It refuses to know labs, and to keep anybody from reading lessons or from answering."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from flask import Flask, Response, abort, current_app, g, make_response, render_template, request

from app.config import Settings
from app.listen import is_loopback
from app.web.learner import learner_id_of_cookie
from app.web.security import READING_METHODS
from app.web.tries import MAX_ADDRESSES, Tries, network

MINUTE = 60.0
# All visitors behind one address together, such as a class.
ADDRESS_SHARE = 2
# What asks for computing by settings of one's own; a remembered answer never comes here.
COMPUTING = frozenset({"lab", "lab_json", "lab_figures", "lab_csv", "lab_files", "begin_run", "shape", "keep_evidence"})
# A class that brings a file each fits in; every file stays on the disk.
MOST_FILES, FILES_SECONDS = 200, 3600.0
TOO_MANY_FILES = (
    f"{MOST_FILES} files were given from here in the last hour, as many as this server takes from one address. "
    "Wait an hour, then give yours again."
)
WORDS = (
    "From here more computing was asked for than this server gives one visitor in a minute. Your settings are kept; "
    "send them again in {seconds} s. Lessons and answers go on meanwhile."
)


class Budget:
    """Seconds of computing that each name may use in a minute; what is not used does not add up beyond that. The clock
    must never go back."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = seconds, clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._used)

    def wait(self, name: str) -> float:
        """How many seconds this name has to wait, 0 when it may compute now."""
        with self._lock:
            over = self._now_used(name) - self._most
        return 0.0 if over < 0 else max(1.0, over * MINUTE / self._most)

    def charge(self, name: str, seconds: float) -> None:
        """Computing that was done for the name. The names that computed longest ago are forgotten."""
        with self._lock:
            self._used[name] = (self._now_used(name) + seconds, self._clock())
            self._used.move_to_end(name)
            if len(self._used) > MAX_ADDRESSES:
                self._used.popitem(last=False)

    def _now_used(self, name: str) -> float:
        used, then = self._used.get(name, (0.0, 0.0))
        return max(0.0, used - (self._clock() - then) * self._most / MINUTE)


def register(app: Flask) -> None:
    settings: Settings = app.config["SETTINGS"]
    app.extensions["given_files"] = Tries(MOST_FILES, FILES_SECONDS)
    app.before_request(refuse_many_files)
    if not settings.compute_seconds:
        return
    app.extensions["budgets"] = (Budget(settings.compute_seconds), Budget(ADDRESS_SHARE * settings.compute_seconds))
    app.before_request(refuse_too_much)
    app.after_request(charge)


def refuse_many_files() -> None:
    """429 for too many files from one address. Nothing of the file is read yet."""
    address = request.remote_addr or ""
    if request.endpoint != "lab_files" or request.method in READING_METHODS or is_loopback(address):
        return
    if not current_app.extensions["given_files"].may(address):
        abort(_refusal(TOO_MANY_FILES, int(FILES_SECONDS)))


def refuse_too_much() -> None:
    """429 in words with the seconds to wait. Whoever comes from this machine is not counted: it is the person who
    started the server, or a proxy, behind which nobody can be told apart."""
    address = request.remote_addr or ""
    if not _is_computing() or is_loopback(address):
        return
    place = network(address)
    g.computing = (learner_id_of_cookie() or place, place, time.thread_time())
    wait = max(budget.wait(name) for budget, name in zip(_budgets(), g.computing, strict=False))
    if wait:
        g.computing = None
        seconds = math.ceil(wait)
        abort(_refusal(WORDS.format(seconds=seconds), seconds))


def charge(response: Response) -> Response:
    """Processor time of this thread, so that waiting for others costs nothing."""
    computing = g.get("computing")
    if computing is not None:
        visitor, place, began = computing
        spent = time.thread_time() - began
        for budget, name in zip(_budgets(), (visitor, place), strict=True):
            budget.charge(name, spent)
    return response


def _is_computing() -> bool:
    # A screen computes by settings of one's own where it holds a lab, which its address then has.
    is_lab_of_screen = request.endpoint == "screen" and bool(request.args) and request.method in READING_METHODS
    return request.endpoint in COMPUTING or is_lab_of_screen


def _refusal(words: str, seconds: int) -> Response:
    if request.path.endswith(".json"):
        response = make_response({"error": {"status": 429, "message": words}}, 429)
    else:
        response = make_response(render_template("error.html", title="Please wait", words=words, ways=[]), 429)
    response.headers["Retry-After"] = str(seconds)
    response.headers["Cache-Control"] = "no-store"
    return response


def _budgets() -> tuple[Budget, Budget]:
    found: tuple[Budget, Budget] = current_app.extensions["budgets"]
    return found
