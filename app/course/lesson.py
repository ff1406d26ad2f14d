"""A checked lesson as frozen values: screens and their blocks, prose as safe HTML fragments.
It refuses to know how they came about, how they are shown and what a learner answered.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from app.course.items import Checkpoint, Condition, Item, LabRun, Predict, Prose, Question, Try


@dataclass(frozen=True)
class LabBlock:
    """A lab in the lesson: its run, at most three controls, and which tables and figures to show (all when empty)."""

    id: str
    run: LabRun
    controls: tuple[str, ...]
    show: tuple[str, ...]


@dataclass(frozen=True)
class Code:
    """A worked file with highlighted text, its committed output and what to notice.

    `promotion` is the address of the versioned lab run that does the same, or empty.
    """

    id: str
    file: str
    text: str
    html: str
    output: str
    promotion: str
    notice: tuple["Block", ...]


@dataclass(frozen=True)
class Symbol:
    """One row of the symbols: `html` is the symbol as MathML."""

    symbol: str
    html: str
    meaning: str
    shape: str
    unit: str
    source: str
    known: str


@dataclass(frozen=True)
class Symbols:
    rows: tuple[Symbol, ...]


@dataclass(frozen=True)
class RubricRow:
    row: str
    missing: str
    partial: str
    ready: str


@dataclass(frozen=True)
class Rubric:
    item: Item
    rows: tuple[RubricRow, ...]


@dataclass(frozen=True)
class ContractLine:
    """One line of the contract: what is at most `most` of a unit, and what the lesson's runs give for each release: its
    name, the value, and the same in words with its unit."""

    says: str
    most: Decimal
    unit: str
    releases: tuple[tuple[str, Decimal, str], ...]


@dataclass(frozen=True)
class Asked:
    """Which kept results of a kind count: those for which all conditions of one way hold, over settings and numbers of
    the result. `words` says it to the learner."""

    kind: str
    ways: tuple[tuple[Condition, ...], ...]
    words: str


@dataclass(frozen=True)
class Evidence:
    """The release note: each line is a kind, the item, block or screen that gives it, and its words.

    `fresh` names for an item another one with numbers of its own, which gives the same evidence. `good` are the
    releases that may be fallen back to, all when empty; `refused` are others with the reason told beside the field.
    `contract` is what the release that goes out is held against. `also` are other names of a release; `stop` is the
    item whose answer is the stop, without which the fallback is only begun, or empty. `asked` is what a kept result
    must be to count.
    """

    item: Item
    lines: tuple[tuple[str, str, str], ...]
    fresh: tuple[tuple[str, str], ...] = ()
    good: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    contract: tuple[ContractLine, ...] = ()
    also: tuple[tuple[str, tuple[str, ...]], ...] = ()
    stop: str = ""
    asked: tuple["Asked", ...] = ()


@dataclass(frozen=True)
class FailureMode:
    """The learner fills four fields; the worked ones are shown after that."""

    item: Item
    failure: str
    detector: str
    owner: str
    mitigation: str
    stop: str


@dataclass(frozen=True)
class Hint:
    """A hint beside an item that takes none of its own; see app/course/hints.py."""

    item: str
    html: str


@dataclass(frozen=True)
class Reveal:
    """Shown after the item is answered or skipped, and not in the page before."""

    item: str
    blocks: tuple["Block", ...]


@dataclass(frozen=True)
class Note:
    title: str
    blocks: tuple["Block", ...]


@dataclass(frozen=True)
class Term:
    """A key term where it is defined."""

    name: str
    html: str


Block = (
    Prose
    | Predict
    | Question
    | Try
    | Checkpoint
    | LabBlock
    | Code
    | Symbols
    | Rubric
    | Evidence
    | FailureMode
    | Hint
    | Reveal
    | Note
    | Term
)


@dataclass(frozen=True)
class Screen:
    """One page of a lesson. `in_hour` screens count for the word limit."""

    id: str
    title: str
    title_html: str
    part: str
    in_hour: bool
    blocks: tuple[Block, ...]
    words: int


@dataclass(frozen=True)
class Lesson:
    """One lesson; `version` is the hash of its text and of all that it shows."""

    id: str
    title: str
    minutes: int
    requires: tuple[str, ...]
    objectives: tuple[tuple[str, str], ...]
    terms: tuple[str, ...]
    runs: tuple[tuple[str, str], ...]
    limits: tuple[str, ...]
    ship_rule: str
    cutoff: str
    status: str
    intro: tuple[Prose, ...]
    screens: tuple[Screen, ...]
    version: str

    def screen(self, id: str) -> Screen | None:
        return next((screen for screen in self.screens if screen.id == id), None)


def every_block(blocks: Iterable[Block]) -> Iterator[Block]:
    """These blocks and all that stand inside them, in reading order."""
    for block in blocks:
        yield block
        yield from every_block(_inside(block))


def _inside(block: Block) -> tuple[Block, ...]:
    if isinstance(block, Question | Predict):
        return block.reveals
    if isinstance(block, Checkpoint):
        return block.questions
    if isinstance(block, Reveal | Note):
        return block.blocks
    return block.notice if isinstance(block, Code) else ()
