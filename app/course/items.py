"""What a learner answers, as frozen values: predictions, questions, the loop of a lab, checkpoints.
It refuses to know how answers are stored, drawn and marked.
"""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from labs import Params

if TYPE_CHECKING:
    from app.course.lesson import Block

Level = Literal["recall", "apply", "transfer", ""]


@dataclass(frozen=True)
class Prose:
    """Safe HTML of whole paragraphs, lists, tables and figures in Markdown; `words` as a reader counts them."""

    html: str
    words: int = 0


@dataclass(frozen=True)
class LabRun:
    """One run of a lab: what a page needs to show it, and its address."""

    slug: str
    params: Params
    address: str


@dataclass(frozen=True)
class Condition:
    """`left sign right`, where left is a name and right a name or a number; sign is one of < <= = >= >."""

    left: str
    sign: str
    right: str


@dataclass(frozen=True)
class Option:
    """One option; `right` and `reason` must not reach a page before an answer is stored.

    `when` are conditions on drawn numbers that make it the right one; `mistakes` are the named ones that lead to it.
    """

    html: str
    right: bool
    reason: str
    value: str
    when: tuple[Condition, ...] = ()
    mistakes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Within:
    """The least and the most that an answer can be, as the lesson declares it; None where that end is open."""

    least: Decimal | None = None
    most: Decimal | None = None


ANY = Within()


@dataclass(frozen=True)
class Answer:
    """A right number: `tolerance` is absolute; `address` is where the engine computes it, empty when typed.

    `places` are the decimals to show where the tolerance does not say them, `label` what the engine calls the number;
    `within` and `is_whole` say which numbers it could be, whatever is right. They decide no mark.
    """

    value: Decimal
    unit: str
    tolerance: Decimal
    address: str = ""
    fact: str = ""
    places: int | None = field(default=None, repr=False)
    label: str = field(default="", repr=False)
    within: Within = field(default=ANY, repr=False)
    is_whole: bool = field(default=False, repr=False)


@dataclass(frozen=True)
class Field:
    """One input of a `fields` question; without an answer it keeps the learner's words."""

    name: str
    label: str
    answer: Answer | None


@dataclass(frozen=True)
class Slip:
    """A named mistake in a question; `gives` are (argument, name of its value) where the two differ."""

    name: str
    gives: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Shown:
    """A sum written out with the drawn numbers: prose shows it as `name`, `gives` are as those of a Slip."""

    name: str
    by: str
    gives: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Family:
    """A question whose numbers are drawn; a lab (`slug`) or a `formula` computes, or neither, when only prose changes.

    `fixed` and `draws` are settings as text, `fact` names the answer, `shows` the computed values that the question
    itself may tell, `wrong` the mistakes that it offers. Draws outside of `only` are drawn again. With `rows` each
    option is a draw of its own, and the one with a mistake in it is to be found. `sums` are written out behind the
    answer; they decide no mark, so they are no part of the version. The `fresh` settings together take other values at
    each turn, as far as there are others.
    """

    slug: str
    formula: str
    fixed: tuple[tuple[str, str], ...]
    draws: tuple[tuple[str, tuple[str, ...]], ...]
    fact: str
    wrong: tuple[Slip, ...] = ()
    shows: tuple[str, ...] = ()
    only: tuple[Condition, ...] = ()
    rows: int = 0
    unit: str = ""
    places: int | None = None
    tolerance: str = ""
    sums: tuple[Shown, ...] = field(default=(), repr=False)
    fresh: tuple[str, ...] = field(default=(), repr=False)
    within: Within = field(default=ANY, repr=False)


@dataclass(frozen=True)
class Item:
    """What every item that stores answers has. `version` is the hash of its graded part."""

    id: str
    version: str
    objective: str
    level: Level
    teaches: str


@dataclass(frozen=True)
class Predict:
    """A prediction outside a lab; `sure` also asks how sure; `reveals` only after it is committed or skipped."""

    item: Item
    kind: Literal["number", "direction", "choice"]
    ask: tuple[Prose, ...]
    options: tuple[Option, ...]
    answer: Answer | None
    right: str
    interval: bool
    sure: bool
    hints: tuple[str, ...]
    reveals: tuple["Block", ...]


@dataclass(frozen=True)
class Question:
    """A question of any kind. `order`: options stand in the right order and are shown in another, by `shuffle`."""

    item: Item
    kind: Literal["choice", "multi", "number", "order", "text", "fields"]
    ask: tuple[Prose, ...]
    options: tuple[Option, ...]
    answer: Answer | None
    fields: tuple[Field, ...]
    family: Family | None
    sure: bool
    hints: tuple[str, ...]
    reveals: tuple["Block", ...]
    sort: str = ""
    shuffle: int = 0


@dataclass(frozen=True)
class Variation:
    """The same with other numbers and no help."""

    ask: str
    run: LabRun
    answer: Answer | None
    direction: str


@dataclass(frozen=True)
class Try:
    """The loop: baseline, prediction about the changed value, control, comparison, reason, variation.

    `values` are the sweep of `vary`; `changed` is the run that the prediction is about.
    """

    item: Item
    base: LabRun
    changed: LabRun
    vary: str
    values: tuple[str, ...]
    fact: str
    kind: Literal["number", "direction"]
    answer: Answer | None
    direction: str
    interval: bool
    sure: bool
    ghost: bool
    ask: str
    why: str
    reason: str
    boxes: tuple[str, ...]
    variation: Variation | None
    hints: tuple[str, ...] = ()


@dataclass(frozen=True)
class Checkpoint:
    """Items and the share of them, in percent, that passes."""

    item: Item
    percent: int
    questions: tuple[Question, ...]
    prose: tuple[Prose, ...]
