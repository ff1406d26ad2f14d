"""Latest, first, best and progress follow from the attempts alone, in the order of their numbers."""

from datetime import UTC, datetime

from app.store import Attempt, best_scores, by_item, first_of_items, latest_of_items, progress, renamed


def made(seq: int, item_id: str, answer: str = "", score: float | None = None, skipped: bool = False) -> Attempt:
    return Attempt(
        seq=seq, item_id=item_id, item_version="v1", content_version="c1", kind="number", answer=answer,
        draw_seed=None, score=score, hints=0, skipped=skipped, at=datetime(2026, 11, 29, tzinfo=UTC),
    )  # fmt: skip


ATTEMPTS = (
    made(3, "a", "third", 0.5),
    made(1, "a", "first", 1.0),
    made(2, "b", skipped=True),
    made(4, "c", skipped=True),
    made(5, "c", "after all"),
)


def test_first_and_latest_go_by_number() -> None:
    assert {item: one.answer for item, one in first_of_items(ATTEMPTS).items()} == {"a": "first", "b": "", "c": ""}
    assert latest_of_items(ATTEMPTS)["a"].answer == "third"
    assert [one.seq for one in by_item(ATTEMPTS)["a"]] == [1, 3]


def test_the_best_score_is_kept_and_a_skip_has_none() -> None:
    assert best_scores(ATTEMPTS) == {"a": 1.0}
    assert best_scores([made(1, "d", score=0.0, skipped=True)]) == {}


def test_a_skipped_item_that_is_answered_later_is_answered() -> None:
    found = progress(ATTEMPTS, ["d", "c", "b", "a"])
    assert (found.answered, found.skipped, found.left, found.is_done) == (("c", "a"), ("b",), ("d",), False)
    assert progress(ATTEMPTS, ["a", "b"]).is_done


def test_a_renamed_item_keeps_its_answers() -> None:
    found = progress(renamed(ATTEMPTS, {"a": "fit", "b": "gate"}), ["fit", "gate", "a"])
    assert (found.answered, found.skipped, found.left) == (("fit",), ("gate",), ("a",))


def test_nothing_follows_from_nothing() -> None:
    assert progress([], ["a"]).left == ("a",)
    assert latest_of_items([]) == best_scores([]) == {}
