"""Long runs with a real server and its real worker: killed, restarted, stopped, cancelled, and never a zombie.
It reads the table as a third process would, and knows no page but the one that it asks."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.jobs import Job, JobStore, State, events_after
from app.jobs.transport import QUEUE_FILE
from tests.long_runs import Visitor, job_with, wait_until
from tests.prepared import with_defaults
from tests.servers import SMALL, Running, StartServer

SERVE = ("-m", "app", "serve", *SMALL, "--port", "0", "--data")
# Below a tenth of a second on a quiet machine; the worker looks up at most every 0.1 s.
CANCEL_GATE_S = 15.0


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[JobStore]:
    opened = JobStore(tmp_path / "jobs.db")
    yield opened
    opened.close()


def worker_pid(job: Job) -> int:
    return int(job.worker.split(":")[1])


def is_there(pid: int) -> bool:
    """Whether the process exists, as a zombie too."""
    return Path(f"/proc/{pid}").exists()


def running_at(jobs: JobStore, job_id: str, tries: int, steps: int = 2) -> Job:
    """The run once it is under way in this try and has told so many steps since."""
    seen = len(events_after(jobs, job_id, 0))

    def found() -> Job | None:
        job = job_with(jobs, job_id)
        told = len(events_after(jobs, job_id, 0)) - seen >= steps
        return job if job.state is State.RUNNING and job.tries == tries and told else None

    made: Job = wait_until(found, f"try {tries}")
    return made


def memory_mb(pid: int) -> float:
    """The proportional share of memory of a process."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024


def stop(running: Running) -> float:
    began = time.monotonic()
    assert running.stop() == 0, running.output()
    return time.monotonic() - began


def test_a_run_outlives_workers_and_servers_ends_as_lost_after_three_and_can_be_cancelled(
    start_server: StartServer, jobs: JobStore, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    first = start_server(*SERVE, str(with_defaults(tmp_path, tmp_path_factory)))
    ann = Visitor(first.address().rstrip("/"))
    assert ann.get("/healthz")[0] == 200
    assert not (tmp_path / QUEUE_FILE).exists()
    path = ann.ask_for()
    job_id = ann.get(path)[2].partition("/jobs/")[2][:32]
    before = memory_mb(first.process.pid)

    # Each worker dies in the middle: another one begins again, the dead one is no zombie, and the third was the last.
    killed: list[int] = []
    for tries in (1, 2, 3):
        killed.append(worker_pid(running_at(jobs, job_id, tries)))
        print(f"server: {before:.0f} MB before a worker, {memory_mb(first.process.pid):.0f} MB with one")
        os.kill(killed[-1], signal.SIGKILL)
    wait_until(lambda: job_with(jobs, job_id).state is State.LOST, "lost")
    assert len(set(killed)) == 3
    assert not any(map(is_there, killed))
    told = events_after(jobs, job_id, 0)
    assert all(any(words in event.data for event in told) for words in ("try 2 of 3", "try 3 of 3"))
    assert told[-1].name == "lost"
    page = ann.get(path)[2]
    assert "The run was lost." in page
    assert "stopped in the middle 3 times" in page
    assert 'id="job-run"' in page

    # The server stops in order: the run goes back to the queue, its try does not count, the worker is gone.
    job_id = ann.begin()
    fourth = worker_pid(running_at(jobs, job_id, tries=1))
    assert stop(first) < 20
    assert not is_there(fourth)
    assert (job_with(jobs, job_id).state, job_with(jobs, job_id).tries) == (State.QUEUED, 0)

    # The next server goes on with it unasked; killed itself, it takes its worker along.
    second = start_server(*SERVE, str(tmp_path))
    ann.base = second.address().rstrip("/")
    fifth = worker_pid(running_at(jobs, job_id, tries=1))
    began = time.monotonic()
    assert ann.post(f"/jobs/{job_id}/cancel")[0] == 303
    wait_until(lambda: job_with(jobs, job_id).state is State.CANCELLED, "cancelled", CANCEL_GATE_S)
    print(f"cancelled {time.monotonic() - began:.2f} s after the press")
    second.process.kill()
    wait_until(lambda: not is_there(fifth), "the worker of a killed server ends")
