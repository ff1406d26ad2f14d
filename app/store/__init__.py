"""The door of the store: learners, their attempts and evidence, in SQLite or PostgreSQL.
It refuses to know pages and the course; an item is an id and a digest here."""

from app.store.attempts import attempts_of, record_attempt
from app.store.codes import new_code
from app.store.database import FILE_NAME, Store
from app.store.evidence import evidence_of, record_evidence
from app.store.failures import NotRead, NotSaved, Reason, Unavailable
from app.store.learners import (
    add_learner,
    all_of_learner,
    erase_learner,
    find_learner,
    find_learner_by_code,
    give_code,
    start_over,
)
from app.store.projections import (
    by_item,
    first_of_items,
    renamed,
)
from app.store.values import Attempt, Evidence, Learner, NewAttempt, NewEvidence

__all__ = [
    "FILE_NAME",
    "Attempt",
    "Evidence",
    "Learner",
    "NewAttempt",
    "NewEvidence",
    "NotRead",
    "NotSaved",
    "Reason",
    "Store",
    "Unavailable",
    "add_learner",
    "all_of_learner",
    "attempts_of",
    "by_item",
    "erase_learner",
    "evidence_of",
    "find_learner",
    "find_learner_by_code",
    "first_of_items",
    "give_code",
    "new_code",
    "record_attempt",
    "record_evidence",
    "renamed",
    "start_over",
]
