"""The table of long runs: one run for equal wishes, a bounded queue, honest ends, and a worker that is overtaken.
Workers are played here; no process is started."""

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.jobs import (
    JobStore,
    OneAtATime,
    QueueFull,
    State,
    ask,
    asked_by,
    events_after,
    find_job,
    forget_asker,
    interruption_of,
    latest_job,
    leave,
    place_of,
    result_text,
)
from app.jobs.sweeping import SILENT_SECONDS, UNTAKEN_SECONDS, Sweeper, forget_old
from app.jobs.tables import FORM
from app.jobs.values import MOST_QUEUED, MOST_TRIES
from app.jobs.working import Claim, Taken, beat, cancelled, claim, fail, finish, put_back, write_event
from tests.long_runs import job_with, wish
from tests.stored import rows

STEP = {"done": 1, "total": 4, "words": "Replaying run 2 of 4"}


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[JobStore]:
    made = JobStore(tmp_path / "jobs.db")
    yield made
    made.close()


def other_wish(number: int) -> dict[str, str]:
    return {"sweep_points": "12", "load": str(number)}


def taken(jobs: JobStore, job_id: str, worker: str = "w1") -> Claim:
    found = claim(jobs, job_id, worker)
    assert found is not None
    return found[0]


def test_equal_wishes_of_a_class_are_one_run(jobs: JobStore) -> None:
    asked = [ask(jobs, f"learner-{number}", wish()) for number in range(30)]
    assert len({job.id for job, _ in asked}) == 1
    assert [is_new for _, is_new in asked] == [True] + [False] * 29
    assert ask(jobs, "learner-3", wish()) == (asked[0][0], False)


def test_a_learner_has_one_run_at_a_time_and_may_ask_again_after_it(jobs: JobStore) -> None:
    first, _ = ask(jobs, "ann", wish())
    with pytest.raises(OneAtATime) as refused:
        ask(jobs, "ann", wish(other_wish(3)))
    assert refused.value.job.id == first.id
    finish(jobs, taken(jobs, first.id), "{}")
    assert ask(jobs, "ann", wish(other_wish(3)))[1]


def test_thirty_different_runs_wait_with_their_place_and_too_many_are_told(jobs: JobStore) -> None:
    asked = [ask(jobs, f"learner-{number}", wish(other_wish(number + 1)))[0] for number in range(MOST_QUEUED)]
    assert [place_of(jobs, asked[at]) for at in (0, 29)] == [(1, 64, False), (30, 64, False)]
    with pytest.raises(QueueFull, match="Busy: 64 runs wait already"):
        ask(jobs, "late", wish(other_wish(99)))
    taken(jobs, asked[0].id)
    assert place_of(jobs, asked[1]) == (1, 63, True)
    assert ask(jobs, "late", wish(other_wish(99)))[1]


def test_nobody_else_sees_a_run(jobs: JobStore) -> None:
    job, _ = ask(jobs, "ann", wish())
    assert find_job(jobs, job.id, "ann") == job
    assert find_job(jobs, job.id, "bob") is None
    assert latest_job(jobs, "bob", wish()) is None
    leave(jobs, job.id, "bob")
    assert job_with(jobs, job.id).state is State.QUEUED
    assert [row["query"] for row in asked_by(jobs, "ann")] == [wish().query]
    assert asked_by(jobs, "bob") == []


def test_a_run_is_cancelled_when_the_last_who_asked_leaves(jobs: JobStore) -> None:
    job, _ = ask(jobs, "ann", wish())
    ask(jobs, "bob", wish())
    leave(jobs, job.id, "ann")
    assert job_with(jobs, job.id).state is State.QUEUED
    leave(jobs, job.id, "bob")
    assert job_with(jobs, job.id).state is State.CANCELLED
    assert [event.name for event in events_after(jobs, job.id, 0)] == ["cancelled"]
    assert claim(jobs, job.id, "w1") is None


def test_a_running_run_learns_at_its_next_event_that_nobody_wants_it(jobs: JobStore) -> None:
    job, _ = ask(jobs, "ann", wish())
    mine = taken(jobs, job.id)
    assert write_event(jobs, mine, "progress", STEP) is False
    leave(jobs, job.id, "ann")
    assert write_event(jobs, mine, "progress", STEP) is True
    assert cancelled(jobs, mine)
    assert job_with(jobs, job.id).state is State.CANCELLED


def test_whoever_comes_before_a_cancelled_run_has_stopped_keeps_it(jobs: JobStore) -> None:
    job, _ = ask(jobs, "ann", wish())
    mine = taken(jobs, job.id)
    leave(jobs, job.id, "ann")
    assert ask(jobs, "bob", wish())[0].id == job.id
    assert cancelled(jobs, mine) is False
    assert put_back(jobs, mine)
    assert job_with(jobs, job.id).state is State.QUEUED


def test_events_are_numbered_and_read_on_from_a_number(jobs: JobStore) -> None:
    job, _ = ask(jobs, "ann", wish())
    mine = taken(jobs, job.id)
    for name in ("progress", "round", "progress"):
        write_event(jobs, mine, name, STEP)
    finish(jobs, mine, '{"kept": 1}')
    assert [event.n for event in events_after(jobs, job.id, 0)] == [1, 2, 3, 4, 5]
    assert [event.name for event in events_after(jobs, job.id, 2)] == ["round", "progress", "result"]
    assert result_text(jobs, wish()) == '{"kept": 1}'
    ended = job_with(jobs, job.id)
    assert (ended.state, ended.done, ended.total) == (State.DONE, 4, 4)


def test_a_second_delivery_of_an_id_does_nothing(jobs: JobStore) -> None:
    job, _ = ask(jobs, "ann", wish())
    taken(jobs, job.id)
    assert claim(jobs, job.id, "w2") is None
    assert claim(jobs, "0" * 32, "w2") is None


def test_a_silent_run_begins_again_and_is_called_lost_after_three_tries(jobs: JobStore) -> None:
    now = [0.0]
    sweeper = Sweeper(jobs, clock=lambda: now[0])
    job, _ = ask(jobs, "ann", wish())
    for number in range(1, MOST_TRIES + 1):
        mine = taken(jobs, job.id, f"w{number}")
        assert sweeper.sweep() == ([], 1)
        now[0] += SILENT_SECONDS + 1
        beat(jobs, mine)
        assert sweeper.sweep() == ([], 1)
        now[0] += SILENT_SECONDS + 1
        assert sweeper.sweep()[0] == ([job.id] if number < MOST_TRIES else [])
        with pytest.raises(Taken):
            write_event(jobs, mine, "progress", STEP)
        assert beat(jobs, mine) is False
    ended = job_with(jobs, job.id)
    assert ended.state is State.LOST
    assert "stopped in the middle 3 times" in ended.note
    told = [(event.name, event.data) for event in events_after(jobs, job.id, 0)]
    assert [name for name, _ in told] == ["progress"] * 5 + ["lost"]
    assert "try 2 of 3" in told[1][1]
    assert "interrupted" not in told[0][1] and "began again from its start; this is try 3 of 3." in told[4][1]
    assert sweeper.sweep() == ([], 0)


def test_the_run_of_a_worker_known_to_be_dead_begins_again_at_once(jobs: JobStore) -> None:
    sweeper = Sweeper(jobs, clock=lambda: 0.0)
    job, _ = ask(jobs, "ann", wish())
    taken(jobs, job.id, "host:17:0af1")
    assert sweeper.sweep("0af2") == ([], 1)
    assert sweeper.sweep("0af1") == ([job.id], 1)
    assert taken(jobs, job.id, "w3").tries == 2


def test_a_stop_in_order_does_not_count_as_a_try(jobs: JobStore) -> None:
    job, _ = ask(jobs, "ann", wish())
    for _ in range(MOST_TRIES + 1):
        assert put_back(jobs, taken(jobs, job.id))
    assert taken(jobs, job.id).tries == 1
    assert interruption_of(jobs, job.id) == "The run was interrupted and began again from its start."


def test_a_waiting_run_whose_message_was_lost_is_sent_again(jobs: JobStore) -> None:
    now = [0.0]
    sweeper = Sweeper(jobs, clock=lambda: now[0])
    first, _ = ask(jobs, "ann", wish())
    ask(jobs, "bob", wish(other_wish(3)))
    assert sweeper.sweep() == ([], 2)
    now[0] += UNTAKEN_SECONDS + 1
    assert sweeper.sweep() == ([first.id], 2)
    assert sweeper.sweep() == ([], 2)


def test_a_failed_run_says_why_and_can_be_asked_for_again(jobs: JobStore) -> None:
    job, _ = ask(jobs, "ann", wish())
    fail(jobs, taken(jobs, job.id), "The file is gone.", "00ff")
    found = latest_job(jobs, "ann", wish())
    assert found is not None
    assert (found[0].state, found[0].note, found[0].error_id) == (State.FAILED, "The file is gone.", "00ff")
    assert ask(jobs, "ann", wish())[1]


def test_whoever_is_erased_has_asked_for_nothing(jobs: JobStore) -> None:
    job, _ = ask(jobs, "ann", wish())
    forget_asker(jobs, "ann")
    assert asked_by(jobs, "ann") == []
    assert job_with(jobs, job.id).state is State.CANCELLED
    assert rows(jobs.place, "select count(*) from job_asker") == [(0,)]  # type: ignore[arg-type]


def test_old_runs_are_forgotten_and_active_ones_are_not(tmp_path: Path) -> None:
    now = [datetime(2026, 11, 30, tzinfo=UTC)]
    jobs = JobStore(tmp_path / "jobs.db", clock=lambda: now[0])
    old, _ = ask(jobs, "ann", wish())
    finish(jobs, taken(jobs, old.id), "{}")
    waiting, _ = ask(jobs, "ann", wish(other_wish(3)))
    now[0] += timedelta(days=8)
    forget_old(jobs)
    assert rows(tmp_path / "jobs.db", "select id from job") == [(waiting.id,)]
    assert rows(tmp_path / "jobs.db", "select count(*) from job_event") == [(0,)]
    jobs.close()


@pytest.mark.parametrize("damage", ["bytes", "another form"])
def test_a_file_that_cannot_be_used_is_begun_anew(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "jobs.db"
    before = JobStore(path)
    ask(before, "ann", wish())
    before.close()
    assert path.stat().st_mode & 0o777 == 0o600
    if damage == "bytes":
        path.write_bytes(b"no database, " * 1000)
    else:
        with sqlite3.connect(path) as connection:
            connection.execute("update job_form set number = ?", (FORM + 1,))
        connection.close()
    after = JobStore(path)
    assert after.exists()
    assert latest_job(after, "ann", wish()) is None
    assert ask(after, "ann", wish())[1]
    after.close()


def test_nothing_is_made_by_looking(tmp_path: Path) -> None:
    jobs = JobStore(tmp_path / "jobs.db")
    assert latest_job(jobs, "ann", wish()) is None
    assert result_text(jobs, wish()) is None
    assert asked_by(jobs, "ann") == []
    assert list(tmp_path.iterdir()) == []
