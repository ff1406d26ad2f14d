"""Whatever a file holds, the checker answers in time, and each finding points inside the file.
They refuse to judge which findings are right.
"""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.course.bench import Bench, door
from app.course.checking import check_content
from app.course.compile import Compiled, compile_lesson
from app.course.desk import Files
from app.course.diagnostics import Findings
from app.course.kit import Kit
from app.course.source import MAX_BRACKETS, MAX_BYTES, as_source
from tests.course_world import on_screen

HERE = Path(__file__).parent
GOOD = (HERE / "course_lesson.md").read_text(encoding="utf-8")
DRAWN = (HERE / "course_site" / "content" / "lessons" / "families.md").read_text(encoding="utf-8")
PIECES = st.sampled_from(
    [
        *(
            ":::",
            "::: screen {#a}",
            "::: question choice {#q}",
            "::: try {#t}",
            "::: lab gpu-memory-ledger {#l}",
            "---",
        ),
        *(
            "```",
            "$",
            "$$",
            "{fact}`base#total_gb`",
            "- [x] right",
            "  > reason",
            "## Heading",
            "{",
            "}",
            "lab: x",
            "[a](b",
        ),
        *(
            "&a",
            "*a",
            "|",
            "> ",
            "`",
            "![",
            "<b>",
            "vary: {",
            "draw: {a: 3..9}",
            "rows: 3",
            "- [answer > 1] x",
            "{answer}",
            "\t",
            "é",
            "\u2028",
            "#",
            "a = 3",
            "\n",
        ),
    ]
)
TEXTS = st.one_of(
    st.text(max_size=400),
    st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=40).map("\n".join),
    st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=40).map("".join),
)
MOST_SECONDS = 5.0


@pytest.fixture(scope="module")
def bench() -> Bench:
    return door()


@pytest.fixture(scope="module")
def kit() -> Kit:
    return Kit()


def checked(text: str, bench: Bench, kit: Kit) -> Compiled:
    """The compiled lesson; a failure when it took too much of the processor."""
    source = as_source("example.md", text)
    started = time.process_time()
    compiled = compile_lesson(source, Findings("example.md", source.lines), bench, Files(), kit)
    assert time.process_time() - started < MOST_SECONDS
    return compiled


def assert_inside(compiled: Compiled) -> None:
    for finding in compiled.findings:
        assert 1 <= finding.line <= len(compiled.source.lines)
        width = len(compiled.source.lines[finding.line - 1])
        assert 1 <= finding.column <= width + 1
        assert finding.column + finding.length - 1 <= max(width, finding.column)


@settings(max_examples=150)
@given(text=TEXTS)
def test_any_text_is_checked_and_every_finding_points_inside_it(text: str, bench: Bench, kit: Kit) -> None:
    for lesson in (text, on_screen(text), f"---\n{text}\n---\n"):
        assert_inside(checked(lesson, bench, kit))


@settings(max_examples=100)
@given(
    lesson=st.sampled_from([GOOD, DRAWN]),
    place=st.integers(0, max(len(GOOD), len(DRAWN))),
    gone=st.integers(0, 60),
    put=st.one_of(PIECES, st.text(max_size=12)),
)
def test_a_mutated_lesson_is_checked_and_every_finding_points_inside_it(
    lesson: str, place: int, gone: int, put: str, bench: Bench, kit: Kit
) -> None:
    assert_inside(checked(lesson[:place] + put + lesson[place + gone :], bench, kit))


@settings(max_examples=60)
@given(data=st.data())
def test_swapped_and_doubled_lines_are_checked(data: st.DataObject, bench: Bench, kit: Kit) -> None:
    lines = GOOD.split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        first, second = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        lines[first], lines[second] = lines[second], lines[first]
        lines.insert(first, lines[second])
    assert_inside(checked("\n".join(lines), bench, kit))


@settings(max_examples=60)
@given(text=TEXTS)
def test_any_course_file_and_any_claims_are_read(
    text: str, bench: Bench, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("course")
    for name in ("course.yml", "claims.yml"):
        (folder / name).write_bytes(text.encode("utf-8", "replace"))
    checked = check_content(folder, bench)
    for finding in checked.findings:
        assert 1 <= finding.line <= len(checked.sources[finding.file].lines)


HOSTILE = (
    *(
        " ",
        "\t",
        ":",
        "`",
        "$",
        "$a ",
        "$$\n",
        "[",
        "[a](",
        "![",
        "*",
        "_a ",
        "{",
        "{fact}`",
        "<",
        "<b",
        "> ",
        "- ",
        "|",
    ),
    *(
        "::: note\n",
        ":::\n",
        "```\n",
        "&a ",
        "{#a ",
        "\\text{",
        "$\\frac{",
        "1 GB ",
        "[x]{",
        "a|b\n---|---\n",
        "\n",
        "1. ",
    ),
    *("a: ", "- [x] a\n", "{a}", "{{7*7}}", "::: screen {#a}\n## b\n", "# a\n", "`a", "(", "\\", "&amp;", "é", "9"),
)


@pytest.mark.parametrize("piece", HOSTILE, ids=ascii)
def test_a_file_full_of_one_thing_is_checked_in_time(piece: str, bench: Bench, kit: Kit) -> None:
    most = MAX_BRACKETS - 10 if "[" in piece else MAX_BYTES
    body = piece * min(most // piece.count("[") if "[" in piece else most, (MAX_BYTES - 500) // len(piece.encode()))
    assert_inside(checked(on_screen(body), bench, kit))


SETTINGS = (
    "[",
    "{",
    "{a: ",
    "- ",
    "? ",
    "a: ",
    "&a [",
    "'",
    '"',
    "|\n",
    "a = 3\n",
    "- a: [\n",
    "# a\n",
    "é",
    "\\",
    "%",
    "@",
    "!!a ",
)


@pytest.mark.parametrize("piece", SETTINGS, ids=ascii)
def test_settings_full_of_one_thing_are_read_in_time(piece: str, bench: Bench, kit: Kit) -> None:
    body = piece * (50_000 // len(piece.encode()))
    assert_inside(checked(on_screen(f"::: rubric {{#r}}\n{body}\n:::"), bench, kit))
    assert_inside(checked(on_screen("", f"{body}\n"), bench, kit))
