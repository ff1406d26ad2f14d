"""A worker performs real runs of real labs in this process: what they tell, how they end, what stops them.
It starts no other process and refuses to know pages."""

from collections.abc import Generator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app import kept_runs
from app.files import StoredFiles
from app.jobs import Job, JobStore, State, Wish, ask, events_after, leave, result_text, wish_for
from app.jobs import worker as worker_module
from app.jobs.message import IdOnly
from app.jobs.values import MOST_TRIES
from app.jobs.words import left_words, place_words, work_words
from app.jobs.worker import Worker
from labs import Event, Files, Lab, Params, Result, Tell, parse, progress
from tests.long_runs import LAB, QUICK, job_with, wish


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[JobStore]:
    made = JobStore(tmp_path / "jobs.db")
    yield made
    made.close()


class Asked:
    """A run asked for and performed by a worker at once; `sent` are the ids that it put on the queue again."""

    def __init__(self, jobs: JobStore, wanted: Wish, stopping: bool = False) -> None:
        self.jobs, self.stops, self.sent = jobs, [stopping], list[str]()
        self.job = ask(jobs, "ann", wanted)[0]

    def perform(self) -> Job:
        files = StoredFiles(Path("nowhere"))
        worker = Worker(self.jobs, files, "w1", lambda: self.stops[0], self.sent.append)
        worker.perform(self.job.id)
        return job_with(self.jobs, self.job.id)


def use(monkeypatch: pytest.MonkeyPatch, lab: Lab) -> None:
    """What the worker finds under the slug of the replay lab."""
    monkeypatch.setattr(worker_module, "get_lab", lambda slug: lab)


def test_a_run_is_told_and_its_result_is_the_pages_own(jobs: JobStore) -> None:
    asked = Asked(jobs, wish(QUICK))
    assert asked.perform().state is State.DONE
    names = [event.name for event in events_after(jobs, asked.job.id, 0)]
    assert names[0] == "progress"
    assert names[-1] == "result"
    params = parse(LAB, QUICK.items())
    assert kept_runs.from_text(result_text(jobs, wish(QUICK)) or "") == LAB.run(params)


def test_what_a_lab_refuses_is_said(jobs: JobStore) -> None:
    values = {"trace": "file", "file": "0" * 64, "load": "", "view": "compare"}
    ended = Asked(jobs, wish(values)).perform()
    assert ended.state is State.FAILED
    assert "Your file is not kept on this server." in ended.note


def test_a_bug_is_said_without_internals_and_named_in_the_log(
    jobs: JobStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(params: Params, files: Files | None, tell: Tell) -> Result:
        raise ZeroDivisionError("a secret path")

    use(monkeypatch, replace(LAB, apart=breaks))
    ended = Asked(jobs, wish(QUICK)).perform()
    assert ended.state is State.FAILED
    assert "secret" not in ended.note
    assert ended.error_id and ended.error_id in ended.note
    assert any(ended.error_id in record.getMessage() for record in caplog.records)


def test_a_worker_with_another_version_of_the_lab_refuses(jobs: JobStore) -> None:
    ended = Asked(jobs, replace(wish(QUICK), version=LAB.version + 1)).perform()
    assert ended.state is State.FAILED
    assert f"version {LAB.version} of this lab" in ended.note


def test_a_live_lab_tells_its_events_in_order_and_ends_with_its_result(
    jobs: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The events are real: each round replays one more request of the lab's own trace."""

    def live(params: Params, files: Files | None) -> Generator[Event | Result]:
        for count in (1, 2, 3):
            made = LAB.run(parse(LAB, {**QUICK, "requests": str(count)}.items()))
            yield Event("round", {"says": made.says, "tokens": count})
        yield progress(3, 3, "The last round")
        yield LAB.run(params)

    use(monkeypatch, replace(LAB, live=live, apart=None))
    asked = Asked(jobs, wish(QUICK))
    assert asked.perform().state is State.DONE
    told = events_after(jobs, asked.job.id, 0)
    assert [event.name for event in told] == ["progress", "round", "round", "round", "result"]
    assert '"tokens":2' in told[2].data


def test_a_live_run_that_nobody_wants_is_closed_at_its_next_round(
    jobs: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds, closed = list[int](), list[bool]()

    def live(params: Params, files: Files | None) -> Generator[Event | Result]:
        try:
            for number in range(100):
                rounds.append(number)
                yield Event("round", {"number": number})
                leave(jobs, asked.job.id, "ann")
        finally:
            closed.append(True)

    use(monkeypatch, replace(LAB, live=live, apart=None))
    asked = Asked(jobs, wish(QUICK))
    assert asked.perform().state is State.CANCELLED
    assert rounds == [0, 1]
    assert closed == [True]


def test_a_live_run_without_a_result_is_a_bug(jobs: JobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def live(params: Params, files: Files | None) -> Generator[Event | Result]:
        yield Event("round", {"number": 1})

    use(monkeypatch, replace(LAB, live=live, apart=None))
    ended = Asked(jobs, wish(QUICK)).perform()
    assert (ended.state, bool(ended.error_id)) == (State.FAILED, True)


def test_a_worker_that_stops_gives_its_run_back_and_sends_it_again(
    jobs: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(params: Params, files: Files | None, tell: Tell) -> Result:
        asked.stops[0] = True
        tell(progress(1, 2, "Going on"))
        raise AssertionError("it was told to stop")

    use(monkeypatch, replace(LAB, apart=stopped))
    asked = Asked(jobs, wish(QUICK))
    back = asked.perform()
    assert (back.state, back.tries, asked.sent) == (State.QUEUED, 0, [asked.job.id])


def test_an_id_taken_while_the_worker_stops_goes_back_to_the_queue(jobs: JobStore) -> None:
    asked = Asked(jobs, wish(QUICK), stopping=True)
    assert (asked.perform().state, asked.sent) == (State.QUEUED, [asked.job.id])


@pytest.mark.parametrize("bound", ["MOST_SECONDS", "MOST_EVENTS"])
def test_a_run_beyond_its_bounds_is_ended_with_a_sentence(
    jobs: JobStore, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    monkeypatch.setattr(worker_module, bound, -1)
    # Settings of its own, because a remembered replay has nothing to tell.
    ended = Asked(jobs, wish({**QUICK, "load": str(2 + len(bound) / 10)})).perform()
    assert ended.state is State.FAILED
    assert "the most that a run may. Ask for less." in ended.note


def test_a_result_too_large_to_be_kept_is_said(jobs: JobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_runs, "MOST_BYTES", 100)
    assert Asked(jobs, wish(QUICK)).perform().note == "The result is too large to be kept. Ask for less."


def test_progress_is_written_rarely_and_rounds_are_never_dropped(
    jobs: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def talks(params: Params, files: Files | None, tell: Tell) -> Result:
        for number in range(2000):
            tell(progress(number, 2000, f"Step {number}"))
        for number in range(20):
            tell(Event("round", {"number": number}))
        return LAB.run(params)

    use(monkeypatch, replace(LAB, apart=talks))
    asked = Asked(jobs, wish(QUICK))
    asked.perform()
    names = [event.name for event in events_after(jobs, asked.job.id, 0)]
    assert names.count("round") == 20
    assert 1 <= names.count("progress") < 50


def test_the_queue_carries_ids_only() -> None:
    carrier = IdOnly()
    assert carrier.deserialize(b"0af1" * 8).args == ("0af1" * 8,)
    for bad in (b"\x80\x04cos\nsystem\n.", b"", b"0af1" * 9, b"0AF1" * 8):
        with pytest.raises(ValueError, match="no id of a run"):
            carrier.deserialize(bad)


def test_the_words_for_times_and_places() -> None:
    assert left_words(4, 8, 12.0) == ", about 12 s left"
    assert left_words(1, 100, 12.0) == ""
    assert left_words(10, 100, 20.0) == ", about 3 min left"
    assert left_words(0, 0, 5.0) == ""
    assert place_words(1, 1, is_busy=False) == "It is the next one; a worker takes it in a moment."
    assert place_words(3, 7, is_busy=True) == "Place 3 of 7 in the queue. Runs are done one after another."
    assert (work_words(12.2), work_words(120)) == ("about 12 s", "about 2 min")


def test_a_lab_without_a_long_way_is_no_long_run(jobs: JobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, replace(LAB, apart=None))
    assert Asked(jobs, wish_for(LAB, parse(LAB, QUICK.items()))).perform().state is State.FAILED


def test_the_readme_says_in_both_places_how_often_a_run_is_tried() -> None:
    readme = " ".join((Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8").split())
    assert MOST_TRIES == 3 and readme.count("begins again, is tried three times in all") == 2
    assert "at most twice" not in readme and "three times at most" not in readme
