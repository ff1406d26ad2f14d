"""The sentences that authors meet: what was found, what is allowed, what to write, at the right line and column.
They refuse to check that every kind exists; test_course_codes.py does.
"""

from pathlib import Path

from app.course.parts import PARTS
from tests.course_findings import FRONT, found, lesson, only, place
from tests.course_lab import tiny_bench
from tests.course_world import compiled, found_in, on_screen, write_course


def test_an_unknown_block_names_the_nearest() -> None:
    finding = only("::: predcit number {#p answer=15}\nHow many?\n:::")
    assert finding.message == 'Unknown block "predcit". Did you mean "predict"?'
    assert (place(finding), finding.suggestion, finding.fix) == ((7, 5, 7), "predict", "predict")


def test_a_missing_close_names_the_first_text_that_should_be_outside() -> None:
    body = "\n".join(["::: lab batching-replay {#l}", "params: {layers: 4}", *[""] * 79, "### The next thing"])
    finding = only(body)
    assert finding.message == (
        'Block "lab batching-replay" opened here is never closed; '
        "the heading at line 88 is the first text that should be outside."
    )
    assert place(finding) == (7, 5, 3)


def test_a_block_left_open_before_another_screen_names_that_screen() -> None:
    text = lesson("A.").replace("A.\n:::", "A.") + "\n::: screen {#second}\n## Two\n:::\n"
    assert [each.message for each in compiled(text, tiny_bench()).findings] == [
        'Block "screen" opened here is never closed; '
        'the block "screen" at line 9 is the first text that should be outside.'
    ]


def test_an_equals_sign_in_settings_asks_for_a_colon() -> None:
    finding = only("::: lab batching-replay {#l}\nparams:\n  load = 3e-1\n:::")
    assert finding.message == "A setting is written `load: 3e-1`, with a colon."
    assert (place(finding), finding.fix) == ((9, 3, 11), "load: 3e-1")


def test_an_unknown_setting_names_lab_and_nearest() -> None:
    finding = only("::: lab batching-replay {#l}\nparams: {polcy: static}\n:::")
    assert finding.message == 'Lab "batching-replay" has no setting "polcy". Did you mean "policy"?'
    assert (place(finding), finding.fix) == ((8, 10, 5), "policy")


def test_a_setting_out_of_range_says_range_and_value() -> None:
    finding = only("::: lab batching-replay {#l}\nparams:\n  layers: -3\n:::")
    assert finding.message == '"layers" must be a whole number from 1 to 200; this is -3.'
    assert place(finding) == (9, 11, 2)


def test_all_wrong_settings_are_told_at_once() -> None:
    body = "::: lab batching-replay {#l}\nparams: {polcy: x, layers: -3, load: 11, policy: statik}\n:::"
    assert [each.message for each in found(body)] == [
        'Lab "batching-replay" has no setting "polcy". Did you mean "policy"?',
        '"layers" must be a whole number from 1 to 200; this is -3.',
        '"load" must be a number from 0 to 10 requests/s; this is 11.',
        'Policy is "statik". Did you mean "static"? Choose one of static, continuous.',
    ]


def test_drift_says_both_numbers_and_offers_the_new_one() -> None:
    finding = only("::: lab batching-replay {#l}\nexpect: {wait_s: 1.64}\n:::")
    assert finding.message == "expect wait_s 1.64: the engine says 1.50."
    assert (place(finding), finding.fix) == ((8, 18, 4), "1.50")


def test_expectations_take_rounding_tolerances_words_and_yes_or_no() -> None:
    body = (
        "::: lab batching-replay {#l}\nexpect:\n  steps: 32\n  wait_s: {value: 1.4, abs: 0.1}\n"
        "  policy: static\n  fits: yes\n:::"
    )
    assert found(body) == ()
    wrong = body.replace("abs: 0.1", "rel: 0.01").replace("yes", "no").replace("policy: static", "policy: spf")
    assert [each.message for each in found(wrong)] == [
        "expect wait_s 1.4: the engine says 1.5.",
        "expect policy spf: the engine says static.",
        "expect fits no: the engine says yes.",
    ]


def test_a_reused_id_names_the_other_place() -> None:
    body = "::: lab batching-replay {#l}\n:::\n::: lab batching-replay {#l}\n:::"
    assert only(body).message == 'The id "l" is already used by "lab batching-replay" at line 7. Perhaps "l-2"?'


def test_a_missing_id_is_suggested_with_the_text_to_insert() -> None:
    finding = only("::: lab batching-replay\n:::")
    assert finding.message.endswith("Perhaps {#first-lab}?")
    assert (place(finding), finding.fix) == ((7, 24, 0), " {#first-lab}")


def test_an_unreadable_number_says_how_numbers_are_written() -> None:
    finding = only("::: lab batching-replay {#l}\nexpect: {steps: '1,000'}\n:::")
    assert finding.message == '"steps" must be a number; this is "1,000". Write 1234.5 or 3e-4, no separators.'


def test_a_setting_in_an_address_is_marked_where_it_stands() -> None:
    finding = only("[run](/labs/batching-replay?layers=4&polcy=static)")
    assert place(finding) == (7, 38, 5)
    finding = only("", FRONT + "runs:\n  base: batching-replay?layers=900\n")
    assert (finding.message, place(finding)) == (
        '"layers" must be a whole number from 1 to 200; this is 900.',
        (5, 32, 3),
    )


def test_a_lab_that_fails_is_one_finding_among_the_others() -> None:
    body = "::: lab batching-replay {#l}\nparams: {layers: 13}\n:::\n::: nte\nA.\n:::"
    assert [each.message for each in found(body)] == [
        'Lab "batching-replay" cannot compute this: ZeroDivisionError: thirteen.',
        'Unknown block "nte". Did you mean "note"?',
    ]


def test_an_unknown_kind_of_question_names_the_nearest() -> None:
    finding = only("::: question coice {#q}\nA?\n\n- [x] a\n  > r\n- [ ] b\n  > r\n:::")
    assert finding.message == 'Unknown kind of question "coice". Did you mean "choice"?'


def test_columns_count_characters_behind_tabs_and_wide_letters() -> None:
    finding = only("é\t漢字 {fact}`bsae#steps`", FRONT + "runs: {base: batching-replay}\n")
    assert finding.message == 'Unknown run "bsae". Did you mean "base"?'
    assert place(finding) == (8, 13, 4)


def test_a_fact_is_marked_by_its_parts() -> None:
    front = FRONT + "runs: {base: batching-replay}\n"
    findings = found("It takes {fact}`base#stesp`, then {fact}`bsae#steps`, {fact}`base#wait_s`.", front)
    assert [place(each) for each in findings] == [(8, 22, 5), (8, 42, 4)]


def test_two_colons_are_told_from_a_block() -> None:
    findings = found(":: note\nHello.\n::\n\n:: is a mark in C++")
    assert [(each.code, each.fix, *place(each)) for each in findings] == [
        ("E024", ":::", 7, 1, 2),
        ("E024", ":::", 9, 1, 2),
    ]


def test_an_id_without_braces_is_read_and_told() -> None:
    finding = only("::: rubric #r\n- {row: a, missing: b, partial: c, ready: d}\n:::")
    assert (finding.message, finding.fix) == ("An id stands in braces: {#r}.", "{#r}")


def test_settings_that_cannot_be_read_are_one_finding_with_advice() -> None:
    finding = only("::: try {#t}\nreason: each adds: the same\n:::")
    assert finding.message == (
        "This is not readable as YAML: mapping values are not allowed in this context. "
        'A text with a colon stands in "quotes".'
    )
    assert place(finding) == (8, 18, 1)


def test_everything_wrong_with_a_lesson_is_told_in_one_run() -> None:
    body = (
        "::: noet\nIt is {fact}`base#stesp`.\n:::\n::: question choice {#q}\nWhich?\n\n"
        "- [ ] one\n- [ ] two\n  > why\n:::\n"
        "![](x.png)\n\n[there](/nowhere)\n\n#### Deep\n"
    )
    findings = found(body, FRONT + "runs: {base: batching-replay}\nminuts: 3\n")
    assert [each.code for each in findings] == ["E009", "E020", "E064", "E040", "E042", "E097", "E098", "E096", "E099"]


DECIDE = """::: question choice {#decide}
---
vary:
  formula: spec_walltime_factor
  set: {c: 0.2}
  draw: {alpha: [0.2, 0.8], gamma: [3, 4]}
---
Draft?

- [answer > 1] Yes
  > YES
- [answer <= 1] No
  > Right up to 1; it is {answer} times as fast.
:::"""


def decided(reason: str) -> list[str]:
    return [each.message for each in compiled(on_screen(DECIDE.replace("YES", reason))).findings]


def test_a_reason_of_a_drawn_option_that_states_its_condition_as_true_is_refused() -> None:
    assert decided("{answer} times as fast.") == []
    assert decided("Right above 1; it is {answer} times as fast.") == []
    assert "shows none of the numbers that decide. Show {answer}" in decided("Faster, so it pays.")[0]
    assert "states its condition as true" in decided("It is {answer} times as fast, so it pays.")[0]


def test_one_option_written_twice_is_told_at_the_second() -> None:
    finding = only("::: question number {#q answer=3 unit=s answer=4}\nHow many?\n:::")
    assert finding.message == '"answer" stands here twice. Keep one; the first is "3".'
    assert finding.code == "E024"


def test_a_wrong_fact_is_told_beside_a_draw_that_cannot_be_used() -> None:
    head = "vary:\n  lab: gpu-memory-ledger\n  draw: {microbatch: 16}\n  fact: totl_gb\n"
    body = f"::: question number {{#q}}\n---\n{head}---\nHow many?\n:::"
    told = [each.message for each in compiled(on_screen(body)).findings]
    assert any("draws from 1 values" in each for each in told)
    assert any('"totl_gb"' in each and "total_gb" in each for each in told)
    typo = body.replace("microbatch: 16", "microbach: [8, 16]")
    told = [each.message for each in compiled(on_screen(typo)).findings]
    assert any("microbach" in each for each in told)
    assert any('"totl_gb"' in each for each in told)


def test_findings_of_one_place_keep_the_order_in_which_they_were_found(tmp_path: Path) -> None:
    """The parts of the anatomy are told in the order of a lesson, not by the alphabet."""
    found = [each for each in found_in(write_course(tmp_path, "full", "It fits.")) if each.code == "W112"]
    named = [each.message.split('"')[1] for each in found]
    assert named == [each for each in PARTS if each in named]
    assert named != sorted(named)
