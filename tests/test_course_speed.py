"""How long a check takes, as processor time, so that a busy machine does not fail it.
They refuse to measure reading files and starting Python.
"""

import time
from pathlib import Path

import pytest

from app.course.bench import door
from app.course.compile import compile_lesson
from app.course.desk import Files
from app.course.diagnostics import Findings
from app.course.kit import Kit
from app.course.source import as_source

LESSON = (Path(__file__).parent / "course_lesson.md").read_text(encoding="utf-8")


def grown(size: int) -> str:
    """The good lesson with its screens repeated under other ids, up to about so many bytes."""
    start = LESSON.index("::: screen")
    text, copy = LESSON, 0
    while len(text.encode()) < size:
        copy += 1
        again = LESSON[start:].replace("{#fit", f"{{#fit{copy}").replace("::: term KV cache", f"::: term Thing {copy}")
        text += "\n" + again
    return text


def best_of(text: str, rounds: int = 5) -> float:
    """Seconds of processor time of the fastest compile after one to warm up."""
    bench, kit, times = door(), Kit(), []
    for _ in range(rounds + 1):
        source = as_source("example.md", text)
        started = time.process_time()
        compile_lesson(source, Findings(source.name, source.lines), bench, Files(), kit)
        times.append(time.process_time() - started)
    return min(times[1:])


def test_a_lesson_of_15_kb_is_checked_within_150_ms() -> None:
    assert best_of(grown(15_000)) <= 0.15


def test_the_time_grows_with_the_lesson_and_no_faster(capsys: pytest.CaptureFixture[str]) -> None:
    small, large = best_of(grown(15_000)), best_of(grown(54_000))
    with capsys.disabled():
        print(f"\ncompile: 15 kB {small * 1000:.0f} ms, 54 kB {large * 1000:.0f} ms ", end="")
    assert large <= small * 3.6 * 1.8
