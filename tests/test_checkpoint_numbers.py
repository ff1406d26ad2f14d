"""The drawn numbers of the course's checkpoint can be true, and each result brings its working and where it is taught.
They refuse to know pages; who passes is test_checkpoint_learners'.
"""

from decimal import Decimal

from app.course.bench import door
from app.course.draws import TURNS
from app.course.items import Question
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
