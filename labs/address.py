"""Parameters as text and as the query of an address, and back.
It refuses to know hosts, routes and pages."""

from decimal import Decimal
from functools import lru_cache
from urllib.parse import urlencode

from labs.params import Group, Params, Spec, Value, describe


def as_text(value: Value | Group) -> str:
    """The canonical text of a value: what labs/reading.py reads back to the same value."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(as_text(each) for each in value)
    if isinstance(value, Group):
        return f"{value.name}:{as_text(value.alpha)}:{as_text(value.weight)}"
    if isinstance(value, Decimal):
        return _plain(value)
    if isinstance(value, float) and value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def _plain(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def settings(params: Params) -> list[tuple[Spec, Value]]:
    """Each parameter with its value, in declared order."""
    return [(spec, getattr(params, spec.name)) for spec in describe(type(params))]


# A page names its own address several times over.
@lru_cache(maxsize=32)
def query(params: Params) -> str:
    """The values that differ from the defaults, in declared order, as a query without the question mark."""
    differing = [(spec.name, as_text(value)) for spec, value in settings(params) if value != spec.default]
    return urlencode(differing, safe=",:")


def moved(before: Params, after: Params) -> tuple[Spec, ...]:
    """The parameters whose values differ between two runs."""
    earlier = {spec.name: value for spec, value in settings(before)}
    return tuple(spec for spec, value in settings(after) if value != earlier[spec.name])
