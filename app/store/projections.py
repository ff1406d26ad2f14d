"""What a learner's attempts add up to: under which ids they stand, each item's own, the first of each. Pure functions.
It refuses to read or write; nothing here is stored, so nothing here can be out of step."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from app.store.values import Attempt

ByItem = dict[str, tuple[Attempt, ...]]


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
