"""Many threads write at once: nobody is told "locked", and no change is lost between reading and writing."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from app.store import Store, add_learner, attempts_of, record_attempt
from app.store.sqlite import sqlite_warning
from app.store.tables import learner
from tests.stored import an_attempt, rows

THREADS, TURNS = 64, 4


def test_64_threads_reading_and_writing_lose_nothing_and_are_never_locked_out(store: Store) -> None:
    ann = add_learner(store)

    def answer(number: int) -> None:
        for turn in range(TURNS):
            record_attempt(store, ann.id, an_attempt(key=f"{number}-{turn}"))
            assert len(attempts_of(store, ann.id)) > turn

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(answer, range(THREADS)))
    found = attempts_of(store, ann.id)
    assert len(found) == len({one.seq for one in found}) == THREADS * TURNS


def test_with_one_writer_no_change_is_lost_between_reading_and_writing(store: Store, database: Path) -> None:
    # PostgreSQL has several, so no block of ours relies on this; what must be one is a key or a locked row there.
    ann = add_learner(store)
    mine = learner.c.id == ann.id
    with store.writing() as connection:
        connection.execute(learner.update().where(mine).values(seed=0))

    def count_up(number: int) -> None:
        with store.writing() as connection:
            seen = connection.execute(select(learner.c.seed).where(mine)).scalar_one()
            connection.execute(learner.update().where(mine).values(seed=seen + 1))

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(count_up, range(THREADS)))
    assert rows(database, "select seed from learner") == [(THREADS,)]


def test_the_same_form_from_many_threads_is_one_attempt(store: Store) -> None:
    ann = add_learner(store)
    with ThreadPoolExecutor(16) as pool:
        stored = list(pool.map(lambda _: record_attempt(store, ann.id, an_attempt()), range(32)))
    assert len(set(stored)) == len(attempts_of(store, ann.id)) == 1


def test_an_answer_is_on_the_disk_when_it_is_acknowledged(store: Store, database: Path) -> None:
    with store.writing() as connection:
        values = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        }
        assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}
        # IMMEDIATE: nobody else can begin to write from the first line of the block on.
        with (
            closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("BEGIN IMMEDIATE")
    assert Store(database)._writer.pool.size() == 1


def test_a_block_that_fails_saves_nothing(store: Store, database: Path) -> None:
    with pytest.raises(KeyError), store.writing() as connection:
        connection.execute(learner.insert(), {"id": "ann", "created_at": store.clock(), "seed": 1})
        raise KeyError("a bug")
    assert rows(database, "select id from learner") == []


@pytest.mark.parametrize(
    ("version", "is_faulty"),
    [
        ((3, 6, 23), False),
        ((3, 7, 0), True),
        ((3, 40, 1), True),
        ((3, 44, 5), True),
        ((3, 44, 6), False),
        ((3, 45, 0), True),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
        ((3, 53, 0), False),
        ((4, 0, 0), False),
    ],
)
def test_a_sqlite_with_the_wal_reset_fault_is_named(version: tuple[int, int, int], is_faulty: bool) -> None:
    warning = sqlite_warning(version)
    assert (warning is not None) is is_faulty
    if warning:
        assert warning.startswith(f"SQLite {'.'.join(map(str, version))} has a fault")
