"""Questions with drawn numbers: what a seed gives, which options and reasons come with it, and what the check refuses.
They refuse to know learners and pages.
"""

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest

from app.course import posing
from app.course.bench import Bench, door
from app.course.checking import check_content
from app.course.draws import TURNS, draw_seed, turn_of
from app.course.items import Question
from app.course.marking import mark_question
from app.course.posing import posed
from tests.course_lab import tiny_bench
from tests.course_world import compiled, on_screen, write_course

FRONT = "id: example\ntitle: An example\nruns: {base: batching-replay?load=2}\n"
TINY = """::: question number {#f}
---
vary:
  lab: batching-replay
  set: {policy: continuous}
  draw: {layers: 3..12, load: [0.5, 1.5]}
  fact: steps
---
A model has {layers} layers at load {load}. Steps?
:::"""
TOKENS = """::: question KIND {#f unit=tokens}
---
vary:
  formula: spec_expected_tokens
  draw: {alpha: [0.3, 0.5, 0.7], gamma: 2..5}
  places: 2
  wrong: [alpha_times_gamma, every_draft_kept]
---
{gamma} drafts at {alpha}.

- [x] answer
  > It is {answer}, or {answer:n} without its unit.
:::"""
DECIDE = """::: question choice {#f}
---
vary:
  formula: spec_walltime_factor
  draw: {alpha: [0.2, 0.4, 0.6, 0.8], gamma: [3, 4], c: [0.1, 0.3]}
  wrong: [draft_cost_forgotten]
---
Draft?

- [answer > 1] Yes
  > {answer} times as fast.
- [answer <= 1] No
  > {answer} times as fast.
:::"""
ROWS = """::: question choice {#f unit=tokens}
---
vary:
  formula: spec_expected_tokens
  draw: {alpha: [0.3, 0.5, 0.7], gamma: 2..5}
  places: 2
  wrong: [alpha_times_gamma]
  rows: 3
---
Who is wrong?

- [ ] {gamma} drafts at {alpha}: {result}
  > It is {answer}.
:::"""


def question(body: str, bench: Bench | None = None) -> Question:
    """The question that is the last block of a screen without findings."""
    alone = f"---\n{FRONT}---\n::: screen {{#first}}\n## {{fact}}`base#steps`\n{body}\n:::\n"
    made = compiled(alone if bench else on_screen(body), bench)
    assert made.findings == ()
    block = made.lesson.screens[0].blocks[-1]
    assert isinstance(block, Question)
    return block


def seeds(many: int) -> list[int]:
    return [learner * TURNS for learner in range(many)]


def test_a_seed_holds_the_turn_and_is_the_same_on_every_machine() -> None:
    assert draw_seed(7, "f", 3) == draw_seed(7, "f", 0) + 3 == 2681170500003
    assert turn_of(draw_seed(7, "f", 3)) == 3
    assert draw_seed(8, "f", 0) != draw_seed(7, "f", 0)


def test_the_same_seed_gives_the_same_question_and_another_turn_other_numbers() -> None:
    made = question(TINY, tiny_bench())
    assert posed(tiny_bench(), made, 5) == posed(tiny_bench(), made, 5)
    turns = [posed(tiny_bench(), made, seed)[1] for seed in range(12)]
    assert all(one != other for one, other in pairwise(turns))
    assert len(set(turns)) > 6


def test_a_fresh_setting_comes_back_only_when_all_its_values_were_drawn() -> None:
    fresh = TOKENS.replace("KIND", "number").replace("  places", "  fresh: gamma\n  places")
    made, bench = question(fresh), door()
    for learner in range(10):
        drawn = [dict(posed(bench, made, learner * TURNS + turn)[1])["gamma"] for turn in range(8)]
        assert len(set(drawn[:4])) == 4
    plain = question(TOKENS.replace("KIND", "number"))
    four = [[dict(posed(bench, plain, each + turn)[1])["gamma"] for turn in range(4)] for each in seeds(10)]
    assert any(len(set(drawn)) < 4 for drawn in four)
    # Which numbers an answer belongs to changed, and so did the question.
    assert made.item.version != plain.item.version


def test_a_turn_is_drawn_once_and_again_only_after_an_edit(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(
        posing,
        "_turn",
        lambda bench, question, family, turn, before: drawn.append(turn) or (question, before),
    )
    bench = tiny_bench()
    made = question(TINY, bench)
    for seed in (5, 5, 3, 6):
        posed(bench, made, seed)
    assert drawn == [0, 1, 2, 3, 4, 5, 6]
    posed(bench, replace(made), 2)
    assert drawn[7:] == [0, 1, 2]


def test_a_draw_fills_the_prose_and_the_lab_answers_it() -> None:
    made, settings = posed(tiny_bench(), question(TINY, tiny_bench()), 5)
    drawn = dict(settings)
    assert drawn["policy"] == "continuous"
    assert '<span class="drawn" data-drawn="layers">layers</span>' in question(TINY, tiny_bench()).ask[0].html
    assert made.ask[0].html == f"<p>A model has {drawn['layers']} layers at load {drawn['load']}. Steps?</p>\n"
    assert made.answer is not None
    assert made.answer.value == int(drawn["layers"])
    assert made.answer.address.startswith("/labs/batching-replay?policy=continuous&layers=")


def test_an_edge_of_a_draw_that_the_lab_refuses_is_found() -> None:
    text = f"---\n{FRONT}---\n::: screen {{#s}}\n## {{fact}}`base#steps`\n{TINY.replace('3..12', '150..250')}\n:::\n"
    assert [each.code for each in compiled(text, tiny_bench()).findings] == ["E062"]


def test_a_formula_answers_and_a_named_mistake_explains_its_number() -> None:
    made, settings = posed(door(), question(TOKENS.replace("KIND", "number")), 0)
    alpha, gamma = (float(dict(settings)[name]) for name in ("alpha", "gamma"))
    right = sum(alpha**place for place in range(int(gamma) + 1))
    assert made.answer is not None
    assert float(made.answer.value) == pytest.approx(right)
    assert mark_question(made, {"value": (f"{right:.2f}",)}).score == 1
    slip = mark_question(made, {"value": (f"{1 + alpha * gamma:.2f}",)})
    assert slip.score == 0
    assert "This counts every draft by itself" in slip.reason
    assert f"It is {right:.2f} tokens, or {right:.2f} without" in made.options[0].reason


def test_a_choice_of_numbers_is_the_right_one_and_those_of_the_mistakes_in_another_order_each_time() -> None:
    made = [posed(door(), question(TOKENS.replace("KIND", "choice")), seed)[0] for seed in seeds(12)]
    for each in made:
        assert len({option.html for option in each.options}) == 3
        assert sorted(option.mistakes for option in each.options) == [(), ("alpha_times_gamma",), ("every_draft_kept",)]
        assert all(option.reason for option in each.options)
    assert {[option.right for option in each.options].index(True) for each in made} == {0, 1, 2}


def test_drawn_numbers_decide_which_option_is_right_and_where_a_mistake_leads() -> None:
    led = 0
    for seed in seeds(24):
        made, settings = posed(door(), question(DECIDE), seed)
        alpha, gamma, c = (float(dict(settings)[name]) for name in ("alpha", "gamma", "c"))
        factor = sum(alpha**place for place in range(int(gamma) + 1)) / (gamma * c + 1)
        (right,) = (option for option in made.options if option.right)
        assert right.html == ("Yes" if factor > 1 else "No")
        wrong = [option for option in made.options if option.mistakes]
        assert [option.html for option in wrong] == ([] if factor > 1 else ["Yes"])
        led += len(wrong)
    assert 0 < led < 24


def test_one_of_the_calculators_made_the_mistake_and_it_is_another_one_each_time() -> None:
    places = set()
    for seed in seeds(12):
        made, _ = posed(door(), question(ROWS), seed)
        assert len(made.options) == 3
        (right,) = (place for place, option in enumerate(made.options) if option.right)
        places.add(right)
        for option in made.options:
            told, reason = option.html.rpartition(": ")[2], option.reason
            assert (f"It is {told}." in reason) is not option.right
        assert "This counts every draft by itself" in made.options[right].reason
    assert places == {0, 1, 2}


def test_draws_outside_of_only_are_drawn_again() -> None:
    body = TOKENS.replace("KIND", "number").replace("  places", "  only: [alpha > 0.4 and gamma = 3]\n  places")
    drawn = {posed(door(), question(body), seed)[1] for seed in seeds(20)}
    assert drawn == {(("alpha", alpha), ("gamma", "3")) for alpha in ("0.5", "0.7")}


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("E046", "wrong: [alpha_times_gamma", "wrong: [{mistake: as_gib, answer: nothing}"),
        ("E046", "  places", "  sums: {terms: power_summed}\n  places"),
        ("E046", "  places", "  sums: {terms: {by: powers_summed, alpha: nothing}}\n  places"),
        ("E047", "  places", "  sums: {terms: powers_summed}\n  show: [term]\n  places"),
        ("E047", "{gamma} drafts", "{answer} of {gamma} drafts"),
        ("E047", "  places", "  show: [answer]\n  places"),
        ("E047", "  places", "  fresh: [gama]\n  places"),
        ("E048", "2..5", "2..2"),
        ("E050", "  places", "  only: [gamma]\n  places"),
        ("E050", "  places", "  only: [gama > 2]\n  places"),
        ("E052", "gamma: 2..5", "gama: 2..5"),
        ("E052", "  formula", "  lab: gpu-memory-ledger\n  formula"),
        ("E051", "KIND", "text"),
        ("E011", "  places: 2", "  places: two"),
        ("E011", "unit=tokens", "unit=tokens tolerance=near"),
    ],
)
def test_what_is_wrong_with_a_family_is_found_at_its_place(code: str, old: str, new: str) -> None:
    body = TOKENS.replace(old, new, 1).replace("KIND", "number")
    found = compiled(on_screen(body)).findings
    assert code in [each.code for each in found]
    assert all(each.line > 10 for each in found)


def test_degenerate_draws_are_found_by_many_tries_at_the_line_of_vary(tmp_path: Path) -> None:
    body = TOKENS.replace("KIND", "number").replace("[0.3, 0.5, 0.7]", "[0.3, 1]")
    folder = write_course(tmp_path, "screen", body)
    (found,) = check_content(folder, door(), run_code=False).findings
    lines = (folder / "lessons/example.md").read_text(encoding="utf-8").split("\n")
    assert (found.code, lines[found.line - 1], found.column) == ("E049", "  formula: spec_expected_tokens", 3)
    assert 'the mistake "alpha_times_gamma" gives' in found.message
    assert "With alpha 1, gamma" in found.message


def test_fields_have_labels_and_answers_of_their_own() -> None:
    body = (
        "::: question fields {#f}\n---\nfields:\n  - {name: stop, label: Stop at}\n"
        "  - {name: wait, label: Wait, answer: base#wait_s}\n---\nFill in.\n:::"
    )
    first, second = question(body, tiny_bench()).fields
    assert (first.label, first.answer) == ("Stop at", None)
    assert second.answer is not None and second.answer.value == Decimal("3.0")
