"""What is at hand while one lesson is compiled: its source, findings, labs, files, and what was said so far.
It refuses to outlive the compile; the lesson that comes out is frozen.
"""

import html
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.course.bench import Bench, Ran
from app.course.diagnostics import Findings, Spot, nearest
from app.course.kit import Kit
from app.course.lab_calls import fact_of, read_reference, written
from app.course.source import Source
from app.course.yaml_text import Entries, Text, read_yaml
from labs import Fact


def plain_image_address(name: str) -> str:
    """Where an image is served when nobody says otherwise."""
    return f"/images/{name}"


def fact_name(fact: Fact, words: str) -> str:
    """What a link of a number is called: what is seen of it, then which number it is, and where the link leads."""
    label = fact.label if fact.label[1:2].isupper() else fact.label[:1].lower() + fact.label[1:]
    unit = f" in {fact.unit}" if fact.unit and not words.endswith(fact.unit) else ""
    return f"{words} {fact.kind}, {label}{unit}: how do we know?"


@dataclass(frozen=True)
class Files:
    """The files that lessons may show, by name; content names are looked up here and never joined to a path."""

    code: Mapping[str, Path] = field(default_factory=dict)
    images: Mapping[str, Path] = field(default_factory=dict)
    image_address: Callable[[str], str] = plain_image_address


@dataclass(frozen=True)
class Said:
    """Prose that stands on a page before any answer: plain words, where they begin, on which screen."""

    text: str
    spot: Spot
    screen: int


@dataclass(frozen=True)
class ItemUse:
    """An item as the checks of the whole lesson need it."""

    kind: str
    id: str
    objective: Text | None
    level: str
    in_checkpoint: bool


@dataclass(frozen=True)
class Pointer:
    """A name that must be the id of a block of this lesson; `code` is the finding when it is not."""

    code: str
    id: Text
    what: str


@dataclass
class Desk:
    """One compile's working state. `unread` are keys of the front matter whose values could not be read, which was
    told there, so that nothing is told missing for it.
    """

    source: Source
    findings: Findings
    bench: Bench
    files: Files
    kit: Kit
    runs: dict[str, Ran] = field(default_factory=dict)
    broken_runs: set[str] = field(default_factory=set)
    used_runs: set[str] = field(default_factory=set)
    unread: frozenset[str] = frozenset()
    said: list[Said] = field(default_factory=list)
    typed: list[Said] = field(default_factory=list)
    symbols: list[tuple[str, Spot]] = field(default_factory=list)
    links: list[Text] = field(default_factory=list)
    items: list[ItemUse] = field(default_factory=list)
    pointers: list[Pointer] = field(default_factory=list)
    code: list[Text] = field(default_factory=list)
    terms: dict[str, tuple[Spot, int]] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    symbol_rows: set[str] = field(default_factory=set)
    known: list[tuple[str, Text]] = field(default_factory=list)
    drawn: tuple[str, ...] = ()
    computed: tuple[str, ...] = ()
    heading: int = 1
    title: tuple[str, str, Mapping[str, Text]] | None = None
    words: int = 0
    screen: int = 0
    families: list[tuple[str, Spot]] = field(default_factory=list)
    is_hidden: bool = False
    item: str | None = None
    is_in_checkpoint: bool = False

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """What is written meanwhile reaches a page only after an answer."""
        before, self.is_hidden = self.is_hidden, True
        try:
            yield
        finally:
            self.is_hidden = before

    @contextmanager
    def drawing(self, names: tuple[str, ...], computed: tuple[str, ...] = ()) -> Iterator[None]:
        """Meanwhile `{name}` in prose stands for a drawn number, and for a computed one behind the answer."""
        before, self.drawn, self.computed = (self.drawn, self.computed), names, computed
        try:
            yield
        finally:
            self.drawn, self.computed = before

    def say(self, text: str, spot: Spot) -> None:
        """Count and remember words of a page."""
        if not self.is_hidden:
            self.words += len(text.split())
            self.said.append(Said(text, spot, self.screen))

    def run(self, name: str, spot: Spot) -> Ran | None:
        """The run that front matter names; None also when it was named but could not be computed."""
        self.used_runs.add(name)
        if name not in self.runs and name not in self.broken_runs and "runs" not in self.unread:
            self.findings.unknown("E067", spot, "run", name, (*self.runs, *self.broken_runs))
            # The run that was meant is in use, or one slip would be told twice.
            self.used_runs.add(nearest(name, self.runs) or name)
        return self.runs.get(name)

    def fact(self, text: str, spot: Spot) -> tuple[Ran, Fact, str] | None:
        """The run, the fact and the words shown for `RUN#FACT[:FORMAT][:n]`."""
        reference = read_reference(text, spot, self.findings)
        ran = self.run(reference.run, spot.within(0, len(reference.run))) if reference else None
        if reference is None or ran is None:
            return None
        where = spot.within(reference.offset, len(reference.fact))
        fact = fact_of(ran, reference.fact, where, self.findings)
        if fact is None:
            return None
        if reference.format and (isinstance(fact.value, bool | str) or fact.value is None):
            message = f'"{reference.fact}" is no number, so the format ":{reference.format}" cannot be used.'
            self.findings.add("E068", spot, message, fix=text.replace(f":{reference.format}", ""))
            return None
        unit = "" if reference.bare or not fact.unit else f"\u00a0{fact.unit}"
        return ran, fact, written(fact, reference.format) + unit

    def fact_html(self, text: str, spot: Spot) -> tuple[str, str]:
        """The role as HTML and as plain words."""
        found = self.fact(text, spot)
        if found is None:
            return "", ""
        ran, fact, words = found
        address, name = html.escape(ran.address), html.escape(fact_name(fact, words))
        shown = html.escape(words)
        return f'<a class="fact" data-kind="{fact.kind}" href="{address}" aria-label="{name}">{shown}</a>', words

    def point(self, code: str, id: Text, what: str) -> None:
        """Remember a name that must be the id of a block of this lesson, anywhere in it."""
        self.pointers.append(Pointer(code, id, what))

    def heads(self, name: str, text: str, spot: Spot) -> Entries | None:
        """The YAML of a block as entries; None when it is empty or unreadable."""
        node = read_yaml(text, self.findings, spot.line + 1)
        if node is not None and not isinstance(node, Entries):
            self.findings.add("E011", node.spot, f'The body of "{name}" is written as lines `name: value`.')
            return None
        return node
