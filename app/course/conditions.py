"""Conditions on numbers by name, `answer > 1` or `fits = yes and load < 8`: read from text, then judged.
It refuses to know where the numbers come from.
"""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from app.course.draws import Unfit
from app.course.fields import as_number
from app.course.items import Condition

SIGNS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
    "!=": operator.ne,
}
NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,40}", re.ASCII)
PART: Final = re.compile(rf"\s*({NAME.pattern})\s*(<=|>=|!=|<|>|=)\s*(-?\d[\d.eE+-]*|{NAME.pattern})\s*", re.ASCII)
MOST: Final = 200


def read_conditions(text: str) -> tuple[Condition, ...]:
    """The conditions that `and` joins; none when the text is not written as such."""
    found = []
    for part in text[: MOST + 1].split(" and "):
        match = PART.fullmatch(part)
        if match is None or len(text) > MOST:
            return ()
        left, sign, right = match.groups()
        if not NAME.fullmatch(right) and as_number(right) is None:
            return ()
        found.append(Condition(left, sign, right))
    return tuple(found)


def names_in(conditions: Sequence[Condition]) -> tuple[str, ...]:
    """Every name that must have a value; `yes` and `no` are values."""
    names = [name for each in conditions for name in (each.left, each.right) if NAME.fullmatch(name)]
    return tuple(name for name in names if name not in ("yes", "no"))


def holds(conditions: Sequence[Condition], values: Mapping[str, Any]) -> bool:
    """Whether all hold. Raises Unfit for a name without a value, and for values that cannot be compared."""
    try:
        return all(SIGNS[each.sign](_value(each.left, values), _value(each.right, values)) for each in conditions)
    except KeyError as missing:
        raise Unfit(f"there is no number {missing}") from missing
    except TypeError as mixed:
        raise Unfit("a word and a number cannot be compared") from mixed


def _value(text: str, values: Mapping[str, Any]) -> Any:
    number = as_number(text)
    if number is not None:
        return number
    if text in ("yes", "no") and text not in values:
        return text
    found = values[text]
    if isinstance(found, bool):
        return "yes" if found else "no"
    return Decimal(str(found)) if isinstance(found, int | float) else found
