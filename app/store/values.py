"""What goes into the store and comes out of it, as frozen values; each field is a column of the same name.
They refuse to know where they are kept."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Learner:
    """Somebody without an account. The id is secret: whoever holds it (in the cookie) is this learner."""

    id: str
    created_at: datetime
    seed: int
    has_code: bool


@dataclass(frozen=True, kw_only=True)
class NewAttempt:
    """One answer as it came in.

    key: the form's own random text, so that sending a form twice is one attempt. item_version: digest of the graded
    part. content_version: digest of the lesson. draw_seed: seed of drawn numbers. answer: as typed, empty when
    skipped. score: from 0 to 1, None where nothing is graded. hints: how many were open.
    """

    key: str
    item_id: str
    item_version: str
    content_version: str
    kind: str
    answer: str
    draw_seed: int | None = None
    score: float | None = None
    hints: int = 0
    skipped: bool = False


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """A stored attempt. The order is that of `seq`; `at` (UTC) is for reading, since clocks jump."""

    seq: int
    item_id: str
    item_version: str
    content_version: str
    kind: str
    answer: str
    draw_seed: int | None
    score: float | None
    hints: int
    skipped: bool
    at: datetime


@dataclass(frozen=True, kw_only=True)
class NewEvidence:
    """One result that a learner keeps for a lesson: the lab's address and the digest of what it said.

    numbers: JSON of what the digest is of, so that a later version can name what differs; None in rows of before.
    """

    lesson: str
    kind: str
    address: str
    digest: str
    version: str
    numbers: str | None = None


@dataclass(frozen=True, kw_only=True)
class Evidence(NewEvidence):
    seq: int
    at: datetime
