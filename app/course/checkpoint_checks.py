"""What the checkpoints of a full lesson hold: decisions, a transfer, a wrong calculator, an order, drawn numbers.
It refuses to judge how good a question is.
"""

from collections.abc import Iterable
from typing import Final

from app.course.items import Checkpoint, Question
from app.course.lesson import Screen, every_block

DECISIONS: Final = 4


def missing_in(screens: Iterable[Screen]) -> tuple[str, ...]:
    """What the checkpoints of these screens lack, in words; nothing where there is no checkpoint."""
    blocks = (block for screen in screens for block in every_block(screen.blocks))
    questions = [each for block in blocks if isinstance(block, Checkpoint) for each in block.questions]
    if not questions:
        return ()
    decisions = sum(each.sort == "decision" for each in questions)
    found = {
        f"{DECISIONS} questions with as=decision (it has {decisions})": decisions >= DECISIONS,
        "one with level=transfer": any(each.item.level == "transfer" for each in questions),
        "one with as=calculator": any(each.sort == "calculator" for each in questions),
        "one of kind order": any(each.kind == "order" for each in questions),
    }
    fixed = [each.item.id for each in questions if is_fixed(each)]
    told = (f"drawn numbers (`vary`) in {', '.join(fixed)}",) if fixed else ()
    return (*(words for words, is_there in found.items() if not is_there), *told)


def is_fixed(question: Question) -> bool:
    """Whether every learner and every round gets the same question."""
    return question.family is None and question.kind in ("choice", "multi", "number", "fields")
