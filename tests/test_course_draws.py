"""Questions with heads: numbers drawn by a seed and answered by the engine, and inputs of their own.
They refuse to mark answers.
"""

from decimal import Decimal

from app.course.draws import drawn, drawn_answer, filled
from app.course.items import Question
from tests.course_lab import tiny_bench
from tests.course_world import compiled

FRONT = "id: example\ntitle: An example\nruns: {base: batching-replay?load=2}\n"


def question(body: str) -> Question:
    text = f"---\n{FRONT}---\n::: screen {{#first}}\n## {{fact}}`base#steps`\n{body}\n:::\n"
    made = compiled(text, tiny_bench())
    assert made.findings == ()
    block = made.lesson.screens[0].blocks[0]
    assert isinstance(block, Question)
    return block


FAMILY = """::: question number {#f}
---
vary:
  lab: batching-replay
  set: {policy: continuous}
  draw: {layers: 3..12, load: [0.5, 1.5]}
  fact: steps
  wrong: [as_gib]
---
A model has {layers} layers at load {load}. Steps?
:::"""


def test_a_family_draws_the_same_numbers_from_the_same_seed() -> None:
    family = question(FAMILY).family
    assert family is not None
    assert dict(family.draws)["layers"] == tuple(str(each) for each in range(3, 13))
    assert drawn(family, 7) == drawn(family, 7)
    assert len({drawn(family, seed) for seed in range(40)}) > 10
    assert drawn(family, 1)[0] == ("policy", "continuous")
    assert family.wrong == ("as_gib",)


def test_a_drawn_number_is_a_place_in_the_text() -> None:
    assert '<span class="drawn" data-drawn="layers">layers</span>' in question(FAMILY).ask[0].html


def test_a_draw_fills_the_prose_and_the_engine_answers_it() -> None:
    made = question(FAMILY)
    assert made.family is not None
    settings = dict(drawn(made.family, 5))
    assert filled(made.ask[0].html, settings) == (
        f"<p>A model has {settings['layers']} layers at load {settings['load']}. Steps?</p>\n"
    )
    ran, answer = drawn_answer(tiny_bench(), made.family, 5)
    assert answer is not None
    assert answer.value == int(settings["layers"])
    assert ran.address.startswith("/labs/batching-replay?policy=continuous&layers=")


def test_an_edge_of_a_draw_that_the_lab_refuses_is_found() -> None:
    text = f"---\n{FRONT}---\n::: screen {{#s}}\n## {{fact}}`base#steps`\n{FAMILY.replace('3..12', '150..250')}\n:::\n"
    assert [each.code for each in compiled(text, tiny_bench()).findings] == ["E062"]


def test_fields_have_labels_and_answers_of_their_own() -> None:
    body = (
        "::: question fields {#f}\n---\nfields:\n  - {name: stop, label: Stop at}\n"
        "  - {name: wait, label: Wait, answer: base#wait_s}\n---\nFill in.\n:::"
    )
    first, second = question(body).fields
    assert (first.label, first.answer) == ("Stop at", None)
    assert second.answer is not None and second.answer.value == Decimal("3.0")
