"""What is asked for and what is known of a long run, as frozen values.
They refuse to know where they are kept."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from labs import Lab, Params, query

LAB_RUN = "lab"
MOST_TRIES = 3
MOST_QUEUED = 64


class State(StrEnum):
    """Where a run stands; the value is what the table holds."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    LOST = "lost"


ACTIVE = (State.QUEUED, State.RUNNING)


@dataclass(frozen=True)
class Wish:
    """A lab, its version and its settings as they stand in an address. Equal wishes are one run."""

    slug: str
    version: int
    query: str

    @property
    def key(self) -> str:
        """Their digest."""
        return hashlib.sha256(f"{LAB_RUN}\n{self.slug}\n{self.version}\n{self.query}".encode()).hexdigest()


def wish_for(lab: Lab, params: Params) -> Wish:
    """The run of this lab at these settings."""
    return Wish(lab.slug, lab.version, query(params))


@dataclass(frozen=True, kw_only=True)
class Job:
    """A long run. `done` of `total` units, `note` the words for what it does now or why it ended."""

    seq: int
    id: str
    kind: str
    slug: str
    version: int
    query: str
    key: str
    state: State
    tries: int
    worker: str
    heartbeat_at: datetime | None
    cancel: bool
    done: float
    total: float
    note: str
    error_id: str
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None

    @property
    def is_active(self) -> bool:
        """Whether it waits or runs."""
        return self.state in ACTIVE

    @property
    def wish(self) -> Wish:
        """What was asked for."""
        return Wish(self.slug, self.version, self.query)


@dataclass(frozen=True)
class JobEvent:
    """The n-th thing that a run told; `data` is JSON text."""

    n: int
    name: str
    data: str


class TooManyFromHere(Exception):
    """As many runs of one address wait as may; str() is the sentence for the page."""

    def __init__(self, most: int) -> None:
        super().__init__(
            f"Busy: {most} runs that were asked for from here wait already, as many as this server takes from one "
            "address. Try again in a minute."
        )


class QueueFull(Exception):
    """As many runs wait as may; str() is the sentence for the page."""

    def __init__(self) -> None:
        super().__init__(f"Busy: {MOST_QUEUED} runs wait already, and no more are taken. Try again in a minute.")


class OneAtATime(Exception):
    """The learner has another run that waits or runs, `job`."""

    def __init__(self, job: Job) -> None:
        super().__init__("You have another run under way, and each learner has one at a time.")
        self.job = job
