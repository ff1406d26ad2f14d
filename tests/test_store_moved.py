"""A file of answers that is deleted or replaced while the server runs: the next answer lies where it is looked for."""

from pathlib import Path

from app.store import FILE_NAME, Store, add_learner, attempts_of, find_learner, record_attempt
from app.store.backup import back_up
from tests.stored import an_attempt, rows


def can_take_away(path: Path) -> bool:
    """Take the file away as somebody tidying up would; Windows lets nobody take a file that is open."""
    try:
        path.unlink()
    except PermissionError:
        return False
    return True


def test_after_a_deletion_the_next_learner_is_saved_in_a_new_file(store: Store, database: Path) -> None:
    ann = add_learner(store)
    if can_take_away(database):
        ben = add_learner(store)
        assert rows(database, "select id from learner") == [(ben.id,)]
        assert find_learner(store, ann.id) is None
    else:
        assert find_learner(store, ann.id) == ann


def test_a_backup_put_in_place_while_serving_is_taken_up_by_the_next_write(store: Store, database: Path) -> None:
    ann = add_learner(store)
    record_attempt(store, ann.id, an_attempt(answer="before"))
    copy = database.with_name("copy.db")
    back_up(database, copy)
    record_attempt(store, ann.id, an_attempt(answer="after the backup"))
    for suffix in ("-wal", "-shm"):
        can_take_away(database.with_name(f"{FILE_NAME}{suffix}"))
    expected = ["before", "at last"]
    try:
        copy.replace(database)
    except PermissionError:
        expected.insert(1, "after the backup")
    record_attempt(store, ann.id, an_attempt(answer="at last"))
    assert [one.answer for one in attempts_of(store, ann.id)] == expected
    store.close()
    assert rows(database, "pragma integrity_check") == [("ok",)]
