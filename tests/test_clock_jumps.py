"""A clock of the day that jumps by a day, by summer time or past 2038 makes nothing end early or late.
They refuse to know which clock a machine has; durations come from one that never goes back."""

import ast
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from app.jobs import JobStore, State, ask, events_after
from app.jobs.sweeping import SILENT_SECONDS, Sweeper, forget_old
from app.jobs.working import beat, claim, finish, write_event
from app.store import Store, add_learner, attempts_of, find_learner, record_attempt
from tests.long_runs import job_with, wish
from tests.servers import ROOT
from tests.stored import an_attempt

NOON = datetime(2026, 3, 29, 0, 59, 59, tzinfo=UTC)
SUMMER = timezone(timedelta(hours=2))
JUMPS = [
    NOON,
    NOON + timedelta(days=1),
    NOON - timedelta(days=1),
    NOON.astimezone(SUMMER) + timedelta(seconds=2),
    datetime(2038, 1, 19, 3, 14, 8, tzinfo=UTC),
    datetime(1970, 1, 1, tzinfo=UTC),
    NOON,
]
# What says when something was, for people to read; none of them is subtracted from another.
DATES = {
    "app/store/database.py",
    "app/web/items.py",
    "labs/checkpoints/registry.py",
    "labs/decoding/machine.py",
    "labs/speculative_decoding/live_run.py",
}


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[JobStore]:
    made = JobStore(tmp_path / "jobs.db")
    yield made
    made.close()


def asks_the_time_of_day(path: Path) -> bool:
    called = (node.func for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Call))
    names = {f"{ast.unparse(each.value)}.{each.attr}" for each in called if isinstance(each, ast.Attribute)}
    return bool(
        names & {"time.time", "time.time_ns", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}
    )


def test_no_duration_is_measured_by_the_time_of_day() -> None:
    files = [path for room in ("app", "labs") for path in (ROOT / room).rglob("*.py")]
    assert {path.relative_to(ROOT).as_posix() for path in files if asks_the_time_of_day(path)} == DATES


def test_a_run_under_way_is_kept_however_the_clock_jumps_and_a_silent_one_is_not(jobs: JobStore) -> None:
    now = [0.0]
    sweeper = Sweeper(jobs, clock=lambda: now[0])
    job, _ = ask(jobs, "ann", wish())
    found = claim(jobs, job.id, "w1")
    assert found is not None
    for moment in JUMPS:
        jobs.clock = lambda moment=moment: moment
        assert beat(jobs, found[0])
        write_event(jobs, found[0], "round", {"at": moment.isoformat()})
        forget_old(jobs)
        assert sweeper.sweep() == ([], 1)
        now[0] += SILENT_SECONDS - 1
    assert job_with(jobs, job.id).state is State.RUNNING
    assert [event.n for event in events_after(jobs, job.id, 0)] == list(range(1, len(JUMPS) + 2))
    jobs.clock = lambda: JUMPS[1]
    now[0] += 2
    assert sweeper.sweep() == ([job.id], 1)


def test_a_result_is_not_forgotten_by_a_jump_of_a_day(jobs: JobStore) -> None:
    job, _ = ask(jobs, "ann", wish())
    found = claim(jobs, job.id, "w1")
    assert found is not None
    finish(jobs, found[0], "{}")
    for days in (1, -1):
        jobs.clock = lambda days=days: datetime.now(UTC) + timedelta(days=days)
        forget_old(jobs)
        assert job_with(jobs, job.id).state is State.DONE


def test_answers_of_any_moment_are_read_in_their_order(store: Store) -> None:
    ann = add_learner(store)
    for number, moment in enumerate(JUMPS):
        store.clock = lambda moment=moment: moment
        record_attempt(store, ann.id, an_attempt(key=str(number), answer=str(number)))
    found = attempts_of(store, ann.id)
    assert [one.answer for one in found] == [str(number) for number in range(len(JUMPS))]
    assert [one.at for one in found] == JUMPS
    assert find_learner(store, ann.id) == ann
