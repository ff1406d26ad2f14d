"""The process that does long runs, `python -m app.jobs.consumer` or `servelab worker`: huey's consumer, one worker.
It refuses to live inside the server, whose signals huey would take over."""

import logging
import os
import sys
from threading import Event as Flag
from threading import Thread
from typing import Any

from app.children import step_back
from app.config import BadSetting, Settings, read_settings
from app.files import StoredFiles
from app.jobs.database import open_jobs
from app.jobs.transport import TASK, queue_of
from app.jobs.worker import Worker, worker_name

POLL_SECONDS = 0.1
STOP_SECONDS = 3.0


def consume(settings: Settings, token: str, ends_with_stdin: bool) -> None:
    """Do runs until SIGTERM, SIGINT or, when asked, the end of standard input: that of the server that started it.

    A run under way goes back to the queue at its next unit of work."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s worker: %(message)s", stream=sys.stderr)
    store, queue, stopping = open_jobs(settings), queue_of(settings), Flag()
    worker = Worker(
        store, StoredFiles(settings.data), worker_name(token), stopping.is_set, send=lambda job_id: post(job_id)
    )
    post = queue.task(name=TASK)(worker.perform)
    consumer = queue.create_consumer(
        workers=1, periodic=False, initial_delay=POLL_SECONDS, backoff=1.0, max_delay=POLL_SECONDS,
        shutdown_timeout=STOP_SECONDS, graceful_signal="TERM",
    )  # fmt: skip
    Thread(target=_tie, args=(consumer.stop_flag, stopping), daemon=True).start()
    if ends_with_stdin:
        Thread(target=_end_with_stdin, args=(consumer.stop_flag,), daemon=True).start()
    try:
        consumer.run()
    finally:
        stopping.set()
        for _, thread in consumer.worker_threads:
            thread.join(STOP_SECONDS)
        worker.release()
        store.close()


def _tie(stop_flag: Any, stopping: Flag) -> None:
    """huey's flag stops its loops; the run under way looks at ours."""
    stop_flag.wait()
    stopping.set()


def _end_with_stdin(stop_flag: Any) -> None:
    while sys.stdin.buffer.read(1):
        pass
    stop_flag.set()


def main() -> int:
    step_back()
    try:
        consume(read_settings(os.environ), sys.argv[1], ends_with_stdin=True)
    except BadSetting as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
