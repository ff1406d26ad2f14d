"""Who looks at which screen, with what was just sent: all that the views of a screen depend on.
It refuses to know templates and the store."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.course.draws import draw_seed, turn_of
from app.course.given import Given
from app.course.lesson import Lesson, Screen
from app.course.outline import item_ids, predictions
from app.web.item_states import ANSWER, ItemState, States, given_of
from app.web.rounds import group_of
from app.web.told import Prediction


@dataclass(frozen=True)
class Refusal:
    """What was sent and not stored as an answer: its fields as typed, and a sentence for each that is in the way. There
    is none when only a hint was wished for."""

    item: str
    step: str
    given: Given
    problems: Mapping[str, str]


@dataclass(frozen=True)
class Sitting:
    """`asked` is the query, `sent` the item that an answer just came for, `unsaved` why it was not stored,
    `said` the prediction that the blocks at hand follow from.

    `turns` holds items whose numbers are drawn, with the turn they are at; `seeds` are those that a form came with.
    """

    lesson: Lesson
    screen: Screen
    states: States
    seed: int = 0
    asked: Mapping[str, str] = field(default_factory=dict)
    refused: Refusal | None = None
    sent: str = ""
    sent_step: str = ""
    unsaved: str = ""
    is_paper: bool = False
    said: Prediction | None = None
    turns: Mapping[str, int] = field(default_factory=dict)
    seeds: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_strange(self) -> bool:
        """Whether nobody is known at this browser yet, so that drawn numbers are those that everybody sees first."""
        return self.seed == 0 and not self.states.by_id and not self.states.unread

    def state(self, id: str) -> ItemState:
        """What happened at the item; at its present turn where its numbers are drawn, at first where it predicts."""
        state = self.states.of(id)
        if id in self.turns:
            return state.at_turn(self.turns[id])
        return state.at_first() if id in predictions(self.screen) else state

    def given(self, id: str, step: str = ANSWER) -> Given:
        """The fields to show: what was just typed and not stored, else what was last stored."""
        if self.refused and (self.refused.item, self.refused.step) == (id, step):
            return self.refused.given
        return given_of(self.state(id).latest(step))

    def problems(self, id: str, step: str = ANSWER) -> Mapping[str, str]:
        if self.refused and (self.refused.item, self.refused.step) == (id, step):
            return self.refused.problems
        return {}

    def sent_at(self, id: str) -> str:
        """The step that was just sent for this item, empty when none was."""
        return self.sent_step if self.sent == id else ""

    def draw(self, id: str) -> int:
        """The seed of an item's drawn numbers: that of an attempt at this turn, else the learner's own."""
        stored = (each.draw_seed for each in self.state(id).attempts if each.draw_seed is not None)
        return next(stored, self.seeds.get(id, draw_seed(self._begun_with(id), id, self.turns.get(id, 0))))

    def _begun_with(self, id: str) -> int:
        """A stranger who answers becomes a learner; what was begun goes on with the stranger's numbers, so that the
        rest of a round stays as it was shown and the next round differs from it."""
        for other in group_of(self.screen, id):
            seeds = {each.draw_seed for each in self.states.of(other).attempts}
            if draw_seed(0, other, 0) in seeds:
                return 0
        return self.seed

    def could_draw(self, id: str, seed: int) -> bool:
        """Whether a form may have asked with this seed: an attempt's, or the learner's or a stranger's until now."""
        turn = turn_of(seed)
        stored = {each.draw_seed for each in self.states.of(id).attempts}
        own = {draw_seed(self.seed, id, turn), draw_seed(0, id, turn)}
        return seed in stored or (seed in own and turn <= self.turns.get(id, 0) + 1)

    def is_next(self, id: str) -> bool:
        """Whether this is the first item of the screen that waits; its button alone is filled."""
        return next((each for each in item_ids(self.screen) if not self.state(each).is_open), "") == id
