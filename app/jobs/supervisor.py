"""Starts the consumer's process when there is a run to do, looks after it, sweeps, and ends it when all is quiet.
It refuses to compute, and it lives only inside `servelab serve`."""

import logging
import subprocess
import sys
import time
from threading import Event as Flag
from threading import Thread

from app.children import own_environment
from app.config import PREFIX, Settings
from app.jobs.database import JobStore
from app.jobs.sweeping import Sweeper, forget_old
from app.jobs.transport import NoQueue, Sender
from app.jobs.worker import new_token
from app.store import Unavailable

LOOK_SECONDS = 1.0
IDLE_SECONDS = 300.0
END_SECONDS = 4.0
# A worker that dies soon is started again after a pause, which doubles each time.
PAUSE_SECONDS, MOST_PAUSE_SECONDS = 1.0, 60.0
SOON_SECONDS = 10.0
log = logging.getLogger(__name__)


class Supervisor:
    """One thread that sleeps until `wake`; at most one consumer at a time."""

    def __init__(self, settings: Settings, store: JobStore, sender: Sender) -> None:
        self._settings, self._store, self._sender = settings, store, sender
        self._sweeper = Sweeper(store)
        self._woken, self._stopped = Flag(), Flag()
        self._child: subprocess.Popen[bytes] | None = None
        self._token, self._pause, self._started = "", PAUSE_SECONDS, -SOON_SECONDS
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin to look after runs; those that an earlier server left are gone on with."""
        self._thread = Thread(target=self._watch, name="jobs", daemon=True)
        self._thread.start()
        if self._store.exists():
            self.wake()

    def wake(self) -> None:
        """A run was asked for."""
        self._woken.set()

    def stop(self) -> None:
        """End the consumer, which gives its run back, and the thread."""
        self._stopped.set()
        self._woken.set()
        if self._thread is not None:
            self._thread.join(END_SECONDS + LOOK_SECONDS)
        self._end_child()

    def _watch(self) -> None:
        while not self._stopped.is_set():
            self._woken.wait()
            self._woken.clear()
            self._go_on_while_busy()

    def _go_on_while_busy(self) -> None:
        quiet_since = time.monotonic()
        while not self._stopped.is_set():
            try:
                is_busy = self._look()
            except Unavailable as problem:
                log.warning("runs cannot be looked after: %s", problem)
                is_busy = True
            if is_busy:
                quiet_since = time.monotonic()
            elif time.monotonic() - quiet_since > IDLE_SECONDS or self._child is None:
                self._end_child()
                return
            if self._woken.wait(LOOK_SECONDS):
                self._woken.clear()

    def _look(self) -> bool:
        """Put right what is wrong, start the consumer when there is work; whether there is. Raises Unavailable."""
        dead = self._token if self._child is not None and self._child.poll() is not None else ""
        if dead and self._child is not None:
            log.warning("the worker ended with %s", self._child.returncode)
            self._child = None
            is_soon = time.monotonic() - self._started < SOON_SECONDS
            self._pause = min(MOST_PAUSE_SECONDS, 2 * self._pause) if is_soon else PAUSE_SECONDS
        again, active = self._sweeper.sweep(dead)
        for job_id in again:
            self._send(job_id)
        may_start = self._settings.workers and time.monotonic() >= self._started + self._pause
        if active and self._child is None and may_start:
            self._start_child()
            forget_old(self._store)
        return active > 0

    def _send(self, job_id: str) -> None:
        try:
            self._sender.send(job_id)
        except NoQueue as problem:
            log.warning("run %s: %s", job_id, problem)

    def _start_child(self) -> None:
        self._started = time.monotonic()
        self._token = new_token()
        self._child = subprocess.Popen(
            [sys.executable, "-m", "app.jobs.consumer", self._token],
            # Its end is what tells the child to end, also when this process is killed.
            stdin=subprocess.PIPE,
            env=_environment(self._settings),
            # Ctrl-C in the terminal is for the server, which then ends the child in order.
            start_new_session=True,
        )

    def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        assert child.stdin is not None
        child.stdin.close()
        try:
            child.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def _environment(settings: Settings) -> dict[str, str]:
    """The settings of this server, flags included, for a process that reads the environment only."""
    given = {"DATA": str(settings.data), "DATABASE_URL": settings.database_url, "QUEUE_URL": settings.queue_url}
    return own_environment(**{f"{PREFIX}{name}": value for name, value in given.items() if value is not None})
