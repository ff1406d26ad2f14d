"""Turns and rounds, told from the attempts alone: with which numbers a question is asked, what a checkpoint came to.
It refuses to store anything, so that nothing can be out of step with the attempts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.course.draws import turn_of
from app.course.items import Checkpoint, Question
from app.course.lesson import Screen, every_block
from app.web.item_states import ANSWER, ItemState, States

AGAIN = "again"


@dataclass(frozen=True)
class Round:
    """One asking of all questions of a checkpoint; only those that can be right count."""

    turn: int
    answered: int
    total: int
    right: int
    counted: int
    needed: int

    @property
    def is_closed(self) -> bool:
        """Whether every question is answered or skipped."""
        return self.answered == self.total

    @property
    def is_passed(self) -> bool:
        return self.is_closed and self.right >= self.needed


def groups(screen: Screen) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is asked again together: a checkpoint with its questions, or a lone question with drawn numbers."""
    inside: set[str] = set()
    for block in every_block(screen.blocks):
        if isinstance(block, Checkpoint):
            ids = tuple(each.item.id for each in block.questions)
            inside |= {*ids}
            yield block.item.id, ids
        elif isinstance(block, Question) and block.family is not None and block.item.id not in inside:
            yield block.item.id, (block.item.id,)


def turns_now(screen: Screen, states: States, asked: Mapping[str, str]) -> dict[str, int]:
    """The turn of each question of the screen that has turns: the last one begun, or the next where it is asked for."""
    found: dict[str, int] = {}
    for name, ids in groups(screen):
        turn = last_turn(states, ids)
        if asked.get(AGAIN) == name and is_closed(states, ids, turn):
            turn += 1
        found |= dict.fromkeys(ids, turn)
    return found


def group_of(screen: Screen, id: str) -> tuple[str, ...]:
    """The ids that share a turn with this one; none for a question without turns."""
    return next((ids for _, ids in groups(screen) if id in ids), ())


def is_alone(screen: Screen, id: str) -> bool:
    """Whether the question has turns of its own, outside of a checkpoint."""
    return any(name == id for name, _ in groups(screen))


def last_turn(states: States, ids: Sequence[str]) -> int:
    return max((turn for id in ids for turn in answered_turns(states.of(id))), default=0)


def answered_turns(state: ItemState) -> set[int]:
    """The turns of an item that an answer or a skip has closed."""
    return {turn_of(each.draw_seed) for each in state.attempts if each.kind == ANSWER and each.draw_seed is not None}


def is_closed(states: States, ids: Sequence[str], turn: int) -> bool:
    return all(turn in answered_turns(states.of(id)) for id in ids)


def round_at(checkpoint: Checkpoint, states: States, turn: int) -> Round:
    """What the attempts of one turn come to; of each question the first attempt counts."""
    found = {each.item.id: states.of(each.item.id).at_turn(turn).latest() for each in checkpoint.questions}
    counted = [each.item.id for each in checkpoint.questions if can_be_right(each)]
    return Round(
        turn=turn,
        answered=sum(each is not None for each in found.values()),
        total=len(found),
        right=sum((each := found[id]) is not None and each.score == 1 for id in counted),
        counted=len(counted),
        needed=-(-checkpoint.percent * len(counted) // 100),
    )


def can_be_right(question: Question) -> bool:
    """Whether it is graded at all; words alone are only kept."""
    return question.kind != "text" and (question.kind != "fields" or any(each.answer for each in question.fields))


def rounds(checkpoint: Checkpoint, states: States) -> tuple[Round, ...]:
    """Every round that was begun, oldest first."""
    ids = [each.item.id for each in checkpoint.questions]
    turns = sorted({turn for id in ids for turn in answered_turns(states.of(id))})
    return tuple(round_at(checkpoint, states, turn) for turn in turns)


def passed_round(checkpoint: Checkpoint, states: States) -> Round | None:
    """The first round that was passed."""
    return next((each for each in rounds(checkpoint, states) if each.is_passed), None)


def count_words(now: Round) -> str:
    """The same in short, said behind each answer."""
    so_far = "" if now.is_closed else " so far"
    how = "" if not now.is_closed else ". That is a pass" if now.is_passed else ". That is not a pass"
    return f"{now.answered} of {now.total} answered, {now.right} right{so_far}{how}."


def round_words(now: Round, passed: Round | None) -> str:
    """How a round stands, in words."""
    said = f"{now.answered} of {now.total} answered, {now.right} right"
    needed = f"{now.needed} of {now.counted} right are a pass"
    if not now.is_closed:
        earlier = f" You have passed before, with {passed.right}." if passed else ""
        return f"{said} so far. {needed[0].upper()}{needed[1:]}.{earlier}"
    if now.is_passed:
        return f"{said}. That is a pass: {now.needed} were needed."
    earlier = f" You have passed before, with {passed.right}." if passed else ""
    return f"{said}. That is not a pass: {now.needed} are needed. Another round has new numbers.{earlier}"
