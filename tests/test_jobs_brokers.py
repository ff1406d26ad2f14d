"""`servelab worker` with a real Redis and a real PostgreSQL: runs cross over, also after kill -9 and after a stop.
Its worker has another data folder where it stands for another machine."""

from pathlib import Path

from app.config import read_settings
from app.jobs import JobStore, Sender, State, ask, events_after, leave, open_jobs, result_text
from app.jobs.sweeping import SILENT_SECONDS, Sweeper
from app.jobs.transport import queue_of
from tests.brokers import postgres, redis
from tests.long_runs import QUICK, Visitor, job_with, wait_until, wish
from tests.servers import SMALL, StartServer
from tests.test_jobs_serve import running_at

SECRET = "0123456789abcdef" * 4
# The least work that a page leaves.
LEAST = {"sweep_points": "6"}


def ends(jobs: JobStore, job_id: str, state: State) -> bool:
    return bool(wait_until(lambda: job_with(jobs, job_id).state is state, state.value))


def test_runs_reach_a_worker_through_redis_and_survive_it(start_server: StartServer, tmp_path: Path) -> None:
    with redis() as address:
        environ = {"SERVELAB_DATA": str(tmp_path), "SERVELAB_QUEUE_URL": address}
        settings = read_settings(environ)
        jobs, sender = open_jobs(settings), Sender(settings)
        first = start_server("-m", "app", "worker", **environ)
        first.wait_for("This worker waits for long runs")

        quick, _ = ask(jobs, "ann", wish(QUICK))
        sender.send(quick.id)
        assert ends(jobs, quick.id, State.DONE)
        assert result_text(jobs, wish(QUICK))

        # Killed in the middle: Redis has given the message away, so only the table knows, and sends it again.
        long, _ = ask(jobs, "ann", wish())
        sender.send(long.id)
        running_at(jobs, long.id, tries=1, steps=1)
        first.process.kill()
        first.process.wait()
        now = [0.0]
        sweeper = Sweeper(jobs, clock=lambda: now[0])
        assert sweeper.sweep() == ([], 1)
        now[0] += SILENT_SECONDS + 1
        assert sweeper.sweep() == ([long.id], 1)
        sender.send(long.id)

        # Stopped in order: the worker itself puts the message back.
        second = start_server("-m", "app", "worker", **environ)
        running_at(jobs, long.id, tries=2, steps=1)
        assert second.stop() == 0, second.output()
        assert (job_with(jobs, long.id).state, job_with(jobs, long.id).tries) == (State.QUEUED, 1)
        assert queue_of(settings).storage.queue_size() == 1
        leave(jobs, long.id, "ann")
        assert job_with(jobs, long.id).state is State.CANCELLED
        sender.close()
        jobs.close()


def test_a_worker_elsewhere_does_the_runs_of_a_server_through_postgresql(
    start_server: StartServer, tmp_path: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with postgres() as address:
        environ = {"SERVELAB_DATABASE_URL": address, "SERVELAB_SECRET_KEY": SECRET, "SERVELAB_WORKERS": "0"}
        serving = start_server("-m", "app", "serve", "--port", "0", "--data", str(here), *SMALL, **environ)
        ann = Visitor(serving.address().rstrip("/"))
        path = ann.ask_for(LEAST)
        assert "It is the next one; a worker takes it in a moment." in ann.get(path)[2]
        job_id = ann.get(path)[2].partition("/jobs/")[2][:32]

        working = start_server("-m", "app", "worker", SERVELAB_DATA=str(there), **environ)
        jobs = open_jobs(read_settings({**environ, "SERVELAB_DATA": str(there)}))
        assert ends(jobs, job_id, State.DONE)
        assert events_after(jobs, job_id, 0)[-1].name == "result"
        page = ann.get(path)[2]
        assert "First token against load" in page
        assert 'id="job"' not in page
        # The result came through the database; the folders share nothing.
        assert len(list((here / "runs").glob("*.json"))) >= 1
        assert not (there / "runs").exists()
        assert not list(here.glob("*.db")) and not list(tmp_path.glob("there/*.db"))
        assert working.stop() == 0, working.output()
        jobs.close()
        assert serving.stop() == 0, serving.output()
