"""A class of thirty at a real server with this lab's runs: each place in the queue, the bound, and one run for all.
A real worker does the runs; it refuses to know pages beyond the words that it looks for."""

import re
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from app.jobs import JobStore, State
from app.jobs.values import MOST_QUEUED
from tests.long_runs import Visitor, job_with, wait_until
from tests.servers import SMALL, StartServer

PATH = "/labs/speculative-decoding"
CLASS = 30
# A page of a recorded or kept run takes some 20 ms of a quiet machine, and thirty ask at once.
AT_ONCE_S = 6.0


def asked(ann: Visitor, settings: str) -> tuple[float, str]:
    """Seconds until the page is there, and the page."""
    began = time.monotonic()
    status, headers, body = ann.post(f"{PATH}/runs", {"settings": settings})
    page = ann.get(headers["Location"])[2] if status == 303 else f"{status} {body}"
    return time.monotonic() - began, page


def short(place: int) -> str:
    """Another run for each place."""
    return f"view=live&seed={100 + place}&max_new=8&device=numpy"


def test_thirty_different_runs_show_their_place_the_bound_is_told_and_a_worker_does_them_all(
    start_server: StartServer, tmp_path: Path
) -> None:
    base = start_server(
        "-m", "app", "serve", "--port", "0", "--data", str(tmp_path), *SMALL, SERVELAB_WORKERS="0"
    ).address()
    learners = [Visitor(base.rstrip("/")) for _ in range(MOST_QUEUED + 1)]
    with ThreadPoolExecutor(CLASS) as at_once:
        pages = [page for _, page in at_once.map(asked, learners[:CLASS], map(short, range(CLASS)))]
    ids = [page.partition("/jobs/")[2][:32] for page in pages]
    assert len(set(ids)) == CLASS and all("Your run waits for its turn." in page for page in pages)
    shown = [ann.get(f"{PATH}?{short(place)}")[2] for place, ann in enumerate(learners[:CLASS])]
    places = [re.search(r"Place (\d+) of 30 in the queue\.|It is the next one", page) for page in shown]
    assert sorted(int(each[1] or 1) for each in places if each) == list(range(1, CLASS + 1))
    second = asked(learners[3], short(99))[1]
    assert second.startswith("409") and "You have another run under way, and each learner has one at a time." in second
    others = [asked(ann, short(place))[1] for place, ann in enumerate(learners[CLASS:], CLASS)]
    assert all("Your run waits for its turn." in page for page in others[:-1])
    assert others[-1].startswith("503") and "Busy: 64 runs wait already, and no more are taken." in others[-1]
    assert f'value="{short(MOST_QUEUED).replace("&", "&amp;")}"' in others[-1], "the settings are kept"

    start_server("-m", "app", "worker", "--data", str(tmp_path))
    jobs = JobStore(tmp_path / "jobs.db")
    wait_until(lambda: all(job_with(jobs, each).state is State.DONE for each in ids), "all thirty are done")
    served = sorted((job_with(jobs, each) for each in ids), key=lambda job: str(job.started_at))
    assert [job.seq for job in served] == list(range(1, CLASS + 1)), "served in another order than the places said"
    assert "On this machine, for this English prompt, drafting " in learners[7].get(f"{PATH}?{short(7)}")[2]
    jobs.close()


def test_thirty_who_ask_for_the_default_run_get_it_at_once_recorded_or_as_it_was_written_here(
    start_server: StartServer, tmp_path: Path
) -> None:
    base = start_server("-m", "app", "serve", "--port", "0", "--data", str(tmp_path), *SMALL).address().rstrip("/")
    learners = [Visitor(base) for _ in range(CLASS)]
    with ThreadPoolExecutor(CLASS) as at_once:
        recorded = list(at_once.map(lambda ann: asked(ann, "view=live"), learners))
        assert all("On the recorded machine, for this English prompt, drafting " in page for _, page in recorded)
        assert not (tmp_path / "jobs.db").exists()
        # The first learner's run is everybody's, and once it is done it is kept.
        list(at_once.map(lambda ann: asked(ann, "view=live&device=numpy"), learners))
        jobs = JobStore(tmp_path / "jobs.db")
        path = f"{PATH}?view=live&device=numpy"
        wait_until(lambda: "On this machine, for this English prompt" in learners[0].get(path)[2], "the shared run")
        kept = list(at_once.map(lambda ann: asked(ann, "view=live&device=numpy"), learners))
    texts = {page.partition('id="run-text"')[2].partition("</ol>")[0] for _, page in kept}
    assert len(texts) == 1 and all("On this machine, for this English prompt" in page for _, page in kept)
    for what, answers in (("recorded", recorded), ("kept", kept)):
        took = [seconds for seconds, _ in answers]
        print(f"{what}: median {statistics.median(took):.2f} s, longest {max(took):.2f} s for {CLASS} at once")
        assert max(took) < AT_ONCE_S
    jobs.close()
