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

ParamKind = Literal["whole", "decimal", "real", "yesno", "choice", "choices", "file"]
Value = int | float | Decimal | bool | str | tuple[str, ...] | None
Bound = int | float | str
NUMBERS = ("whole", "decimal", "real")
KINDS: Mapping[Any, ParamKind] = {int: "whole", Decimal: "decimal", float: "real", bool: "yesno", str: "choice"}


class Params(BaseModel):
    """The settings of one run: frozen and hashable. `problems` names what single values cannot show."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, arbitrary_types_allowed=True)

    def problems(self) -> Mapping[str, str]:
        """Field name -> sentence, for combinations that cannot be computed or cost too much work."""
        return {}


@dataclass(frozen=True)
class Spec:
    """One declared parameter, as forms, schemas and messages need it."""

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

    def is_asked(self, at: str) -> bool:
        """Whether the parameter is asked for when the switch stands at this value."""
        return not self.when or at in self.when.split("|")


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
) -> Any:
    """Declare a parameter.

    `stops` are the values a slider moves over. At most one choice of a lab is its `switch`: it changes what the page
    asks for, and a parameter with `when` is asked for (and used) only at that value of the switch, or at several
    written with "|" between. A `file` is a text: the sha256 of a file given earlier, or empty.
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
    }
    bounds: dict[str, Any] = {"ge": Decimal(str(ge)), "le": Decimal(str(le))} if ge != le else {}
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
    kind: ParamKind = "choices" if get_origin(annotation) is tuple else KINDS[annotation]
    kind = "file" if declared["file"] else kind
    low, high = Decimal(str(declared["minimum"])), Decimal(str(declared["maximum"]))
    if kind in NUMBERS and not low < high:
        raise TypeError(f"parameter {name} needs bounds: ge below le")
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
    )


def _without_none(annotation: Any) -> tuple[Any, bool]:
    if get_origin(annotation) in (Union, UnionType):
        rest = [each for each in get_args(annotation) if each is not NoneType]
        return rest[0], True
    return annotation, False
