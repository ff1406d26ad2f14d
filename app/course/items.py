"""What a learner answers, as frozen values: predictions, questions, the loop of a lab, checkpoints.
It refuses to know how answers are stored, drawn and marked.
"""

from dataclasses import dataclass
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
class Option:
    """One option; `right` and `reason` must not reach a page before an answer is stored."""

    html: str
    right: bool
    reason: str
    value: str


@dataclass(frozen=True)
class Answer:
    """A right number: `tolerance` is absolute; `address` is where the engine computes it, empty when typed."""

    value: Decimal
    unit: str
    tolerance: Decimal
    address: str = ""
    fact: str = ""


@dataclass(frozen=True)
class Field:
    """One input of a `fields` question; without an answer it keeps the learner's words."""

    name: str
    label: str
    answer: Answer | None


@dataclass(frozen=True)
class Family:
    """A question whose numbers are drawn: `draws` are (setting, values as text), `fact` the answer of that run."""

    slug: str
    fixed: tuple[tuple[str, str], ...]
    draws: tuple[tuple[str, tuple[str, ...]], ...]
    fact: str
    wrong: tuple[str, ...]


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
    """A question of any kind. `order`: options stand in the right order and are shown in another."""

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
