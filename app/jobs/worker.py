"""Performs one run after another: takes it, computes the lab apart, writes what it tells, ends it honestly.
It refuses to know the transport and pages."""

import logging
import os
import secrets
import socket
import time
from collections.abc import Callable
from threading import Event as Flag
from threading import Thread
from urllib.parse import parse_qsl

from app import kept_runs
from app.files import StoredFiles
from app.jobs.database import JobStore
from app.jobs.values import Job
from app.jobs.words import told
from app.jobs.working import Claim, Taken, beat, cancelled, claim_next, fail, finish, put_back, write_event
from app.store import Unavailable
from labs import BadParams, Event, UnknownLab, get_lab, parse, run_apart

BEAT_SECONDS = 2.0
# At most so many progress events a second are written; nobody reads faster.
PROGRESS_SECONDS = 0.1
MOST_SECONDS = 300.0
MOST_EVENTS = 20_000
log = logging.getLogger(__name__)


class Stop(Exception):
    """The run is to end now: the worker stops, or nobody wants the result."""


class OtherVersion(Exception):
    """The worker's lab has another version than the server's."""

    def __init__(self, job: Job, version: int) -> None:
        super().__init__(
            f"The worker has version {version} of this lab and the server version {job.version}. Whoever runs this "
            "server must update one of them."
        )


class TooSlow(Exception):
    """The run took longer, or told more, than any may."""


def worker_name(token: str) -> str:
    """This process on this machine; the token tells it from an earlier one with the same number."""
    return f"{socket.gethostname()}:{os.getpid()}:{token}"


def new_token() -> str:
    """A token that no other worker has."""
    return secrets.token_hex(8)


class Worker:
    """`perform` is what the queue calls with each id, which means that one run more waits; `stopping` says that the
    process is asked to end, and `send` puts an id on the queue again."""

    def __init__(
        self, store: JobStore, files: StoredFiles, name: str, stopping: Callable[[], bool], send: Callable[[str], None]
    ) -> None:
        self._store, self._files, self._name = store, files, name
        self._stopping, self._send = stopping, send
        self._mine: Claim | None = None

    def perform(self, job_id: str) -> None:
        """Do the run that waits longest, from beginning to end. Nothing that a lab does ends the worker."""
        if self._stopping():
            # Taken from the queue a moment too late; the next worker shall find it there.
            self._send(job_id)
            return
        found = claim_next(self._store, self._name)
        if found is None:
            return
        self._mine, job = found
        over = Flag()
        beating = Thread(target=self._beat, args=(self._mine, over), daemon=True)
        beating.start()
        try:
            self._run(self._mine, job)
        except (Taken, Unavailable) as problem:
            log.warning("run %s left: %s", job.id, problem or "another worker has it")
        finally:
            over.set()
            beating.join()
            self._mine = None

    def release(self) -> None:
        """Give back the run under way, when the process ends before the run does."""
        if self._mine is not None:
            self._give_back(self._mine)

    def _run(self, mine: Claim, job: Job) -> None:
        telling = Telling(self._store, mine, self._stopping)
        try:
            text = self._computed(job, telling)
            if len(text) > kept_runs.MOST_BYTES:
                fail(self._store, mine, "The result is too large to be kept. Ask for less.")
            else:
                finish(self._store, mine, text)
        except Stop:
            if not cancelled(self._store, mine):
                self._give_back(mine)
        except (BadParams, UnknownLab, OtherVersion) as refused:
            fail(self._store, mine, _sentence(refused))
        except TooSlow as problem:
            fail(self._store, mine, str(problem))
        except (Taken, Unavailable):
            raise
        except Exception as problem:
            error_id = secrets.token_hex(4)
            log.error("error %s in run %s of %s", error_id, job.id, job.slug, exc_info=problem)
            said = "Something broke on our side; nothing that you did caused it. It is in the worker's log as"
            fail(self._store, mine, f"{said} {error_id}.", error_id)

    def _computed(self, job: Job, telling: "Telling") -> str:
        lab = get_lab(job.slug)
        if lab.version != job.version:
            raise OtherVersion(job, lab.version)
        params = parse(lab, parse_qsl(job.query, keep_blank_values=True))
        return kept_runs.as_text(run_apart(lab, params, self._files if lab.uploads or lab.live else None, telling.tell))

    def _give_back(self, mine: Claim) -> None:
        if put_back(self._store, mine):
            self._send(mine.job_id)

    def _beat(self, mine: Claim, over: Flag) -> None:
        while not over.wait(BEAT_SECONDS):
            try:
                if not beat(self._store, mine):
                    return
            except Unavailable as problem:
                log.warning("heartbeat of run %s: %s", mine.job_id, problem)


class Telling:
    """What a run tells becomes events; each look also learns whether to stop."""

    def __init__(self, store: JobStore, mine: Claim, stopping: Callable[[], bool]) -> None:
        self._store, self._mine, self._stopping = store, mine, stopping
        self._began = self._first = self._looked = time.monotonic()
        self._events = 0

    def tell(self, event: Event) -> None:
        """Write the event; progress at most ten times a second. Raises Stop, TooSlow, Taken, NotSaved."""
        now = time.monotonic()
        self._check(now - self._began)
        if not self._events:
            # What came before, such as reading a trace, is done once and says nothing about the time that is left.
            self._first = now
        elif event.name == "progress" and now - self._looked < PROGRESS_SECONDS:
            return
        self._looked = now
        self._events += 1
        if write_event(self._store, self._mine, event.name, told(event, now - self._first)):
            raise Stop

    def _check(self, seconds: float) -> None:
        if self._stopping():
            raise Stop
        if seconds > MOST_SECONDS:
            raise TooSlow(f"It took longer than {MOST_SECONDS / 60:g} minutes, the most that a run may. Ask for less.")
        if self._events > MOST_EVENTS:
            raise TooSlow(f"It told more than {MOST_EVENTS:,} events, the most that a run may. Ask for less.")


def _sentence(refused: BadParams | UnknownLab | OtherVersion) -> str:
    if not isinstance(refused, BadParams):
        return str(refused)
    return " ".join(error.message for error in refused.errors)
