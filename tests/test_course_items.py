"""What compiled items hold: options and reasons apart, answers from the engine, versions that keep.
They refuse to mark answers.
"""

from decimal import Decimal

import pytest

from app.course.items import Checkpoint, Predict, Question, Try
from app.course.lesson import Block, Evidence, FailureMode, LabBlock, Note, Reveal, Rubric, Symbols, Term, every_block
from tests.course_lab import tiny_bench
from tests.course_world import compiled

FRONT = "id: example\ntitle: An example\nruns: {base: batching-replay?load=2}\n"


def block(body: str, most_findings: int = 0) -> Block:
    text = f"---\n{FRONT}---\n::: screen {{#first}}\n## {{fact}}`base#steps`\n{body}\n:::\n"
    made = compiled(text, tiny_bench())
    assert len(made.findings) <= most_findings, made.findings
    return made.lesson.screens[0].blocks[0]


CHOICE = """::: question choice {#mean teaches=first}
Which number hides the **tail**?

- [x] The mean
  > A few long waits move it little.
- [ ] The 99th percentile
  > It *is* the tail.

::: hint
Look at one caller.
:::
::: reveal
Worked.
:::
:::"""


def question(body: str) -> Question:
    made = block(body)
    assert isinstance(made, Question)
    return made


def test_a_choice_holds_its_options_with_the_reasons_apart() -> None:
    made = question(CHOICE)
    assert [(each.html, each.right) for each in made.options] == [("The mean", True), ("The 99th percentile", False)]
    assert made.options[1].reason == "<p>It <em>is</em> the tail.</p>"
    assert [each.html for each in made.ask] == ["<p>Which number hides the <strong>tail</strong>?</p>\n"]
    assert made.hints == ("<p>Look at one caller.</p>",)
    assert [type(each) for each in made.reveals] == [Reveal]
    assert made.item.teaches == "first"


def test_what_is_asked_gives_no_reason_hint_or_reveal_away() -> None:
    made = question(CHOICE)
    shown = "".join(each.html for each in made.ask) + "".join(each.html for each in made.options)
    assert not [word for word in ("waits", "*is*", "caller", "Worked", "[x]") if word in shown]


def test_an_items_version_changes_with_what_is_graded_and_only_with_that() -> None:
    version = question(CHOICE).item.version
    assert question(CHOICE.replace("hides", "conceals").replace("A few", "Some")).item.version == version
    assert question(CHOICE.replace("{#mean", "{#other")).item.version == version
    assert question(CHOICE.replace("choice", "multi")).item.version != version
    assert question(CHOICE.replace("The mean", "The average")).item.version != version


def test_a_number_has_unit_tolerance_and_named_wrong_values() -> None:
    body = (
        "::: question number {#b answer=60060 unit=bytes tolerance=1%}\nBytes?\n\n- [ ] 12012\n  > B is missing.\n:::"
    )
    made = question(body)
    assert made.answer is not None
    assert (made.answer.value, made.answer.unit, made.answer.tolerance) == (Decimal(60060), "bytes", Decimal("600.6"))
    assert [(each.value, each.reason) for each in made.options] == [("12012", "<p>B is missing.</p>")]


def test_the_right_number_may_stand_among_the_options() -> None:
    made = question("::: question number {#b unit=bytes}\nBytes?\n\n- [x] 60060\n- [ ] 12012\n  > B is missing.\n:::")
    assert made.answer is not None
    assert made.answer.value == 60060


def test_a_number_from_the_engine_carries_the_address_that_computes_it() -> None:
    made = question("::: question number {#w answer=base#wait_s}\nHow long?\n:::")
    assert made.answer is not None
    assert (made.answer.value, made.answer.unit, made.answer.tolerance) == (Decimal("3.0"), "s", Decimal("0.005"))
    assert (made.answer.address, made.answer.fact) == ("/labs/batching-replay?load=2", "wait_s")


def test_an_order_keeps_its_steps_in_the_right_order() -> None:
    made = question("::: question order {#o}\nOrder them.\n\n1. Validate\n2. Compute\n3. Assert\n:::")
    assert [each.html for each in made.options] == ["Validate", "Compute", "Assert"]


def test_every_block_of_a_screen_is_reached() -> None:
    kinds = [type(each).__name__ for each in every_block([block(f"::: checkpoint {{#c}}\n{CHOICE}\n:::")])]
    assert kinds == ["Checkpoint", "Question", "Reveal", "Prose"]


TRY = """::: try {#t}
lab: batching-replay
preset: Small
vary: load
values: [1, 2, 4]
to: 2
fact: wait_s
predict: number
interval: yes
ghost: yes
question: How long at load 2?
why: What did not move?
reason: The wait is *proportional*.
boxes: [named the term, said the unit]
variation:
  params: {policy: continuous}
  to: 4
  question: And at 4?
:::"""


def test_a_try_holds_the_whole_loop() -> None:
    made = block(TRY)
    assert isinstance(made, Try)
    assert made.base.address == "/labs/batching-replay?layers=4"
    assert made.changed.address == "/labs/batching-replay?layers=4&load=2"
    assert made.answer is not None and made.answer.value == Decimal("3.0")
    assert (made.direction, made.values, made.interval, made.ghost) == ("up", ("1", "2", "4"), True, True)
    assert made.ask == "<p>How long at load 2?</p>"
    assert made.reason == "<p>The wait is <em>proportional</em>.</p>"
    assert made.boxes == ("named the term", "said the unit")
    assert made.variation is not None and made.variation.answer is not None
    assert made.variation.answer.value == Decimal("6.0")


def test_a_value_of_a_sweep_that_the_lab_refuses_is_marked() -> None:
    text = (
        f"---\n{FRONT}---\n::: screen {{#s}}\n## {{fact}}`base#steps`\n{TRY.replace('[1, 2, 4]', '[1, 20, 4]')}\n:::\n"
    )
    finding = compiled(text, tiny_bench()).findings[0]
    assert (finding.code, finding.line, finding.column, finding.length) == ("E062", 12, 13, 2)


def test_a_prediction_has_a_kind_an_answer_and_an_interval() -> None:
    made = block("::: predict number {#p answer=15 unit=steps interval=yes sure=yes}\nHow many?\n:::")
    assert isinstance(made, Predict)
    assert (made.kind, made.interval, made.sure) == ("number", True, True)
    direction = block("::: predict direction {#p answer=up}\nWhich way?\n:::")
    assert isinstance(direction, Predict)
    assert direction.right == "up"


@pytest.mark.parametrize(
    ("said", "is_spoiled"),
    [("21.56 GB", True), ("21.6 GB", True), ("22 GB", False), ("21.56 s", False), ("121.56 GB", False)],
)
def test_only_the_same_number_with_its_unit_and_three_digits_spoils(said: str, is_spoiled: bool) -> None:
    text = f"---\nid: example\ntitle: An example\n---\n::: screen {{#s}}\n## A\nIt is {said} here.\n"
    text += "::: predict number {#p answer=21.56 unit=GB}\nHow much?\n:::\n:::\n"
    assert [each.code for each in compiled(text).findings] == (["E115"] if is_spoiled else [])


def test_a_checkpoint_holds_its_questions_and_the_share_that_passes() -> None:
    made = block(f"::: checkpoint {{#c pass=75}}\nTake your time.\n\n{CHOICE}\n:::")
    assert isinstance(made, Checkpoint)
    assert (made.percent, [each.item.id for each in made.questions]) == (75, ["mean"])


def test_a_lab_holds_its_run_and_controls() -> None:
    made = block("::: lab batching-replay {#l}\npreset: Small\nparams: {load: 2}\ncontrols: [load]\nshow: [lanes]\n:::")
    assert isinstance(made, LabBlock)
    assert (made.run.address, made.controls, made.show) == (
        "/labs/batching-replay?layers=4&load=2",
        ("load",),
        ("lanes",),
    )


def test_panels_hold_their_rows() -> None:
    rubric = block("::: rubric {#r}\n- {row: Tail, missing: no, partial: some, ready: all}\n:::")
    assert isinstance(rubric, Rubric) and rubric.rows[0].ready == "all"
    symbols = block(
        "::: symbols\n- {symbol: 'H_{kv}', meaning: heads, shape: '', unit: heads, source: model, known: day 0}\n:::"
    )
    assert isinstance(symbols, Symbols) and (symbols.rows[0].symbol, symbols.rows[0].known) == ("H_kv", "day 0")
    failure = block(
        "::: failure {#x}\nfailure: The tail grows.\ndetector: p99\nowner: serving\nmitigation: R11\nstop: 3 s\n:::"
    )
    assert isinstance(failure, FailureMode) and failure.stop == "<p>3 s</p>"
    evidence = block(
        "::: evidence {#e}\n- {kind: hand, from: first, says: By hand}\n- {kind: fallback, says: R11}\n:::"
    )
    assert isinstance(evidence, Evidence) and evidence.lines[0] == ("hand", "first", "By hand")
    term = block("::: term KV cache\nKept keys.\n:::")
    assert isinstance(term, Term) and term.html == "<p>Kept keys.</p>\n"
    note = block("::: note Careful\nText.\n:::")
    assert isinstance(note, Note) and note.title == "Careful"
