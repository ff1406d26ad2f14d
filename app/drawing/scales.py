"""Scales from values to positions, and their three to five ticks.
It refuses to know figures, tables and markup."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from labs import Scalar

ScaleKind = Literal["linear", "log", "category"]
Zero = Literal["always", "near", "never"]
MOST = 1e300
LEAST = 1e-290


class Tick(NamedTuple):
    """A value of the axis and the lines of its label."""

    value: Scalar
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Scale:
    """`domain` in the unit of the column, `range` in SVG units; a category scale has `names` and equal slots."""

    kind: ScaleKind
    domain: tuple[float, float]
    range: tuple[float, float]
    names: tuple[str, ...] = ()
    ticks: tuple[Tick, ...] = ()

    def at(self, value: Scalar) -> float | None:
        """Position rounded to 0.01; None for null, for a name it lacks and for a value that a log cannot show."""
        return self.places((value,))[0]

    def places(self, values: Iterable[Scalar]) -> list[float | None]:
        """The positions of many values."""
        start, long = self.range[0], self.range[1] - self.range[0]
        if self.kind == "category":
            slots = {name: (place + 0.5) / len(self.names) for place, name in enumerate(self.names)}
            shares = [slots.get(each) for each in keys(values)]
            return [None if share is None else hundredths(start + share * long) for share in shares]
        numbers = as_numbers(values)
        low, high = self.domain
        if self.kind == "log":
            logs = [None if each is None or each < LEAST else math.log10(each) for each in numbers]
            return _along(logs, math.log10(low), math.log10(high), start, long)
        return _along(numbers, low, high, start, long)

    @property
    def step(self) -> float:
        """Width of a slot of a category scale."""
        return abs(self.range[1] - self.range[0]) / max(1, len(self.names))

    @property
    def start(self) -> float:
        """Where bars begin: at zero, or at the low end where zero is not shown."""
        low, high = self.domain
        return low if self.kind == "log" else min(max(0.0, low), high)


def _along(numbers: Iterable[float | None], low: float, high: float, start: float, long: float) -> list[float | None]:
    span = high - low
    # Written out, because a figure asks for thousands of places.
    return [None if each is None else round((start + (each - low) / span * long) * 100) / 100 for each in numbers]


def hundredths(place: float) -> float:
    """A place rounded to 0.01; in whole steps, because rounding to decimals takes ten times as long."""
    return round(place * 100) / 100


def key(value: Scalar) -> str:
    """A cell as the name of a slot: text as it is, numbers in full, null empty."""
    return value if isinstance(value, str) else "" if value is None else repr(value)


def keys(values: Iterable[Scalar]) -> list[str]:
    """`key` of each, in one sweep."""
    return [each if isinstance(each, str) else "" if each is None else repr(each) for each in values]


def as_number(value: Scalar) -> float | None:
    """The cell as a float that can be drawn; None for null, text and sizes beyond 1e300."""
    if value is None or isinstance(value, str) or not -MOST <= value <= MOST:
        return None
    return float(value)


def as_numbers(values: Iterable[Scalar]) -> list[float | None]:
    """`as_number` of each, in one sweep, because a figure asks for thousands of cells."""
    # By the exact type first, because a call for each of thousands of cells is most of the time.
    return [
        each
        if type(each) is float and -MOST <= each <= MOST
        else float(each)
        if type(each) is int and -MOST <= each <= MOST
        else as_number(each)
        for each in values
    ]


def extent(values: Sequence[float], *, log: bool, zero: Zero, pad: float) -> tuple[float, float]:
    """A domain that holds the values, with zero always, when it is near or never; `pad` is the air at open ends."""
    kept = [each for each in values if not log or each >= LEAST]
    if not kept:
        return (1.0, 10.0) if log else (0.0, 1.0)
    low, high = min(kept), max(kept)
    if log:
        return _log_extent(low, high, pad)
    if zero == "always" or (zero == "near" and 0 < low <= 0.5 * high):
        low, high = min(low, 0.0), max(high, 0.0)
    if high - low <= max(1e-9 * max(abs(low), abs(high)), LEAST):
        # Where all is zero, nothing is below it.
        half = abs(low) / 2
        return (low - half, high + half) if half > LEAST else (0.0, 1.0)
    air = pad * (high - low)
    return (low if low == 0 else low - air), (high if high == 0 else high + air)


def _log_extent(low: float, high: float, pad: float) -> tuple[float, float]:
    if math.log10(high) - math.log10(low) < 1e-9:
        return low / 2, high * 2
    air = pad * (math.log10(high) - math.log10(low))
    # Air round the widest spans would leave the floats.
    return max(low / 10**air, 1e-303), min(high * 10**air, 1e303)


@lru_cache(maxsize=256)
def ticks(domain: tuple[float, float], *, log: bool, whole: bool = False) -> tuple[float, ...]:
    """Three to five round values inside the domain (two where whole numbers allow no more)."""
    if log:
        found = _log_ticks(*domain)
        return found if found else tuple(each for each in ticks(domain, log=False) if each > 0)
    low, high = domain
    power = math.floor(math.log10((high - low) / 5))
    for exponent in range(power, power + 3):
        for lead in (1, 2, 3, 4, 5) if whole and exponent == 0 else (1, 2, 2.5, 5):
            step = float(f"{lead}e{exponent}")
            if whole and not step.is_integer():
                continue
            first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
            if last - first < 5:
                return tuple(float(f"{place * step:.12g}") for place in range(first, last + 1))
    return (low, high)


def _log_ticks(low: float, high: float) -> tuple[float, ...]:
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    stride = max(1, math.ceil((last - first) / 5))
    for leads, every in (((1,), stride), ((1, 3), 1), ((1, 2, 5), 1)):
        powers = range(first - first % every, last + 1, every)
        found = [float(f"{lead}e{power}") for power in powers for lead in leads]
        kept = tuple(each for each in found if low * (1 - 1e-9) <= each <= high * (1 + 1e-9))
        if 3 <= len(kept) <= 5:
            return kept
    return ()
