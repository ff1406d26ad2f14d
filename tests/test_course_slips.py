"""Slips of the pen: each is one finding, at the characters that are wrong, and what it says to write mends it.
They refuse to know what labs and runs say; test_course_messages.py does."""

from pathlib import Path

import pytest

from tests.course_findings import FRONT, found, lesson, only, place
from tests.course_lab import tiny_bench
from tests.course_world import compiled, found_in, write_course


@pytest.mark.parametrize(
    ("written", "code", "marked", "right"),
    [
        ("level=recal", "E025", "recal", "level=recall"),
        ('level="recal"', "E025", "recal", 'level="recall"'),
        ("levl=recall", "E025", "levl", "level=recall"),
        ("as=decison", "E025", "decison", "as=decision"),
        ("objective=fti", "E120", "fti", "objective=fit"),
    ],
)
def test_the_caret_and_what_to_write_are_about_the_same_characters(
    written: str, code: str, marked: str, right: str
) -> None:
    opener = f"::: question choice {{#q {written}}}"
    rest = "\nWhich?\n\n- [x] One\n  > So.\n- [ ] Two\n  > No.\n:::"
    front = FRONT + "objectives: {fit: Say what fits.}\n"
    finding = next(each for each in found(opener + rest, front) if each.code == code)
    start = finding.column - 1
    assert opener[start : start + finding.length] == marked
    mended = opener[:start] + (finding.fix or "") + opener[start + finding.length :]
    assert mended == opener.replace(written, right)
    assert [each.code for each in found(mended + rest, front) if each.severity == "error"] == []


@pytest.mark.parametrize(
    ("typed", "meant", "fix"),
    [
        ("The course card", "The course's card", "The course's card"),
        ("one-sample-too-many", "One sample too many", "One sample too many"),
        ("twice the context", "The same, twice the context", '"The same, twice the context"'),
        ("helpline", "Helpline: Llama 3.1 8B, 64 callers at once", '"Helpline: Llama 3.1 8B, 64 callers at once"'),
    ],
)
def test_a_preset_is_named_by_its_title_and_the_nearest_is_offered(typed: str, meant: str, fix: str) -> None:
    body = f"::: lab gpu-memory-ledger {{#l}}\npreset: {typed}\n:::"
    (finding,) = compiled(lesson(body)).findings
    assert (finding.code, place(finding), finding.suggestion, finding.fix) == ("E066", (8, 9, len(typed)), meant, fix)
    where = 'A preset is named by its whole title, as it stands under "Settings worth a look" on the page of the lab.'
    assert finding.message == f'Lab "gpu-memory-ledger" has no preset "{typed}". Did you mean "{meant}"? {where}'
    assert compiled(lesson(body.replace(typed, fix))).findings == ()
    assert compiled(lesson(body.replace(typed, f'"{typed}"'))).findings[0].fix == meant


def test_a_preset_that_is_like_none_is_answered_with_all_of_them() -> None:
    assert 'There is "Small". A preset is named' in only("::: lab batching-replay {#l}\npreset: zzz\n:::").message


@pytest.mark.parametrize("box", ["[X ]", "[ x]", "[]", "(x)", "[  ]", "[y]"])
def test_an_option_whose_box_cannot_be_read_is_told_where_it_stands(box: str) -> None:
    write = "Write `- [x] The weights` when it is right, `- [ ] The weights` when it is not."
    message = f'"{box}" is no box of an option. {write}'
    for other in ("- [x]", f"- {box}"):
        body = f"::: question choice {{#q}}\nWhich?\n\n- {box} The weights\n  > So.\n{other} The cache\n  > No.\n:::"
        if box == "[y]" and other != "- [x]":
            continue
        first, *more = found(body)
        assert (first.code, place(first), first.message) == ("E054", (10, 3, len(box)), message)
        assert [(each.code, each.line) for each in more] == ([] if other == "- [x]" else [("E054", 12)])


def test_an_option_without_a_box_or_a_blank_is_told_where_it_stands() -> None:
    head = "::: question choice {#q}\nWhich?\n\n"
    finding = only(head + "- [x] One\n  > So.\n- Two\n  > No.\n:::")
    assert finding.message == "This option has no box. Write `- [x] Two` when it is right, `- [ ] Two` when it is not."
    assert (finding.code, place(finding)) == ("E054", (12, 1, 5))
    close = found(head + "-[x] One\n-[ ] Two\n:::")
    assert [(each.code, each.line, each.column) for each in close] == [("E054", 10, 2), ("E054", 11, 2)]
    assert close[0].message.startswith("A blank stands before the box of an option and behind it. Write `- [x] One`")
    assert [each.code for each in found(head + "- [a link](#first)\n- [another](#first)\n:::")] == ["E043"]


def test_a_block_without_a_word_in_it_is_told() -> None:
    finding = only("::: term KV cache\n\n:::")
    assert finding.message == '"term KV cache" is empty. Write what it means before its `:::`.'
    assert (finding.code, place(finding)) == ("E032", (7, 5, 4))
    body = "::: question text {#q}\nWhy?\n\n::: hint\n:::\n::: reveal\n:::\n:::\n"
    body += "::: note\n:::\n::: predict direction {#p answer=up}\n:::"
    assert [(each.code, each.line) for each in found(body)] == [("E032", 10), ("E032", 12), ("E032", 15), ("E032", 17)]


def test_what_stands_inside_an_item_belongs_to_it_and_to_no_other() -> None:
    body = "::: question text {#own}\nWhy?\n\n::: hint {for=nobody}\nThink.\n:::\n\n"
    body += "::: reveal {after=nobody}\nSo.\n:::\n:::"
    first, second = found(body)
    assert first.message == (
        'This hint stands inside the item "own" and belongs to it, so for=nobody cannot hold. '
        "Remove it, or move the hint out of the item."
    )
    assert (first.code, place(first)) == ("E045", (10, 15, 6))
    assert (second.code, place(second)) == ("E045", (14, 19, 6))
    assert found(body.replace("nobody", "own")) == ()


def test_a_colon_too_few_or_a_line_too_many_is_one_finding() -> None:
    body = "::: question choice {#q}\nWhich?\n\n- [x] One\n  > So.\n- [ ] Two\n  > No.\n:::"
    message = "A block begins and ends with three colons; this line has two. Did you mean `:::`?"
    for text, line in ((body.replace("::: question", ":: question"), 7), (body[:-1] + "\n\nMore.", 14)):
        finding = only(text)
        assert (finding.code, place(finding), finding.message) == ("E024", (line, 1, 2), message)
    assert only("::: lab batching-replay {#l}\nparams: {layers: 4}\n::").line == 9
    for more in (":::\n", "\n:::\n", "::: end\n"):
        codes = [(each.code, each.line) for each in compiled(lesson("A.") + more, tiny_bench()).findings]
        assert codes == [("E022", 9 + more.startswith("\n"))]


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("title: An", "title: [An", "E004"),
        ("title: An", "title: An: other", "E004"),
        ("runs:", "rnus:", "E009"),
        ("objectives:", "objective:", "E009"),
        ("objectives: {fit: See.}", "objectives: [fit]", "E011"),
        ("runs: {base: batching-replay?layers=4}", "runs: base", "E011"),
    ],
)
def test_what_front_matter_could_not_say_is_told_missing_nowhere_else(right: str, wrong: str, code: str) -> None:
    front = FRONT + "objectives: {fit: See.}\nruns: {base: batching-replay?layers=4}\n"
    body = "In {fact}`base#steps` steps.\n\n::: question text {#q objective=fit}\nWhy?\n:::"
    assert found(body, front) == ()
    assert [each.code for each in found(body, front.replace(right, wrong))] == [code]
    assert [each.code for each in found(body, FRONT + "objectives: {fit: See.}\nruns:\n")] == ["E067"]


def test_a_course_file_that_cannot_be_read_is_one_finding_at_what_was_opened(tmp_path: Path) -> None:
    for text, spot in (
        ("title: A course\nlessons: [example\n", (2, 10)),
        ("title: [A course\nlessons: [example, other]\n", (1, 8)),
        ("title: 'A course\nlessons: [example, other]\n", (1, 8)),
        ("title: A course\nlessons: [example:\n\n", (2, 19)),
    ):
        findings = found_in(write_course(tmp_path, "course", text))
        assert [(each.code, each.file, each.line, each.column) for each in findings] == [("E004", "course.yml", *spot)]
