"""The drawn numbers of the course's checkpoint can be true, and each result brings its working and where it is taught.
They refuse to know pages; who passes is test_checkpoint_learners'.
"""

import re
from decimal import Decimal
from html import unescape
from itertools import pairwise
from math import prod

import pytest

from app.course.bench import door
from app.course.draws import TURNS
from app.course.items import Prose, Question
from app.course.lesson import Reveal
from app.course.posing import posed
from tests.test_checkpoint_learners import ROOT, sat

LESSON = ROOT / "content" / "lessons" / "batching-speculation.md"
DRAWS = 200


def asked(id: str) -> Question:
    return next(each for sitting in sat(LESSON) for each in sitting.checkpoint.questions if each.item.id == id)


def drawn(id: str) -> list[dict[str, Decimal]]:
    """The drawn settings of many learners, by name."""
    settings = (posed(door(), asked(id), learner * TURNS)[1] for learner in range(DRAWS))
    return [{name: Decimal(text) for name, text in each} for each in settings]


def test_all_callers_shift_less_than_the_group_that_shifts_most_in_every_draw() -> None:
    draws = drawn("exam-gate")
    assert [each for each in draws if not each["overall"] < each["rare"]] == []
    assert len({(each["overall"], each["rare"]) for each in draws}) > 8


def test_a_mean_stays_below_its_p99_in_every_draw() -> None:
    assert [each for each in drawn("exam-tail") if not each["mean"] < each["p99"]] == []


def shown(id: str) -> list[tuple[Question, str]]:
    """The question of many learners, each with the words that stand behind its answer."""
    made = [posed(door(), asked(id), learner * TURNS)[0] for learner in range(DRAWS // 4)]
    return [(each, unescape(re.sub("<[^>]+>", "", behind(each)))) for each in made]


def behind(question: Question) -> str:
    prose = (block for reveal in question.reveals if isinstance(reveal, Reveal) for block in reveal.blocks)
    return "".join(each.html for each in prose if isinstance(each, Prose))


def summed(words: str) -> list[Decimal]:
    """What the sums of the text come to, in their order; numbers joined by + and no others."""
    found = re.findall(r"[\d.]+(?: \+ [\d.]+)+", words)
    return [sum((Decimal(term.rstrip(".")) for term in each.split(" + ")), Decimal(0)) for each in found]


def right_number(question: Question) -> Decimal:
    assert question.answer is not None
    return question.answer.value


def test_the_product_of_the_cache_is_written_with_the_drawn_numbers() -> None:
    for question, words in shown("exam-cache"):
        factors = words.partition("=")[0].replace("(keys and values)", "")
        assert prod(map(int, re.findall(r"\d+", factors))) == right_number(question)
        assert len(re.findall(r"\d+", factors)) == 5


@pytest.mark.parametrize("id", ["exam-round", "exam-draft"])
def test_the_tokens_of_a_round_are_written_as_the_sum_that_gives_them(id: str) -> None:
    for question, words in shown(id):
        (total,) = summed(words)
        assert abs(total - right_number(question)) < Decimal("0.006")


def test_the_samples_of_a_card_are_written_as_fixed_part_and_product() -> None:
    for question, words in shown("exam-fits"):
        fixed, count, each, total = (Decimal(number) for number in re.findall(r"[\d.]+\d", words))
        assert fixed + count * each == total == right_number(question)


def test_both_groups_are_held_against_the_tokens_that_a_round_must_give() -> None:
    for question, words in shown("exam-groups"):
        price, english, rare = summed(words)
        needed = price / 4
        assert f"must give {needed.normalize()} tokens" in words
        right = next(each.value for each in question.options if each.right)
        totals = [Decimal(each) for each in re.findall(r"about ([\d.]+\d)", words)]
        assert all(abs(one - other) < Decimal("0.006") for one, other in zip(totals, (english, rare), strict=True))
        border = Decimal("0.0006")
        assert {"For both": rare > needed - border, "For nobody": english < needed + border}.get(
            right, rare < needed + border and english > needed - border
        )


def test_the_dishes_of_each_stove_end_with_the_last_one_at_the_answer() -> None:
    for question, words in shown("exam-kitchen"):
        stoves = [each.split(" = ") for each in words.partition(": ")[2].partition(". ")[0].split("; ")]
        dishes = [[int(dish) for dish in each[0].split(" + ")] for each in stoves]
        assert [sum(each) for each in dishes] == [int(each[-1]) for each in stoves]
        assert max(sum(each) for each in dishes) == right_number(question)
        assert len([dish for each in dishes for dish in each]) == 8


@pytest.mark.parametrize(("id", "name", "most"), [("exam-tail", "p99", "3"), ("exam-gate", "rare", "0.02")])
def test_the_value_is_written_beside_the_line_that_decides(id: str, name: str, most: str) -> None:
    for (question, words), draw in zip(shown(id), drawn(id), strict=False):
        told = re.search(r"([\d.]+) - ([\d.]+) = ([\d.]+) (to spare|too much)", words)
        assert told is not None
        one, other, rest = (Decimal(told[place]) for place in (1, 2, 3))
        assert (one - other, {one, other}) == (rest, {draw[name], Decimal(most)})
        right = next(each.value for each in question.options if each.right)
        assert (told[4] == "to spare") == (right == "Ship it")


def test_what_isizulu_brings_into_the_mean_leaves_less_than_its_own_shift_for_the_others() -> None:
    for (_, words), draw in zip(shown("exam-gate"), drawn("exam-gate"), strict=False):
        told = re.search(r"0\.04 × ([\d.]+) = ([\d.]+) of the ([\d.]+); the others: .* = about ([\d.]+\d)", words)
        assert told is not None
        group, brought, overall, rest = (Decimal(each) for each in told.groups())
        assert (group, overall) == (draw["rare"], draw["overall"])
        assert brought == group * 4 / 100
        assert 0 < rest < group
        assert abs(rest - (overall - brought) / Decimal("0.96")) <= Decimal("0.00005")


def test_the_moments_of_a_night_are_added_with_the_drawn_numbers() -> None:
    for (question, words), draw in zip(shown("exam-order"), drawn("exam-order"), strict=False):
        text = words.replace(",", "")
        moments = [Decimal(each) for each in re.findall(r"= ([\d.]+\d) s", text)]
        assert moments == sorted(moments)
        assert moments[0] == 100 * draw["gap"]
        steps = [draw["step"] / 1000, draw["minutes"] * 60, draw["hours"] * 3600]
        assert [later - earlier for earlier, later in pairwise(moments)] == steps
        assert f"one comes every {draw['gap']} s" in re.sub("<[^>]+>", "", question.ask[0].html).replace("\n", " ")


def test_every_question_of_the_checkpoint_has_a_line_of_working() -> None:
    questions = [each for sitting in sat(LESSON) for each in sitting.checkpoint.questions]
    assert len(questions) == 10
    for question in questions:
        made = posed(door(), question, 0)[0]
        told = behind(made) + "".join(each.reason for each in made.options)
        assert re.search(r"(?:=|[+×-]) [\d(]", unescape(re.sub("<[^>]+>", "", told))), question.item.id


def test_a_kitchen_comes_twice_to_nobody_who_sits_the_checkpoint_four_times() -> None:
    bench, question = door(), asked("exam-kitchen")
    for learner in range(DRAWS // 2):
        rounds = [dict(posed(bench, question, learner * TURNS + turn)[1]) for turn in range(4)]
        assert len({each["outputs"] for each in rounds}) == 4
    dishes = next(values for name, values in question.family.draws if name == "outputs")  # type: ignore[union-attr]
    assert len({tuple(sorted(map(int, each.split(",")))) for each in dishes}) == len(dishes) == 24


def test_every_row_of_the_calculators_is_written_out() -> None:
    for question, _ in shown("exam-calculator"):
        for option in question.options:
            words = re.sub("<[^>]+>", "", option.reason)
            told = re.search(r"and that is ([\d.]+\d)", words)
            assert told is not None and abs(summed(words)[0] - Decimal(told[1])) < Decimal("0.006")
