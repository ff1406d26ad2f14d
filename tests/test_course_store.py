"""The lessons of a folder: compiled once per content, the last good version kept, and what must hold between lessons.
They refuse to check single blocks.
"""

from pathlib import Path

import pytest

from app.course import store as store_module
from app.course.diagnostics import Diagnostic
from app.course.store import LessonStore
from tests.course_lab import tiny_bench

COURSE = "title: A course\nlessons: [one, two]\n"


def lesson(id: str, front: str = "", body: str = "Text.") -> str:
    return f"---\nid: {id}\ntitle: Lesson {id}\n{front}---\n::: screen {{#s}}\n## A screen of {id}\n{body}\n:::\n"


def write(folder: Path, **files: str) -> LessonStore:
    (folder / "lessons").mkdir(exist_ok=True)
    (folder / "course.yml").write_text(files.pop("course", COURSE), encoding="utf-8")
    for name, text in files.items():
        (folder / "lessons" / f"{name}.md").write_text(text, encoding="utf-8")
    return LessonStore(folder, tiny_bench())


def found(folder: Path, **files: str) -> list[tuple[str, str, int]]:
    findings: tuple[Diagnostic, ...] = write(folder, **files).read().findings
    return [(each.code, each.file, each.line) for each in findings]


def test_the_lessons_come_in_the_order_of_the_course(tmp_path: Path) -> None:
    course = write(tmp_path, one=lesson("one"), two=lesson("two"), course=COURSE.replace("one, two", "two, one")).read()
    assert [each.id for each in course.lessons] == ["two", "one"]
    assert course.findings == ()


def test_a_lesson_is_compiled_once_per_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    real = store_module.compile_lesson
    monkeypatch.setattr(
        store_module, "compile_lesson", lambda source, *rest: compiled.append(source.name) or real(source, *rest)
    )
    store = write(tmp_path, one=lesson("one"), two=lesson("two"))
    assert store.read().lessons == store.read().lessons
    assert compiled == ["lessons/one.md", "lessons/two.md"]
    (tmp_path / "lessons" / "two.md").write_text(lesson("two", body="Other."), encoding="utf-8")
    store.read()
    assert compiled[2:] == ["lessons/two.md"]


def test_a_lesson_with_errors_keeps_its_last_good_version(tmp_path: Path) -> None:
    store = write(tmp_path, one=lesson("one"), two=lesson("two"))
    good = store.read().lesson("two")
    (tmp_path / "lessons" / "two.md").write_text(lesson("two", body="::: nte\nA.\n:::"), encoding="utf-8")
    broken = store.read()
    assert broken.lesson("two") == good
    assert broken.stale == ("two",)
    assert [each.code for each in broken.findings] == ["E020"]
    (tmp_path / "lessons" / "two.md").write_text(lesson("two", body="New."), encoding="utf-8")
    mended = store.read()
    assert mended.stale == ()
    assert mended.lesson("two") != good


def test_a_lesson_that_never_was_good_is_not_shown(tmp_path: Path) -> None:
    course = write(tmp_path, one=lesson("one"), two=lesson("two", body="::: nte\nA.\n:::")).read()
    assert [each.id for each in course.lessons] == ["one"]


def test_a_file_that_is_not_utf8_is_one_finding_and_the_others_go_on(tmp_path: Path) -> None:
    store = write(tmp_path, one=lesson("one"), two=lesson("two"))
    (tmp_path / "lessons" / "two.md").write_bytes(b"---\nid: \xff\n")
    course = store.read()
    assert [each.id for each in course.lessons] == ["one"]
    assert "byte 9 cannot be read" in next(each.message for each in course.findings if each.code == "E001")


def test_a_folder_without_a_course_file_says_so(tmp_path: Path) -> None:
    assert [each.code for each in LessonStore(tmp_path, tiny_bench()).read().findings] == ["E001"]


def test_a_draft_is_left_out_where_learners_read(tmp_path: Path) -> None:
    (tmp_path / "lessons").mkdir()
    (tmp_path / "course.yml").write_text("title: T\nlanguage: en\nlessons: [one]\n", encoding="utf-8")
    (tmp_path / "lessons" / "one.md").write_text("---\nid: one\nstatus: draft\n---\n", encoding="utf-8")
    read = LessonStore(tmp_path, tiny_bench(), with_drafts=False).read()
    assert (read.lessons, read.compiled, read.findings) == ((), (), ())
    assert len(LessonStore(tmp_path, tiny_bench()).read().compiled) == 1


def test_a_loop_of_prerequisites_is_told_with_its_way(tmp_path: Path) -> None:
    course = "title: A\nlessons: [one, two, three]\n"
    files = {
        "one": lesson("one", "requires: [two]\n"),
        "two": lesson("two", "requires: [three]\n"),
        "three": lesson("three", "requires: [one]\n"),
    }
    findings = write(tmp_path, course=course, **files).read().findings
    assert [(each.code, each.line, each.column) for each in findings] == [("E110", 4, 12)] * 3
    assert findings[0].message == "The prerequisites form a loop: one → two → three → one. Remove one of them."


def test_an_id_that_stores_answers_is_unique_in_the_course(tmp_path: Path) -> None:
    item = "::: predict number {#p answer=15}\nHow many?\n:::"
    assert found(tmp_path, one=lesson("one", body=item), two=lesson("two", body=item)) == [
        ("E028", "lessons/two.md", 7)
    ]


def test_archived_and_renamed_ids_are_never_used_again(tmp_path: Path) -> None:
    item = "::: predict number {#p answer=15}\nHow many?\n:::"
    course = COURSE + "items:\n  renamed: {old: p}\n  archived: [gone]\n"
    assert found(tmp_path, course=course, one=lesson("one", body=item), two=lesson("two")) == []
    used = {
        "one": lesson("one", body=item.replace("#p", "#gone")),
        "two": lesson("two", body=item.replace("#p", "#old")),
    }
    assert found(tmp_path, course=course, **used) == [
        ("E029", "course.yml", 4),
        ("E029", "lessons/one.md", 7),
        ("E029", "lessons/two.md", 7),
    ]


def test_links_between_lessons_lead_to_screens_that_exist(tmp_path: Path) -> None:
    body = "[a](/lessons/two/s) [b](/lessons/two/t) [c](/lessons/tow) [d](/evidence/two) [e](#s) [f](#t)"
    findings = write(tmp_path, one=lesson("one", body=body), two=lesson("two")).read().findings
    assert [(each.code, each.column) for each in findings] == [("E096", 25), ("E096", 45), ("E096", 90)]


def test_a_worked_file_that_changes_makes_the_lesson_new(tmp_path: Path) -> None:
    store = write(tmp_path, one=lesson("one", body="::: code hi.py\n:::"), two=lesson("two"))
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "hi.py").write_text("print(1)\n", encoding="utf-8")
    (tmp_path / "code" / "hi.out").write_text("1\n", encoding="utf-8")
    first = store.read().lesson("one")
    (tmp_path / "code" / "hi.out").write_text("22\n", encoding="utf-8")
    second = store.read().lesson("one")
    assert first is not None and second is not None
    assert first.screens != second.screens
    assert first.version != second.version


def test_compiling_executes_no_worked_file(tmp_path: Path) -> None:
    store = write(tmp_path, one=lesson("one", body="::: code mark.py\n:::"), two=lesson("two"))
    (tmp_path / "code").mkdir()
    mark = tmp_path / "mark"
    (tmp_path / "code" / "mark.py").write_text(f"open({str(mark)!r}, 'w')\n", encoding="utf-8")
    (tmp_path / "code" / "mark.out").write_text("", encoding="utf-8")
    assert store.read().findings == ()
    assert not mark.exists()


def test_names_that_lead_out_of_the_content_folder_do_not_exist(tmp_path: Path) -> None:
    content = tmp_path / "content"
    content.mkdir()
    (tmp_path / "secret.py").write_text("secret = 1\n", encoding="utf-8")
    store = write(content, one=lesson("one", body="::: code ../secret.py\n:::"), two=lesson("two"))
    (content / "code").mkdir()
    (content / "code" / "link.py").symlink_to(tmp_path / "secret.py")
    assert [each.code for each in store.read().findings] == ["E080"]
    (content / "lessons" / "one.md").write_text(lesson("one", body="::: code link.py\n:::"), encoding="utf-8")
    assert [each.code for each in store.read().findings] == ["E080"]


def test_an_image_with_a_script_is_refused(tmp_path: Path) -> None:
    store = write(tmp_path, one=lesson("one", body="![A card](images/a.svg)"), two=lesson("two"))
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "a.svg").write_text('<svg onload="x()"/>', encoding="utf-8")
    assert [each.code for each in store.read().findings] == ["E097"]


def test_minutes_are_words_items_and_labs(tmp_path: Path) -> None:
    body = "word " * 400 + "\n\n::: predict number {#p answer=15}\nHow many?\n:::\n\n::: lab batching-replay {#l}\n:::"
    course = write(tmp_path, one=lesson("one", body=body), two=lesson("two")).read()
    # 406 words / 200 + 1 + 2 = 5.03
    assert [each.minutes for each in course.lessons] == [5, 1]


def test_a_full_course_says_which_parts_are_missing_unless_the_lesson_is_a_draft(tmp_path: Path) -> None:
    course = COURSE + "anatomy: full\n"
    codes = [
        code for code, _, _ in found(tmp_path, course=course, one=lesson("one"), two=lesson("two", "status: draft\n"))
    ]
    assert codes == ["W112"] * 15
    course = COURSE + "anatomy: [labs, spine]\n"
    body = "### Bytes {part=spine}\n\n::: lab batching-replay {#l}\n:::"
    assert found(tmp_path, course=course, one=lesson("one", body=body), two=lesson("two", "status: draft\n")) == []
