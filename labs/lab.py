"""What a lab is and what a run gives back: frozen values only.
It refuses to know forms, pages, drawing and any single lab."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol

from labs.offers import Offered
from labs.params import Params, describe
from labs.telling import Event, TooMuchAtOnce

Kind = Literal["modelled", "measured", "assumed"]
Scalar = int | float | bool | str | None
ColumnType = Literal["text", "whole", "decimal", "yesno"]
FigureKind = Literal["line", "step", "bar", "stacked", "scatter", "lanes", "heatmap", "bands"]
MAX_POINTS = 800
WORDS_ROWS = 12


@dataclass(frozen=True)
class Fact:
    """A named scalar: `digits` are significant digits for the digest, `places` the decimals shown, `asked` those that
    an answer must agree in where more are shown, `formula` names the formula it comes from, `source` says where inputs
    come from, `absent` what is said where it has no value."""

    value: Scalar
    unit: str
    label: str
    kind: Kind = "modelled"
    digits: int = 6
    places: int | None = None
    asked: int | None = None
    formula: str = ""
    source: str = ""
    absent: str = "not defined"


@dataclass(frozen=True)
class Column:
    """A typed column: the unit stands in the head, `places` are the decimals shown.

    `measured` cells differ from run to run, or by rounding from machine to machine, and are left out of the digest.
    `lang` is the language of cells that are pieces of a model's text, such as zu; zxx where it is none. `absent` is
    what a cell without a value says.
    """

    name: str
    label: str
    unit: str = ""
    type: ColumnType = "decimal"
    digits: int = 6
    places: int | None = None
    measured: bool = False
    lang: str = ""
    absent: str = "not defined"


@dataclass(frozen=True)
class Table:
    """Rows under typed columns. The first column heads each row; `now` is the row of the current value."""

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    now: int | None = None

    def __post_init__(self) -> None:
        width = len(self.columns)
        if not {*map(len, self.rows)} <= {width}:
            raise ValueError(f"table {self.name}: every row needs {width} cells")
        if not all(map(isfinite, [cell for cell in chain.from_iterable(self.rows) if isinstance(cell, float)])):
            raise ValueError(f"table {self.name}: a cell is not finite; undefined is None with the reason in words")

    def index(self, column: str) -> int:
        """Position of the named column; KeyError when there is none."""
        for place, each in enumerate(self.columns):
            if each.name == column:
                return place
        raise KeyError(f"table {self.name} has no column {column}")

    def values(self, column: str) -> tuple[Scalar, ...]:
        """The named column, top to bottom."""
        return self._columns[self.index(column)]

    @cached_property
    def _columns(self) -> tuple[tuple[Scalar, ...], ...]:
        """Every column, top to bottom: page, drawings and digest ask for each of them many times."""
        return tuple(zip(*self.rows, strict=True)) or ((),) * len(self.columns)


@dataclass(frozen=True)
class Line:
    """A reference line at the value of a fact, read on `axis`; one that stands `at` a value of the other is a mark."""

    fact: str
    label: str
    axis: Literal["x", "y"] = "y"
    at: Scalar = None


@dataclass(frozen=True)
class Figure:
    """A view of a table: every mark is a cell of it, so a figure cannot show a number the table lacks.

    line, step, bar, scatter, bands: `x` and `y` columns, a series each; bands shade `interval`, the first bars wear it.
    stacked: rows are segments named by `x`, sized by `y[0]`, laid end to end in the bar named by `group`.
    lanes: a row is a bar in lane `y[0]` from `interval[0]` to `interval[1]`, named by `x`.
    heatmap: cell at (`x`, `y[0]`) with value `y[1]`.
    `state` names a text column whose words choose the pattern of a mark.
    """

    name: str
    kind: FigureKind
    table: str
    x: str
    y: tuple[str, ...]
    summary: str
    x_title: str
    y_title: str
    interval: tuple[str, str] | None = None
    lines: tuple[Line, ...] = ()
    scale: Literal["linear", "log"] = "linear"
    x_scale: Literal["linear", "log"] = "linear"
    group: str | None = None
    state: str | None = None


@dataclass(frozen=True)
class Result:
    """What a run gives back. The sentence of the lab is `says`, its reason `because`."""

    says: str
    because: str
    facts: Mapping[str, Fact]
    tables: tuple[Table, ...]
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """The sentence with its because."""
        return f"{self.says}, because {self.because}."

    def table(self, name: str) -> Table:
        """The named table; KeyError when there is none."""
        for each in self.tables:
            if each.name == name:
                return each
        raise KeyError(f"no table {name}")


class Files(Protocol):
    """Files that were given earlier, by the sha256 of their bytes; FileNotFoundError when there is none."""

    def open(self, sha256: str) -> BinaryIO: ...

    @property
    def data(self) -> Path:
        """The folder that they are kept in, with what else was given there by the command line."""
        ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class Upload:
    """A file that a parameter may name: `check` reads the whole stream under its name and raises ValueError with the
    sentence to show; `most_bytes` bounds the stream; `sets` are settings that come with a new file."""

    label: str
    help: str
    check: Callable[[BinaryIO, str], object]
    most_bytes: int
    sets: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Walk:
    """A whole setting that a reader goes through with Back and Next, `size` at a time, at most to the fact `last`."""

    size: int = 1
    last: str = ""


Reader = Callable[[str], Mapping[str, str]]
Run = Callable[..., Result]
LeftApart = Callable[[Any], TooMuchAtOnce | None]
Live = Callable[..., Generator["Event | Result", None, None]]


@dataclass(frozen=True)
class Lab:
    """A predefined, parameterised computation. `run` is pure: same params, same bytes.

    `controls` are the settings beside the figure, at most three at each value of the switch; `lead` is the fact that a
    change is told by; `presets` are named sets of values as text; `readers` turn a pasted text into values; `version`
    counts changes of its numbers, and of words that kept results must not tell any more. A lab with `uploads` (by
    parameter) is run as run(params, files); pure, because a file is named by its sha256. `downloads` are tables too
    long for a page, given as CSV only; `links` are words and paths of this site, `walks` the settings with Back and
    Next. `shows` is a sentence for who has not seen it, `leaves_out` one for who has.
    `seconds` is the most that a run at the defaults or a preset may take, `quick` are settings that make any run small,
    `takes` estimates the seconds of other settings where they differ much.
    A run that is too much for a page raises TooMuchAtOnce and is done by apart(params, files, tell), which tells
    progress; a measured lab has live(params, files), which gives Events and at last the Result. `left_apart` gives that
    exception before any work, where settings tell it. `so_far(params, events)` is what events of an unfinished live run
    amount to, or None; `live_with` chooses a run of this machine, not a recorded one; `again` counts measurements.
    `offers` gives for a setting of words what it may be here; `refuses(params, files)` raises BadParams for what files
    that were given show to be impossible, before a run is asked for.
    """

    slug: str
    title: str
    question: str
    params: type[Params]
    run: Run
    version: int
    controls: tuple[str, ...]
    lead: str
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    readers: Mapping[str, Reader] = field(default_factory=dict)
    shows: str = ""
    leaves_out: str = ""
    vectors: str = "vectors.json"
    uploads: Mapping[str, Upload] = field(default_factory=dict)
    downloads: Mapping[str, Callable[..., Table]] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    walks: Mapping[str, Walk] = field(default_factory=dict)
    seconds: float = 0.01
    quick: Mapping[str, str] = field(default_factory=dict)
    takes: Callable[[Any], float] | None = None
    apart: Run | None = None
    live: Live | None = None
    left_apart: LeftApart | None = None
    so_far: Callable[..., Result | None] | None = None
    live_with: Mapping[str, str] = field(default_factory=dict)
    again: str = ""
    offers: Mapping[str, Callable[[Files], Offered]] = field(default_factory=dict)
    refuses: Callable[[Any, Files], None] | None = None

    def __post_init__(self) -> None:
        specs = {spec.name: spec for spec in describe(self.params)}
        for value in {value for name in self.controls for value in (specs[name].when, *specs[name].also)}:
            shown = [name for name in self.controls if specs[name].is_asked_at(value)]
            if len(shown) > 3:
                raise ValueError(f"lab {self.slug}: at most three controls, at {value} it has {', '.join(shown)}")
