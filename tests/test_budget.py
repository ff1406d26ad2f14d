"""Who asks for much computing waits; a class behind one address, lessons and answers do not; slow runs leave threads.
They refuse to judge speed beyond what a class needs."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from app import create_app
from app.config import Settings
from app.web.budget import ADDRESS_SHARE, MOST_FILES, Budget
from app.web.runs import Busy, Queue
from app.web.tries import MAX_ADDRESSES
from tests.long_runs import wait_until

LAB = "/labs/gpu-memory-ledger"
OURS = {"Sec-Fetch-Site": "same-origin"}
HOME, OTHER = "203.0.113.7", "198.51.100.9"


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(Settings(data=tmp_path))


def ask(app: Flask, path: str, address: str = HOME, **more: object) -> TestResponse:
    client = app.test_client()
    return client.open(path, environ_base={"REMOTE_ADDR": address}, **more)  # type: ignore[arg-type]


def use_up(app: Flask, name: str, seconds: float) -> None:
    for budget in app.extensions["budgets"]:
        budget.charge(name, seconds)


def test_what_was_used_is_free_again_a_minute_later() -> None:
    now = [1000.0]
    budget = Budget(20.0, clock=lambda: now[0])
    budget.charge("ann", 20.0)
    assert (budget.wait("ann"), budget.wait("ben")) == (1.0, 0.0)
    budget.charge("ann", 10.0)
    assert budget.wait("ann") == 30.0
    now[0] += 31.0
    assert budget.wait("ann") == 0.0
    now[0] += 86_400.0
    budget.charge("ann", 19.9)
    assert budget.wait("ann") == 0.0


def test_a_crowd_of_addresses_takes_no_more_memory() -> None:
    budget = Budget(20.0)
    for number in range(MAX_ADDRESSES + 500):
        budget.charge(str(number), 30.0)
    assert len(budget) == MAX_ADDRESSES
    assert (budget.wait("0"), budget.wait(str(MAX_ADDRESSES)) > 0) == (0.0, True)


def test_a_class_of_50_behind_one_address_is_not_locked_out(app: Flask) -> None:
    num_asked = 60
    app.extensions["budgets"][0]._clock = lambda: 0.0
    for number in range(num_asked):
        assert ask(app, f"{LAB}?microbatch={number + 1}", headers={"HX-Target": "section#result"}).status_code == 200
    used, _ = app.extensions["budgets"][0]._used[HOME]
    # 17 a second is one change each three seconds by each of them.
    seconds_a_minute = used / num_asked * 17 * 60
    print(f"{seconds_a_minute:.1f} s a minute")
    assert 0 < seconds_a_minute < Settings().compute_seconds


def test_over_the_limit_labs_answer_429_in_words_and_all_else_goes_on(app: Flask) -> None:
    remembered = f"{LAB}?microbatch=5"
    assert ask(app, remembered).status_code == 200
    use_up(app, HOME, 100.0)
    for path in (f"{LAB}?microbatch=6", f"{LAB}.json?microbatch=7", f"{LAB}/figures.json?microbatch=8"):
        answer = ask(app, path)
        seconds = answer.headers["Retry-After"]
        assert (answer.status_code, 235 < int(seconds) < 245) == (429, True), path
        assert f"send them again in {seconds} s. Lessons and answers go on meanwhile." in answer.text
    for path in (remembered, "/", "/lessons", "/labs", "/reference"):
        assert ask(app, path).status_code == 200, path
    assert ask(app, "/keep", method="POST", headers=OURS).status_code == 200
    for address in (OTHER, "127.0.0.1", "::1"):
        assert ask(app, f"{LAB}?microbatch=9", address).status_code == 200


def test_one_learner_of_a_class_cannot_use_up_what_the_others_have(app: Flask) -> None:
    greedy, other = app.test_client(), app.test_client()
    here = {"REMOTE_ADDR": HOME}
    for client in (greedy, other):
        client.post("/keep", headers=OURS, environ_base=here)
    greedy.get(f"{LAB}?microbatch=10", environ_base=here)
    (learner,) = app.extensions["budgets"][0]._used
    use_up(app, learner, 21.0)
    app.extensions["budgets"][1].charge(HOME, 21.0)
    assert greedy.get(f"{LAB}?microbatch=11", environ_base=here).status_code == 429
    assert other.get(f"{LAB}?microbatch=12", environ_base=here).status_code == 200
    app.extensions["budgets"][1].charge(HOME, 20.0 * ADDRESS_SHARE)
    assert other.get(f"{LAB}?microbatch=13", environ_base=here).status_code == 429


def test_0_sets_no_limit(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, compute_seconds=0))
    assert "budgets" not in app.extensions
    assert ask(app, f"{LAB}?microbatch=14").status_code == 200


def test_an_address_gives_so_many_files_in_an_hour(app: Flask) -> None:
    for _ in range(MOST_FILES):
        app.extensions["given_files"].may(HOME)
    given = {"settings": "mode=serving", "config": "{}"}
    answer = ask(app, f"{LAB}/files", method="POST", data=given, headers=OURS)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3600")
    assert "200 files were given from here in the last hour" in answer.text
    assert ask(app, f"{LAB}/files", OTHER, method="POST", data=given, headers=OURS).status_code == 422


def test_slow_runs_leave_half_of_the_threads_to_pages() -> None:
    queue, go_on = Queue(4), Event()

    def wait(is_patient: bool) -> bool:
        with queue.turn(is_patient):
            return go_on.wait(10)

    with ThreadPoolExecutor(5) as pool:
        waiting = [pool.submit(wait, number == 4) for number in range(5)]
        wait_until(lambda: not _has_place(queue), "four wait", 10)
        with pytest.raises(Busy, match="send them again in 5 s"), queue.turn():
            pass
        go_on.set()
        assert [each.result(10) for each in waiting] == [True] * 5
    with queue.turn():
        pass


def _has_place(queue: Queue) -> bool:
    found = queue._places.acquire(blocking=False)
    if found:
        queue._places.release()
    return found


def test_a_busy_server_says_503_and_when_to_come_again(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = app.extensions["runs"]
    for _ in range(Settings().threads // 2):
        assert runs._slow._places.acquire(blocking=False)
    answer = ask(app, "/labs/batching-replay?load=5")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Other long computations go first" in answer.text
    assert ask(app, f"{LAB}?microbatch=15").status_code == 200
