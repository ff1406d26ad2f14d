"""What a course holds, seen from outside of its lessons: where each item stands, where terms and symbols are defined.
It refuses to know learners.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.course.items import Checkpoint, Predict, Question, Try
from app.course.lesson import (
    Block,
    Code,
    Evidence,
    FailureMode,
    LabBlock,
    Lesson,
    Note,
    Rubric,
    Screen,
    Symbol,
    Symbols,
    Term,
    every_block,
)

ItemBlock = Predict | Question | Try | Rubric | Evidence | FailureMode


@dataclass(frozen=True)
class Place:
    """Where an item stands."""

    lesson: Lesson
    screen: Screen
    block: ItemBlock


@dataclass(frozen=True)
class Defined:
    """A term with the screen that defines it."""

    term: Term
    lesson: Lesson
    screen: Screen


@dataclass(frozen=True)
class Explained:
    """A symbol with the screen whose table explains it."""

    symbol: Symbol
    lesson: Lesson
    screen: Screen


def places(lessons: tuple[Lesson, ...]) -> Mapping[str, Place]:
    """Every item that takes an answer, by its id. A checkpoint takes none of its own; its questions do."""
    return {
        block.item.id: Place(lesson, screen, block)
        for lesson in lessons
        for screen in lesson.screens
        for block in items_of(screen)
    }


def items_of(screen: Screen) -> Iterator[ItemBlock]:
    for block in every_block(screen.blocks):
        if isinstance(block, ItemBlock):
            yield block


def questions_of(lesson: Lesson) -> Mapping[str, Question]:
    """The questions of a lesson by id, those in checkpoints among them."""
    blocks = (block for screen in lesson.screens for block in items_of(screen))
    return {block.item.id: block for block in blocks if isinstance(block, Question)}


def item_ids(screen: Screen) -> tuple[str, ...]:
    return tuple(block.item.id for block in items_of(screen))


def predictions(screen: Screen) -> frozenset[str]:
    """The ids of what is answered once: a prediction cannot be made after its outcome was seen."""
    return frozenset(block.item.id for block in items_of(screen) if isinstance(block, Predict | Try))


def terms(lessons: tuple[Lesson, ...]) -> tuple[Defined, ...]:
    """All terms by name, but for those that are revealed after an answer."""
    found = [
        Defined(block, lesson, screen)
        for lesson in lessons
        for screen in lesson.screens
        for block in _open_blocks(screen.blocks)
        if isinstance(block, Term)
    ]
    return tuple(sorted(found, key=lambda each: each.term.name.casefold()))


def symbols(lessons: tuple[Lesson, ...]) -> tuple[Explained, ...]:
    """All rows of the tables of symbols, in the order of the screens."""
    return tuple(
        Explained(row, lesson, screen)
        for lesson in lessons
        for screen in lesson.screens
        for block in _open_blocks(screen.blocks)
        if isinstance(block, Symbols)
        for row in block.rows
    )


def _open_blocks(blocks: tuple[Block, ...]) -> Iterator[Block]:
    for block in blocks:
        yield block
        if isinstance(block, Note):
            yield from _open_blocks(block.blocks)
        elif isinstance(block, Code):
            yield from _open_blocks(block.notice)


def newest_ids(renamed: Mapping[str, str]) -> Mapping[str, str]:
    """Old id -> the id that the item has now, through any number of renamings."""
    found: dict[str, str] = {}
    for old in renamed:
        new, seen = renamed[old], {old}
        while new in renamed and new not in seen:
            seen.add(new)
            new = renamed[new]
        found[old] = new
    return found


def holder_of(lesson: Lesson, id: str) -> tuple[Screen, Block] | None:
    """The screen and the block that has this id, whatever kind it is."""
    for screen in lesson.screens:
        for block in every_block(screen.blocks):
            if _id_of(block) == id:
                return screen, block
    return None


def taught_on(lesson: Lesson, name: str) -> Screen | None:
    """The screen that an item's `teaches` names, by its own id or that of a block on it."""
    found = holder_of(lesson, name) if name else None
    return lesson.screen(name) or (found[0] if found else None)


def _id_of(block: Block) -> str:
    if isinstance(block, LabBlock | Code):
        return block.id
    return block.item.id if isinstance(block, ItemBlock | Checkpoint) else ""
