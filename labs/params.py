"""Parameters of a lab, declared once: form, schema, checks and messages all derive from here.
It refuses to know how text is read (labs/reading.py), how a form looks and what a lab computes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

ParamKind = Literal["whole", "decimal", "real", "yesno", "choice", "choices", "numbers", "groups", "file", "words"]
Item = Literal["", "whole", "decimal"]
Bound = int | float | str
NUMBERS = ("whole", "decimal", "real")
LISTS = ("numbers", "groups")
KINDS: Mapping[Any, ParamKind] = {int: "whole", Decimal: "decimal", float: "real", bool: "yesno", str: "choice"}


ITEMS: Mapping[Any, Item] = {int: "whole", Decimal: "decimal"}


@dataclass(frozen=True)
class Group:
    """A group of requests: its acceptance (0 to 1) and its weight beside the other groups."""

    name: str
    alpha: Decimal
    weight: Decimal


Value = int | float | Decimal | bool | str | tuple[str | int | Decimal | Group, ...] | None


class Params(BaseModel):
    """The settings of one run: frozen and hashable. `problems` names what single values cannot show."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, arbitrary_types_allowed=True)

    def problems(self) -> Mapping[str, str]:
        """Field name -> sentence, for combinations that cannot be computed or cost too much work."""
        return {}


@dataclass(frozen=True)
class Spec:
    """One declared parameter, as forms, schemas and messages need it.

    A list has at most `items` values. `low` and `high` bound each of its numbers, which are of the kind `item`, or
    the weight of each of its groups.
    """

    name: str
    kind: ParamKind
    label: str
    help: str
    unit: str
    default: Value
    low: Decimal
    high: Decimal
    choices: Mapping[str, str]
    group: str
    optional: bool
    stops: tuple[Bound, ...]
    switch: bool
    when: str
    also: tuple[str, ...]
    item: Item
    items: int

    def is_asked_at(self, value: str) -> bool:
        """Whether the page asks for it at this value of the switch."""
        return not self.when or value in (self.when, *self.also)


@dataclass(frozen=True)
class FieldError:
    """One refused value: the name as given, and a sentence that says what was found and what is allowed."""

    name: str
    message: str


class BadParams(ValueError):
    """All that is wrong with the values given, in the order of the fields."""

    def __init__(self, errors: Iterable[FieldError]) -> None:
        self.errors = tuple(errors)
        super().__init__("; ".join(f"{error.name}: {error.message}" for error in self.errors))


def param(
    default: Any,
    *,
    label: str,
    help: str,
    unit: str = "",
    ge: Bound = 0,
    le: Bound = 0,
    choices: Mapping[str, str] | None = None,
    group: str = "",
    stops: tuple[Bound, ...] = (),
    switch: bool = False,
    when: str = "",
    file: bool = False,
    words: bool = False,
    also: tuple[str, ...] = (),
    items: int = 0,
) -> Any:
    """Declare a parameter; its annotation says its kind.

    tuple[str, ...] are choices, tuple[int, ...] and tuple[Decimal, ...] numbers, tuple[Group, ...] groups; the last
    two hold 1 to `items` values.

    `stops` are the values a slider moves over. At most one choice of a lab is its `switch`: it changes what the page
    asks for, and a parameter with `when` is asked for (and used) only at that value of the switch, and those of `also`.
    A `file` is a text: the sha256 of a file given earlier. `words` are a text of the reader's own, at most 64 printable
    ASCII characters, so that it travels in the address.
    """
    extra: dict[str, Any] = {
        "unit": unit,
        "group": group,
        "minimum": ge,
        "maximum": le,
        "choices": dict(choices or {}),
        "stops": list(stops),
        "switch": switch,
        "when": when,
        "file": file,
        "words": words,
        "also": list(also),
        "items": items,
    }
    bounds: dict[str, Any] = {"ge": Decimal(str(ge)), "le": Decimal(str(le))} if ge != le else {}
    if items:
        # ge and le are then those of each value, which labs/reading.py holds it to.
        bounds = {"min_length": 1, "max_length": items}
    return Field(default, title=label, description=help, json_schema_extra=extra, **bounds)


@cache
def describe(params: type[Params]) -> tuple[Spec, ...]:
    """The declared parameters in their order."""
    return tuple(_spec(name, info) for name, info in params.model_fields.items())


def _spec(name: str, info: FieldInfo) -> Spec:
    annotation, optional = _without_none(info.annotation)
    extra = info.json_schema_extra
    if not isinstance(extra, dict):
        raise TypeError(f"parameter {name} is not declared with param()")
    declared: dict[str, Any] = dict(extra)
    kind, item = _kind(annotation)
    kind = "file" if declared["file"] else "words" if declared["words"] else kind
    low, high = Decimal(str(declared["minimum"])), Decimal(str(declared["maximum"]))
    if kind in (*NUMBERS, *LISTS) and not low < high:
        raise TypeError(f"parameter {name} needs bounds: ge below le")
    if (kind in LISTS) is (declared["items"] == 0):
        raise TypeError(f"parameter {name}: a list of numbers or groups needs items, and nothing else has them")
    return Spec(
        name=name,
        kind=kind,
        label=info.title or name,
        help=info.description or "",
        unit=declared["unit"],
        default=info.default,
        low=low,
        high=high,
        choices=declared["choices"],
        group=declared["group"],
        optional=optional,
        stops=tuple(declared["stops"]),
        switch=declared["switch"],
        when=declared["when"],
        also=tuple(declared["also"]),
        item=item,
        items=declared["items"],
    )


def _kind(annotation: Any) -> tuple[ParamKind, Item]:
    if get_origin(annotation) is not tuple:
        return KINDS[annotation], ""
    value = get_args(annotation)[0]
    if value in ITEMS:
        return "numbers", ITEMS[value]
    return ("groups" if value is Group else "choices"), ""


def _without_none(annotation: Any) -> tuple[Any, bool]:
    if get_origin(annotation) in (Union, UnionType):
        rest = [each for each in get_args(annotation) if each is not NoneType]
        return rest[0], True
    return annotation, False
