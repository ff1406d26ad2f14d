"""An answered item comes again after 1, 3, 7 and 21 days; a miss begins anew; all follows from attempts and the time.
It refuses to read a clock."""

from datetime import UTC, datetime, timedelta

import pytest

from app.practice.schedule import (
    OFF,
    ON,
    REVIEWED,
    SWITCH_ITEM,
    SWITCHED,
    Standing,
    at_the_start,
    due,
    is_off,
    standings,
)
from app.store import Attempt

START = datetime(2026, 11, 2, 9, tzinfo=UTC)
DAY = timedelta(days=1)


def made(
    seq: int, days: float, score: float | None = 1.0, item: str = "a", kind: str = "answer", skipped: bool = False
) -> Attempt:
    return Attempt(
        seq=seq, item_id=item, item_version="v", content_version="c", kind=kind, answer="", draw_seed=None,
        score=None if skipped else score, hints=0, skipped=skipped, at=START + days * DAY,
    )  # fmt: skip


def standing(*attempts: Attempt) -> Standing:
    return standings(attempts, {"a"})["a"]


def test_right_answers_when_due_lead_from_1_to_3_7_and_21_days_and_stay_there() -> None:
    days = (0, 1, 4, 11, 32, 53)
    attempts = [made(seq, at, kind="answer" if seq == 0 else REVIEWED) for seq, at in enumerate(days)]
    waits = [standing(*attempts[: count + 1]).days for count in range(len(days))]
    assert waits == [1, 3, 7, 21, 21, 21]
    assert standing(*attempts[:4]).due_at == START + 32 * DAY


@pytest.mark.parametrize(
    ("last", "wait"),
    [
        (made(2, 4, score=0.0, kind=REVIEWED), 1),
        (made(2, 4, score=0.5, kind=REVIEWED), 1),
        (made(2, 4, skipped=True, kind=REVIEWED), 1),
        (made(2, 2, score=0.0), 1),
        (made(2, 2, kind=REVIEWED), 3),
        (made(2, 2, kind="hint"), 3),
        (made(2, 2, score=None), 3),
        (made(2, 2, skipped=True), 3),
    ],
    ids=["missed", "partly right", "skipped in review", "missed early", "early", "hint", "ungraded", "skipped before"],
)
def test_a_miss_goes_back_to_one_day_and_an_early_answer_goes_no_step_on(last: Attempt, wait: int) -> None:
    attempts = (made(0, 0), made(1, 1, kind=REVIEWED), last)
    assert standing(*attempts).days == wait


def test_the_first_right_answer_after_a_miss_comes_again_after_one_day_like_the_first_ever() -> None:
    attempts = [made(0, 0, score=0.0), made(1, 1, kind=REVIEWED), made(2, 2, kind=REVIEWED), made(3, 5, kind=REVIEWED)]
    assert [standing(*attempts[: count + 1]).days for count in range(4)] == [1, 1, 3, 7]
    assert standing(attempts[0], made(1, 0.1)).right == 1


def test_an_early_right_answer_counts_the_days_anew() -> None:
    assert standing(made(0, 0), made(1, 0.5)).due_at == START + 1.5 * DAY


def test_what_was_only_skipped_or_is_of_another_kind_never_comes() -> None:
    attempts = [made(0, 0, skipped=True), made(1, 0, score=None), made(2, 0, kind="why"), made(3, 0, item="other")]
    assert standings(attempts, {"a"}) == {}


def test_the_order_is_that_of_the_numbers_however_the_clock_jumps() -> None:
    later_first = [made(2, 1, score=0.0, kind=REVIEWED), made(1, 40)]
    found = standing(*later_first)
    assert (found.days, found.due_at) == (1, START + 2 * DAY)


def test_due_begins_at_its_moment_and_the_longest_waiting_comes_first() -> None:
    found = standings([made(1, 1, item="b"), made(2, 0, item="a"), made(3, 5, item="c")], {"a", "b", "c"})
    assert [each.item_id for each in due(found.values(), START + 2 * DAY)] == ["a", "b"]
    assert due(found.values(), START + DAY - timedelta(seconds=1)) == ()
    assert [each.item_id for each in due(found.values(), START + DAY)] == ["a"]


def test_a_lesson_begins_with_three_questions_of_other_lessons_due_ones_first() -> None:
    attempts = [made(seq, at, item=item) for seq, (item, at) in enumerate(
        {"own": 0, "b": 3, "c": 1, "d": 2, "today": 9}.items()
    )]  # fmt: skip
    attempts.append(made(9, 4, item="c", kind=REVIEWED))
    found = standings(attempts, {"own", "b", "c", "d", "today"})
    now = START + 9.2 * DAY
    assert [each.item_id for each in at_the_start(found.values(), {"own"}, attempts, now)] == ["d", "b", "c"]
    only = standings(attempts, {"own"})
    assert [each.item_id for each in at_the_start(only.values(), {"own"}, attempts, now)] == ["own"]


def test_three_at_the_start_are_enough_for_twelve_hours() -> None:
    before = [made(seq, 0, item=f"i{seq}") for seq in range(5)]
    ids = {each.item_id for each in before}
    for count, left in ((1, 2), (3, 0)):
        reviews = [made(10 + seq, 2, item=f"i{seq}", kind=REVIEWED) for seq in range(count)]
        found = standings([*before, *reviews], ids)
        assert len(at_the_start(found.values(), ids, [*before, *reviews], START + 2.1 * DAY)) == left
        assert len(at_the_start(found.values(), ids, [*before, *reviews], START + 3 * DAY)) == 3


def test_the_last_word_on_the_switch_holds() -> None:
    def switched(seq: int, word: str) -> Attempt:
        return Attempt(**{**vars(made(seq, 0, None, SWITCH_ITEM, SWITCHED)), "answer": word})

    assert is_off([]) is False
    assert is_off([switched(1, OFF)]) is True
    assert is_off([switched(2, ON), switched(1, OFF)]) is False
    assert is_off([made(1, 0)]) is False
