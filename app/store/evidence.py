"""The evidence that a learner gathers for a lesson, and what is known of the files that a learner brought.
It refuses to verify evidence or to read files."""

from dataclasses import asdict, fields

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from app.store.database import Store
from app.store.tables import evidence, file
from app.store.values import Evidence, NewEvidence, NewFile, StoredFile

EVIDENCE_COLUMNS = [evidence.c[one.name] for one in fields(Evidence)]
FILE_COLUMNS = [file.c[one.name] for one in fields(StoredFile)]


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


def record_file(store: Store, learner_id: str, new: NewFile) -> None:
    """Remember a file; the same bytes again change nothing. Raises NotSaved."""
    mine = (file.c.learner_id == learner_id) & (file.c.sha256 == new.sha256)
    try:
        with store.writing() as connection:
            if connection.execute(select(file.c.sha256).where(mine)).first() is None:
                connection.execute(file.insert(), {**asdict(new), "learner_id": learner_id, "at": store.clock()})
    except IntegrityError:
        # Only with several writers (PostgreSQL): the other one was first with the same bytes.
        if new.sha256 not in {one.sha256 for one in files_of(store, learner_id)}:
            raise


def files_of(store: Store, learner_id: str) -> tuple[StoredFile, ...]:
    """A learner's files by digest. Raises NotRead."""
    query = select(*FILE_COLUMNS).where(file.c.learner_id == learner_id).order_by(file.c.sha256)
    with store.reading() as connection:
        return tuple(StoredFile(**row) for row in connection.execute(query).mappings())
