"""The settings of a lab as fields of a form: which are shown, with what text, error and slider.
It refuses to know HTML and how values are read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from labs import MAX_TEXT, Lab, Offered, Params, Spec, as_text, describe, number, settings


@dataclass(frozen=True)
class Slider:
    """A native range beside a number field. `stops` are the values at its places when they are not evenly spaced."""

    low: str
    high: str
    step: str
    place: str
    stops: str


@dataclass(frozen=True)
class Field:
    """One setting as shown: the text given is kept, also when it is wrong."""

    spec: Spec
    text: str
    error: str
    slider: Slider | None
    offered: Offered | None = None

    @property
    def has_own_text(self) -> bool:
        """Whether the text is none of those that are offered; it is kept all the same."""
        groups = self.offered.groups if self.offered else ()
        return bool(self.text) and all(self.text != value for _, pairs in groups for value, _ in pairs)

    @property
    def hint(self) -> str:
        """Range and unit of a number; what a list holds."""
        spec = self.spec
        if spec.kind == "groups":
            return f"name:acceptance:weight, 1 to {spec.items} of them, commas between"
        if spec.kind == "words":
            return f"at most {MAX_TEXT} characters of plain ASCII"
        if spec.choices or spec.kind in ("yesno", "file"):
            return ""
        bounds = f"{_bound(spec.low)} to {_bound(spec.high)}"
        if spec.kind == "numbers":
            return f"1 to {spec.items} numbers, commas between, each {bounds}"
        return f"{bounds} {spec.unit}" if spec.unit else bounds

    @property
    def keys(self) -> str:
        """The keyboard that a touch screen shows; one for numbers has no comma."""
        return "text" if self.spec.items or self.spec.kind == "words" else "decimal"

    @property
    def chosen(self) -> tuple[str, ...]:
        """The names ticked in a list of choices."""
        return tuple(self.text.split(","))


@dataclass(frozen=True)
class Group:
    """Settings under one heading of the full list."""

    name: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Form:
    """The switch, the few controls beside the figure, and all other settings in groups."""

    switch: Field | None
    controls: tuple[Field, ...]
    groups: tuple[Group, ...]

    @property
    def names(self) -> frozenset[str]:
        """The settings that are asked for."""
        asked = (*self.controls, *(field for group in self.groups for field in group.fields))
        return frozenset(field.spec.name for field in asked)


def texts_of(params: Params) -> dict[str, str]:
    """The settings of a run as the texts that a form shows."""
    return {spec.name: as_text(value) for spec, value in settings(params)}


def build_form(
    lab: Lab, given: Mapping[str, str], errors: Mapping[str, str], offered: Mapping[str, Offered] | None = None
) -> Form:
    """The form that asks for what the current value of the switch needs, in declared order."""
    found = offered or {}
    fields = {spec.name: _field(spec, given, errors, found.get(spec.name)) for spec in describe(lab)}
    switch = next((field for field in fields.values() if field.spec.switch), None)
    mode = _mode(switch)
    asked = [field for field in fields.values() if not field.spec.switch and field.spec.is_asked_at(mode)]
    controls = tuple(fields[name] for name in lab.controls if fields[name] in asked)
    return Form(switch, controls, _groups(field for field in asked if field.spec.name not in lab.controls))


def _mode(switch: Field | None) -> str:
    if switch is None:
        return ""
    return switch.text if switch.text in switch.spec.choices else as_text(switch.spec.default)


def _groups(fields: Iterable[Field]) -> tuple[Group, ...]:
    found: dict[str, list[Field]] = {}
    for field in fields:
        found.setdefault(field.spec.group, []).append(field)
    return tuple(Group(name, tuple(members)) for name, members in found.items())


def _field(spec: Spec, given: Mapping[str, str], errors: Mapping[str, str], offered: Offered | None) -> Field:
    text = given.get(spec.name, as_text(spec.default))
    return Field(spec, text, errors.get(spec.name, ""), slider(spec, text) if spec.stops else None, offered)


def slider(spec: Spec, text: str) -> Slider:
    """The range beside a field whose setting has stops, with the handle at the stop nearest to its text."""
    stops = [Decimal(str(stop)) for stop in spec.stops]
    place = min(range(len(stops)), key=lambda place: abs(stops[place] - _near(text, stops[0])))
    steps = {later - earlier for earlier, later in pairwise(stops)}
    if len(steps) == 1:
        return Slider(as_text(stops[0]), as_text(stops[-1]), as_text(steps.pop()), as_text(stops[place]), "")
    return Slider("0", str(len(stops) - 1), "1", str(place), " ".join(as_text(stop) for stop in stops))


def _near(text: str, otherwise: Decimal) -> Decimal:
    try:
        value = Decimal(text)
    except ArithmeticError:
        return otherwise
    return value if value.is_finite() and abs(value.adjusted()) < 400 else otherwise


def _bound(value: Decimal) -> str:
    return number(int(value)) if value == int(value) else number(value)
