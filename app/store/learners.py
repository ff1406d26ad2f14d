"""Learners: made without a name, found by the id in their cookie or by their code, given all their rows, erased.
It refuses to know cookies and pages."""

import secrets
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from app.store.codes import SALT, code_hash, new_code, tidy_code
from app.store.database import Store
from app.store.tables import attempt, evidence, file, install, learner
from app.store.values import Learner

ID_BYTES = 20
SEED_BITS = 63
# A code that somebody has already is drawn again; twice in a row is one in 10^15 for each learner there is.
CODE_TRIES = 5
# Children first, because of their reference to the learner.
OWNED = (attempt, evidence, file)
COLUMNS = (learner.c.id, learner.c.created_at, learner.c.seed, learner.c.code_hash)


def add_learner(store: Store) -> Learner:
    """A new learner with a secret id of 160 random bits. Raises NotSaved."""
    made = Learner(secrets.token_hex(ID_BYTES), store.clock(), secrets.randbits(SEED_BITS), has_code=False)
    with store.writing() as connection:
        row = {"id": made.id, "created_at": made.created_at, "seed": made.seed}
        connection.execute(learner.insert(), row)
    return made


def find_learner(store: Store, learner_id: str) -> Learner | None:
    """The learner with this id. Raises NotRead."""
    with store.reading() as connection:
        return _one(connection, learner.c.id == learner_id)


def give_code(store: Store, learner_id: str) -> str:
    """A new come-back code for the learner, to be shown once; an earlier code stops working. Raises NotSaved."""
    for _ in range(CODE_TRIES):
        code = new_code()
        with store.reading() as connection:
            hashed = code_hash(code, _salt(connection))
        try:
            with store.writing() as connection:
                mine = learner.update().where(learner.c.id == learner_id)
                connection.execute(mine.values(code_hash=hashed))
            return code
        except IntegrityError:
            continue
    raise RuntimeError(f"{CODE_TRIES} come-back codes in a row were taken; the list of words must be broken.")


def find_learner_by_code(store: Store, typed: str) -> Learner | None:
    """The learner whose code this is, None for a wrong or unreadable one. Slow by intent. Raises NotRead."""
    code = tidy_code(typed)
    if code is None:
        return None
    with store.reading() as connection:
        salt = _salt(connection)
    # Outside the block: a hash takes long, and a reader that stays holds up the file's tidying.
    hashed = code_hash(code, salt)
    with store.reading() as connection:
        return _one(connection, learner.c.code_hash == hashed)


def all_of_learner(store: Store, learner_id: str) -> dict[str, Any]:
    """Every row of a learner as plain values, for the learner's own download; moments are ISO 8601 in UTC.

    {created_at, seed, has_code, attempt: [...], evidence: [...], file: [...]}. The secret id, keys and the code's
    hash are left out, so that the file may be shown around. Raises NotRead; KeyError without such a learner.
    """
    with store.reading() as connection:
        found = _one(connection, learner.c.id == learner_id)
        if found is None:
            raise KeyError("There is no such learner.")
        told: dict[str, Any] = {
            "created_at": found.created_at.isoformat(),
            "seed": found.seed,
            "has_code": found.has_code,
        }
        for table in OWNED:
            shown = [column for column in table.c if column.name not in ("key", "learner_id")]
            rows = connection.execute(select(*shown).where(table.c.learner_id == learner_id).order_by(shown[0]))
            told[table.name] = [_plain(dict(row)) for row in rows.mappings()]
    return told


def start_over(store: Store, learner_id: str) -> None:
    """Delete every row of the learner and draw a new seed; the learner, its cookie and its code stay. Raises NotSaved.

    Backups made before still hold the rows.
    """
    with store.writing() as connection:
        for table in OWNED:
            connection.execute(table.delete().where(table.c.learner_id == learner_id))
        mine = learner.update().where(learner.c.id == learner_id)
        connection.execute(mine.values(seed=secrets.randbits(SEED_BITS)))


def erase_learner(store: Store, learner_id: str) -> None:
    """Delete the learner and every row of the learner; backups made before still hold them. Raises NotSaved."""
    with store.writing() as connection:
        for table in OWNED:
            connection.execute(table.delete().where(table.c.learner_id == learner_id))
        connection.execute(learner.delete().where(learner.c.id == learner_id))


def _one(connection: Connection, which: Any) -> Learner | None:
    row = connection.execute(select(*COLUMNS).where(which)).one_or_none()
    return None if row is None else Learner(row.id, row.created_at, row.seed, row.code_hash is not None)


def _salt(connection: Connection) -> str:
    return str(connection.execute(select(install.c.value).where(install.c.name == SALT)).scalar_one())


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "at": row["at"].isoformat()}
