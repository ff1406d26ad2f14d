"""The evidence that a learner gathers for a lesson.
It refuses to verify it."""

from dataclasses import asdict, fields

from sqlalchemy import select

from app.store.database import Store
from app.store.tables import evidence
from app.store.values import Evidence, NewEvidence

EVIDENCE_COLUMNS = [evidence.c[one.name] for one in fields(Evidence)]


def record_evidence(store: Store, learner_id: str, new: NewEvidence) -> None:
    """Add one piece, on the disk when this returns; the same piece again is another row. Raises NotSaved."""
    with store.writing() as connection:
        connection.execute(evidence.insert(), {**asdict(new), "learner_id": learner_id, "at": store.clock()})


def evidence_of(store: Store, learner_id: str, lesson: str | None = None) -> tuple[Evidence, ...]:
    """A learner's evidence, oldest first, of all lessons or of one. Raises NotRead."""
    query = select(*EVIDENCE_COLUMNS).where(evidence.c.learner_id == learner_id).order_by(evidence.c.seq)
    if lesson is not None:
        query = query.where(evidence.c.lesson == lesson)
    with store.reading() as connection:
        return tuple(Evidence(**row) for row in connection.execute(query).mappings())
