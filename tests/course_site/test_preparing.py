"""A lesson whose numbers take slow runs: said to be prepared, never waited for, there at once when the runs are kept.
It refuses to time anything."""

from pathlib import Path

import pytest

from app import create_app
from app.config import Settings
from app.web.runs import Runs
from labs import Params, Result, get_lab, parse
from tests.course_site.site import OURS, Site, words

LESSON = """---
id: slow
title: A slow lesson
runs: {few: "batching-replay?view=compare&requests=5500"}
---
::: screen {#first}
## How long does it take?

It is {fact}`few#a_ttft_p99_s`.

::: question text {#own}
Why?
:::
:::
"""
SCREEN = "/lessons/slow/first"


@pytest.fixture
def content(tmp_path: Path) -> Path:
    folder = tmp_path / "content"
    (folder / "lessons").mkdir(parents=True)
    (folder / "course.yml").write_text("title: A course\nlessons: [slow, quick]\n", encoding="utf-8")
    (folder / "lessons" / "slow.md").write_text(LESSON, encoding="utf-8")
    body = "::: screen {#now}\n## Is it there?\n\n[The other](/lessons/slow).\n:::\n"
    quick = f"---\nid: quick\ntitle: A quick one\n---\n{body}"
    (folder / "lessons" / "quick.md").write_text(quick, encoding="utf-8")
    return folder


def test_a_slow_lesson_is_being_prepared_and_everything_else_is_there(tmp_path: Path, content: Path) -> None:
    site = Site(tmp_path, content)
    answer = site.client.get(SCREEN)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
    assert "The lesson is being prepared" in words(answer.text)
    sent = site.client.post("/items/own", data={"words": "Because."}, headers=OURS)
    assert (sent.status_code, "nothing was stored" in sent.text) == (503, True)
    assert "Is it there?" in site.page("/lessons/quick/now")
    assert "1 is being prepared" in words(site.page("/lessons"))


def test_once_its_runs_are_computed_it_is_there_also_after_a_restart(
    tmp_path: Path, content: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = Site(tmp_path, content)
    assert site.course.preparing == ("slow",)
    seen: list[tuple[str, ...]] = []
    site.app.extensions["shelf"].read_again(before=lambda course: seen.append(site.course.preparing))
    assert (seen, site.course.preparing) == ([("slow",)], ())
    page = site.page(SCREEN)

    def never(*_: object) -> Result:
        raise AssertionError("a kept run was computed again")

    monkeypatch.setattr(Runs, "_compute", never)
    again = Site(tmp_path, content)
    assert again.page(SCREEN) == page
    assert again.course.preparing == ()


def test_a_lesson_that_is_read_again_with_a_new_slow_run_keeps_its_last_version(tmp_path: Path, content: Path) -> None:
    site = Site(tmp_path, content)
    shelf = site.app.extensions["shelf"]
    shelf.read_again()
    page = site.page(SCREEN)
    file = content / "lessons" / "slow.md"
    file.write_text(LESSON.replace("requests=5500", "requests=5501"), encoding="utf-8")
    shelf.read_again(shelf.quick)
    assert site.page(SCREEN) == page


def test_the_built_in_lesson_is_announced_while_it_is_prepared(tmp_path: Path) -> None:
    site = Site(tmp_path, None)
    page = words(site.page("/"))
    assert "Lesson 4, continuous batching and speculative decoding, is being prepared." in page
    assert "Six lessons are planned; 1 is being prepared" in page


def test_quick_runs_are_computed_at_once(tmp_path: Path) -> None:
    runs: Runs = create_app(Settings(data=tmp_path)).extensions["runs"]
    assert runs.at_hand("gpu-memory-ledger", _defaults("gpu-memory-ledger")) is not None
    assert runs.at_hand("batching-replay", _defaults("batching-replay")) is None


def _defaults(slug: str) -> Params:
    return parse(get_lab(slug), [])
