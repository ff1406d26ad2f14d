"""Two hundred kills (kill -9) at random moments of each of a writer, a migration and a backup, and some of a server.
Part of the long suite, `servelab test -m long`; it refuses to judge speed beyond the two seconds of a restart."""

import random
import time
from pathlib import Path

import pytest

from tests.asking import ask
from tests.course_site.site import CONTENT
from tests.crash_rounds import RESTART_SECONDS, kill_backups, kill_migrations, kill_writers
from tests.servers import StartServer
from tests.stored import rows

pytestmark = pytest.mark.long
ROUNDS, SERVERS = 200, 20


def test_200_killed_writers_lose_nothing_acknowledged(database: Path) -> None:
    kill_writers(database, ROUNDS, random.Random(1))


def test_200_killed_migrations_keep_every_row(tmp_path: Path) -> None:
    kill_migrations(tmp_path, ROUNDS, random.Random(2))


def test_200_killed_backups_leave_a_whole_store(database: Path, tmp_path: Path) -> None:
    kill_backups(tmp_path, database, ROUNDS, random.Random(3))


def test_a_killed_server_has_every_answer_that_its_page_confirmed(start_server: StartServer, tmp_path: Path) -> None:
    chance = random.Random(4)
    cookie: dict[str, str] = {}
    confirmed, starts = [], []
    for run in range(SERVERS):
        began = time.monotonic()
        running = start_server(
            "-m", "app", "serve", "--port", "0", "--data", str(tmp_path), "--content", str(CONTENT)
        )  # fmt: skip
        base = running.address().rstrip("/")
        assert ask(base, "/healthz").status == 200
        starts.append(time.monotonic() - began)
        end = time.monotonic() + chance.random() * 0.5
        number = 0
        while time.monotonic() < end or not number:
            words = f"This is answer {run}-{number}"
            form = [("words", words), ("do", "commit"), ("key", words)]
            answer = ask(base, "/items/own-words", form=form, headers=cookie)
            assert answer.status == 303, answer.text
            cookie = {"Cookie": answer.headers["set-cookie"].split(";")[0]}
            confirmed.append(words)
            number += 1
        running.process.kill()
        running.process.wait()
        kept = " ".join(text for (text,) in rows(tmp_path / "servelab.db", "select answer from attempt"))
        assert [words for words in confirmed if words not in kept] == []
        assert rows(tmp_path / "servelab.db", "pragma integrity_check") == [("ok",)]
    starts.sort()
    print(f"{len(confirmed)} answers, starts: median {starts[SERVERS // 2]:.2f} s, most {starts[-1]:.2f} s")
    assert starts[SERVERS // 2] <= RESTART_SECONDS
