"""What a learner's attempts add up to: the latest, the best, how far a lesson is. Pure functions of attempts.
It refuses to read or write; nothing here is stored, so nothing here can be out of step."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.store.values import Attempt

ByItem = dict[str, tuple[Attempt, ...]]


@dataclass(frozen=True)
class Progress:
    """The items of a lesson in its order, sorted by what happened to them; one answered later counts as answered."""

    answered: tuple[str, ...]
    skipped: tuple[str, ...]
    left: tuple[str, ...]

    @property
    def is_done(self) -> bool:
        return not self.left


def renamed(attempts: Iterable[Attempt], new_ids: Mapping[str, str]) -> tuple[Attempt, ...]:
    """The attempts under the ids that their items have now; new_ids maps an old id to the new one."""
    return tuple(replace(one, item_id=new_ids.get(one.item_id, one.item_id)) for one in attempts)


def by_item(attempts: Iterable[Attempt]) -> ByItem:
    """Each item's attempts, oldest first."""
    found: dict[str, list[Attempt]] = {}
    for one in sorted(attempts, key=lambda each: each.seq):
        found.setdefault(one.item_id, []).append(one)
    return {item_id: tuple(each) for item_id, each in found.items()}


def first_of_items(attempts: Iterable[Attempt]) -> dict[str, Attempt]:
    """What was said first, skips included: the prediction that counts."""
    return {item_id: each[0] for item_id, each in by_item(attempts).items()}


def latest_of_items(attempts: Iterable[Attempt]) -> dict[str, Attempt]:
    return {item_id: each[-1] for item_id, each in by_item(attempts).items()}


def best_scores(attempts: Iterable[Attempt]) -> dict[str, float]:
    """The highest score of each item that was graded; a skip has none."""
    best: dict[str, float] = {}
    for one in attempts:
        if one.score is not None and not one.skipped:
            best[one.item_id] = max(one.score, best.get(one.item_id, one.score))
    return best


def progress(attempts: Iterable[Attempt], item_ids: Sequence[str]) -> Progress:
    """How far a lesson with these items is; attempts at other items are ignored."""
    found = by_item(attempts)
    answered = {item_id for item_id, each in found.items() if any(not one.skipped for one in each)}
    return Progress(
        answered=tuple(item_id for item_id in item_ids if item_id in answered),
        skipped=tuple(item_id for item_id in item_ids if item_id in found and item_id not in answered),
        left=tuple(item_id for item_id in item_ids if item_id not in found),
    )
