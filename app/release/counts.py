"""Whether conditions hold for a result that was kept, over its settings and its numbers.
It refuses to run a lab: what was kept without its numbers does not count."""

from collections.abc import Sequence

from app.course.conditions import holds
from app.course.draws import Unfit
from app.course.items import Condition
from app.release.kept import Kept, from_json


def holds_for(kept: Kept, conditions: Sequence[Condition]) -> bool:
    """A name on the left that the result does not have, or that has no value, makes no condition hold; one on the right
    is then a word: `view = compare`."""
    try:
        numbers = from_json(kept.numbers)
        if numbers is None:
            return False
        facts = {name: each.value for name, each in numbers.facts.items()}
        words = {each.right: each.right for each in conditions}
        return holds(conditions, {**words, **facts, **numbers.settings})
    except (ValueError, Unfit):
        return False
