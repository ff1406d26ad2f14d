"""The tables grow by migrations alone, in a process of their own, all or nothing; the server never loads alembic."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from app.store import NotRead, NotSaved, Reason, Store, add_learner, attempts_of, find_learner, record_attempt
from app.store.migrate import migrate
from app.store.schema import HEAD, REVISIONS
from app.store.tables import metadata
from tests.servers import ROOT
from tests.stored import an_attempt, rows

# A whole life: create, migrate, save a learner by a change, answer a page.
SERVING = """
    import sys
    from pathlib import Path
    from app import create_app
    from app.config import Settings
    from app.web.learner import close_store, ensure_learner, store_warnings

    app = create_app(Settings(data=Path(sys.argv[1])))
    app.add_url_rule("/save", "save", lambda: ensure_learner().id, methods=["POST"])
    store_warnings(app)
    client = app.test_client()
    assert client.post("/save", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200
    assert client.get("/labs").status_code == 200
    close_store(app)
    print(sorted(name for name in sys.modules if name.split(".")[0] in ("alembic", "mako")))
"""


def test_the_server_never_loads_alembic(tmp_path: Path) -> None:
    command = [sys.executable, "-c", textwrap.dedent(SERVING), str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")
    assert len(rows(tmp_path / "servelab.db", "select id from learner")) == 1


def test_the_listed_revisions_are_the_files() -> None:
    config = Config()
    config.set_main_option("script_location", str(ROOT / "app" / "store" / "migrations"))
    config.set_main_option("path_separator", "os")
    found = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(found)) == REVISIONS


def test_the_migrations_make_the_tables_that_the_code_uses(store: Store) -> None:
    with store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_of_any_revision_is_brought_to_the_newest(tmp_path: Path, revision: str) -> None:
    database = tmp_path / "servelab.db"
    migrate(database, revision)
    assert rows(database, "select version_num from alembic_version") == [(revision,)]
    store = Store(database)
    ann = add_learner(store)
    record_attempt(store, ann.id, an_attempt())
    store.close()
    assert rows(database, "select version_num from alembic_version") == [(HEAD,)]


def test_rows_of_the_first_revision_are_kept(tmp_path: Path) -> None:
    database = tmp_path / "servelab.db"
    migrate(database, REVISIONS[0])
    store = Store(database)
    with store._writer.begin() as connection:
        connection.exec_driver_sql("insert into learner values ('ann', null, '2026-11-29 12:00:00.000000', 7)")
        connection.exec_driver_sql(
            "insert into attempt values (5, 'k', 'ann', 'fit-1', 'v', 'c', 'number', null, '8', 1.0, 0, 0,"
            " '2026-11-29 12:00:00.000000')"
        )
    store.prepare()
    found = find_learner(store, "ann")
    assert found is not None
    assert found.seed == 7
    assert [(one.seq, one.answer) for one in attempts_of(store, "ann")] == [(5, "8")]
    store.close()


def test_a_database_of_a_newer_servelab_is_left_alone(database: Path) -> None:
    store = Store(database)
    with store.writing() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    store.close()
    newer = Store(database)
    with pytest.raises(NotSaved, match="comes from a newer Servelab, and this one must be updated") as refusal:
        add_learner(newer)
    assert refusal.value.reason is Reason.NEWER
    with pytest.raises(NotRead, match="newer Servelab"):
        find_learner(newer, "ann")
    newer.close()
    assert rows(database, "select version_num from alembic_version") == [("9999",)]


def test_a_new_store_is_made_by_the_first_write_and_not_by_a_look(tmp_path: Path) -> None:
    database = tmp_path / "servelab.db"
    store = Store(database)
    with pytest.raises(NotRead):
        find_learner(store, "ann")
    assert not database.exists()
    ann = add_learner(store)
    assert find_learner(store, ann.id) == ann
    store.close()
