"""Latest, first, best and progress follow from the attempts alone, in the order of their numbers."""

from datetime import UTC, datetime

from app.store import Attempt, by_item, first_of_items, renamed


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


def test_the_first_and_the_order_go_by_number() -> None:
    assert {item: one.answer for item, one in first_of_items(ATTEMPTS).items()} == {"a": "first", "b": "", "c": ""}
    assert [one.seq for one in by_item(ATTEMPTS)["a"]] == [1, 3]


def test_a_renamed_item_keeps_its_answers() -> None:
    found = by_item(renamed(ATTEMPTS, {"a": "fit", "b": "gate"}))
    assert [one.answer for one in found["fit"]] == ["first", "third"]
    assert set(found) == {"fit", "gate", "c"}


def test_nothing_follows_from_nothing() -> None:
    assert by_item([]) == first_of_items([]) == {}
