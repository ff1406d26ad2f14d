"""Attempts are kept as they came, once for each form, in the order in which they came, apart for each learner."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.store import (
    Store,
    add_learner,
    all_of_learner,
    attempts_of,
    erase_learner,
    evidence_of,
    find_learner,
    record_attempt,
    record_evidence,
)
from tests.servers import ROOT
from tests.stored import a_piece, an_attempt, keep_file, rows

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def test_an_attempt_comes_back_as_it_was_given(store: Store) -> None:
    ann = add_learner(store)
    new = an_attempt(answer="12,5 Gö ✓", draw_seed=2**62, score=0.5, hints=2)
    stored = record_attempt(store, ann.id, new)
    assert attempts_of(store, ann.id) == (stored,)
    for name in ("item_id", "item_version", "content_version", "kind", "answer", "draw_seed", "score", "hints"):
        assert getattr(stored, name) == getattr(new, name)
    assert stored.skipped is False
    assert stored.at.tzinfo == UTC


def test_a_skip_is_an_attempt_without_a_score(store: Store) -> None:
    ann = add_learner(store)
    stored = record_attempt(store, ann.id, an_attempt(answer="", skipped=True))
    assert (stored.skipped, stored.score, stored.answer) == (True, None, "")


def test_the_same_form_sent_twice_is_one_attempt(store: Store) -> None:
    ann = add_learner(store)
    first = record_attempt(store, ann.id, an_attempt(score=1.0))
    assert record_attempt(store, ann.id, an_attempt(score=1.0)) == first
    assert len(attempts_of(store, ann.id)) == 1


def test_an_old_form_with_another_answer_loses_nothing(store: Store) -> None:
    ann = add_learner(store)
    for answer in ("7", "8"):
        record_attempt(store, ann.id, an_attempt(answer=answer))
    assert [one.answer for one in attempts_of(store, ann.id)] == ["7", "8"]


def test_the_key_of_another_learner_neither_blocks_nor_shows(store: Store) -> None:
    ann, ben = add_learner(store), add_learner(store)
    of_ann = record_attempt(store, ann.id, an_attempt(score=1.0))
    of_ben = record_attempt(store, ben.id, an_attempt(score=0.0))
    assert of_ben.seq != of_ann.seq
    assert (of_ann.score, of_ben.score) == (1.0, 0.0)


def test_two_learners_never_see_each_others_rows(store: Store) -> None:
    people = [add_learner(store) for _ in range(2)]
    for number, one in enumerate(people):
        record_attempt(store, one.id, an_attempt(answer=f"answer {number}"))
        record_evidence(store, one.id, a_piece(lesson=f"lesson {number}"))
        keep_file(store, one.id)
    for number, one in enumerate(people):
        told = all_of_learner(store, one.id)
        assert [each["answer"] for each in told["attempt"]] == [f"answer {number}"]
        assert [each.lesson for each in evidence_of(store, one.id)] == [f"lesson {number}"]
        assert len(told["evidence"]) == len(told["file"]) == 1
        assert people[1 - number].id not in str(told)


def test_the_order_is_that_of_arrival_however_the_clock_jumps(store: Store) -> None:
    ann = add_learner(store)
    year_2038 = datetime(2038, 1, 19, 3, 14, 8, tzinfo=UTC)
    times = [NOON, NOON + timedelta(days=1), NOON - timedelta(days=1), year_2038, NOON]
    ticks: Iterator[datetime] = iter(times)
    store.clock = lambda: next(ticks)
    for number in range(len(times)):
        record_attempt(store, ann.id, an_attempt(key=str(number), answer=str(number)))
    found = attempts_of(store, ann.id)
    assert [one.answer for one in found] == ["0", "1", "2", "3", "4"]
    assert [one.at for one in found] == times


def test_attempts_can_be_asked_for_some_items(store: Store) -> None:
    ann = add_learner(store)
    for item_id in ("fit-1", "fit-2", "fit-3"):
        record_attempt(store, ann.id, an_attempt(key=item_id, item_id=item_id))
    assert [one.item_id for one in attempts_of(store, ann.id, ["fit-3", "fit-1"])] == ["fit-1", "fit-3"]
    assert attempts_of(store, ann.id, []) == ()


def test_evidence_can_be_asked_for_one_lesson(store: Store) -> None:
    ann = add_learner(store)
    for lesson in ("speculation", "batching"):
        record_evidence(store, ann.id, a_piece(lesson))
    assert [one.lesson for one in evidence_of(store, ann.id, "batching")] == ["batching"]


def test_the_download_holds_all_but_secrets(store: Store) -> None:
    ann = add_learner(store)
    record_attempt(store, ann.id, an_attempt(key="the form's key"))
    told = all_of_learner(store, ann.id)
    assert set(told) == {"created_at", "seed", "has_code", "attempt", "evidence", "file"}
    assert told["attempt"][0]["item_id"] == "fit-1"
    assert not {ann.id, "the form's key", "key", "code_hash"} & {*map(str, told["attempt"][0]), *map(str, told)}
    with pytest.raises(KeyError):
        all_of_learner(store, "nobody")


def test_an_erase_takes_one_learner_and_leaves_the_others(store: Store, database: Path) -> None:
    ann, ben = add_learner(store), add_learner(store)
    for one in (ann, ben):
        record_attempt(store, one.id, an_attempt(answer=f"words of {one.id}"))
        record_evidence(store, one.id, a_piece())
        keep_file(store, one.id)
    erase_learner(store, ann.id)
    assert find_learner(store, ann.id) is None
    assert find_learner(store, ben.id) == ben
    for table in ("attempt", "evidence", "file"):
        assert rows(database, f"select learner_id from {table}") == [(ben.id,)]
    store.close()
    assert f"words of {ann.id}".encode() not in database.read_bytes()


def test_a_number_is_never_given_twice(store: Store) -> None:
    ann, ben = add_learner(store), add_learner(store)
    last = record_attempt(store, ann.id, an_attempt()).seq
    erase_learner(store, ann.id)
    assert record_attempt(store, ben.id, an_attempt()).seq > last


def test_no_code_changes_an_attempt() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "app").rglob("*.py"))
    assert "attempt.insert()" in text
    assert "attempt.update(" not in text
    assert "update(attempt" not in text


def test_ids_have_160_random_bits(store: Store) -> None:
    ids = {add_learner(store).id for _ in range(20)}
    assert len(ids) == 20
    assert {len(bytes.fromhex(one)) for one in ids} == {20}
