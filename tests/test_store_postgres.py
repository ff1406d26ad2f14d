"""The store on a real PostgreSQL: each revision becomes the newest with its rows, and what holds in SQLite holds.
It refuses to repeat the facts: those of the other files that need only a store are told again with another one."""

import inspect
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from app.jobs import JobStore, OneAtATime, ask, find_job
from app.store import Store, add_learner, attempts_of, evidence_of, find_learner, record_attempt
from app.store.migrate import migrate
from app.store.schema import HEAD, REVISIONS
from app.store.tables import metadata
from tests import test_store_attempts, test_store_codes, test_store_threads
from tests.brokers import postgres
from tests.long_runs import wish
from tests.stored import an_attempt

Fact = Callable[[Store], None]
# As the first revision took them, and what the second one added.
ROWS = (
    f"insert into learner values ('ann', null, '2026-11-29 12:00:00', {2**62})",
    "insert into attempt values (default, 'k', 'ann', 'fit-1', 'v', 'c', 'number', null, '8 Gö', 1.0, 0, false,"
    " '2026-11-29 12:00:00')",
    "insert into evidence values (default, 'ann', 'speculation', 'lab', '/labs/x', 'sha256:0', '1',"
    " '2026-11-29 12:00:00')",
)


def facts(module: ModuleType) -> list[Fact]:
    """The tests of a module that ask for a store and nothing else."""
    found = inspect.getmembers(module, inspect.isfunction)
    return [
        fact for name, fact in found if name.startswith("test_") and [*inspect.signature(fact).parameters] == ["store"]
    ]


FACTS = [fact for module in (test_store_attempts, test_store_codes, test_store_threads) for fact in facts(module)]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with postgres() as found:
        yield found.replace("postgresql://", "postgresql+psycopg://")


@pytest.fixture
def empty(address: str) -> Iterator[str]:
    """The address of the database with nothing in it."""
    _run(address, "drop schema public cascade", "create schema public")
    yield address


@pytest.fixture(scope="module")
def newest(address: str) -> Iterator[Store]:
    """A store with the newest tables, migrated once."""
    _run(address, "drop schema public cascade", "create schema public")
    made = Store(address)
    made.prepare()
    yield made
    made.close()


def _run(address: str, *lines: str) -> None:
    engine = create_engine(address)
    with engine.begin() as connection:
        for line in lines:
            connection.execute(text(line))
    engine.dispose()


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.__name__)
def test_what_holds_in_sqlite_holds(newest: Store, fact: Fact) -> None:
    clock = newest.clock
    fact(newest)
    newest.clock = clock


def test_the_migrations_make_the_tables_that_the_code_uses(newest: Store) -> None:
    with newest.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_of_any_revision_is_brought_to_the_newest_with_its_rows(empty: str, revision: str) -> None:
    migrate(empty, revision)
    _run(empty, *(ROWS if revision != REVISIONS[0] else ROWS[:2]))
    store = Store(empty)
    store.prepare()
    found = find_learner(store, "ann")
    assert found is not None
    assert found.seed == 2**62
    assert [(one.seq, one.answer, one.skipped) for one in attempts_of(store, "ann")] == [(1, "8 Gö", False)]
    assert [one.numbers for one in evidence_of(store, "ann")] == ([] if revision == REVISIONS[0] else [None])
    assert record_attempt(store, "ann", an_attempt()).seq == 2
    assert add_learner(store).seed >= 0
    with store.reading() as connection:
        assert connection.execute(text("select version_num from alembic_version")).scalars().all() == [HEAD]
    store.close()


def test_a_learner_who_asks_for_many_runs_at_once_has_one(empty: str) -> None:
    jobs = JobStore(empty)

    def begun(number: int) -> bool:
        try:
            return ask(jobs, "ann", wish({"sweep_points": str(number)}))[1]
        except OneAtATime:
            return False

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(begun, range(5, 13))) == 1
    jobs.close()


def test_words_that_are_no_id_find_no_run(empty: str) -> None:
    jobs = JobStore(empty)
    mine, _ = ask(jobs, "ann", wish())
    assert find_job(jobs, mine.id, "ann") == mine
    assert [find_job(jobs, id, "ann") for id in ("a\x00b", "", mine.id.upper(), f"{mine.id}\n")] == [None] * 4
    jobs.close()
