"""Hints that stand apart from their item, given to it, so that each is asked for in its turn wherever it was written.
It refuses to show them.
"""

from collections.abc import Mapping
from dataclasses import replace

from app.course.items import Checkpoint, Predict, Question, Try
from app.course.lesson import Block, Hint, Screen, every_block


def gathered(screens: tuple[Screen, ...]) -> tuple[Screen, ...]:
    """The screens with `hint {for=ID}` moved into what it belongs to; panels take none and keep theirs beside them."""
    blocks = [block for screen in screens for block in every_block(screen.blocks)]
    takers = {block.item.id for block in blocks if isinstance(block, Predict | Question | Try)}
    apart: dict[str, tuple[str, ...]] = {}
    for block in blocks:
        if isinstance(block, Hint) and block.item in takers:
            apart[block.item] = (*apart.get(block.item, ()), block.html)
    return tuple(
        replace(screen, blocks=tuple(_given(block, apart) for block in screen.blocks if not _is_moved(block, apart)))
        for screen in screens
    )


def _is_moved(block: Block, apart: Mapping[str, tuple[str, ...]]) -> bool:
    return isinstance(block, Hint) and block.item in apart


def _given(block: Block, apart: Mapping[str, tuple[str, ...]]) -> Block:
    if isinstance(block, Predict | Question | Try) and block.item.id in apart:
        return replace(block, hints=(*block.hints, *apart[block.item.id]))
    if isinstance(block, Checkpoint):
        questions = (_given(each, apart) for each in block.questions)
        return replace(block, questions=tuple(each for each in questions if isinstance(each, Question)))
    return block
