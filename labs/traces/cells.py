"""Strict values from the text of one cell: tokens, times in whole nanoseconds, wall clocks, short labels.
It refuses to know columns and files; a bad cell is a Dropped with the reason, which never holds the cell's text."""

import re
from datetime import date
from decimal import Decimal

from labs.reading import DECIMAL, quote
from labs.traces.limits import BadTrace

MAX_CELL = 64
MAX_TOKENS = 10_000_000
MAX_SECONDS = 4_000_000_000
MAX_NANOSECONDS = MAX_SECONDS * 10**9
EXPONENT = 24
WALL_CLOCK = re.compile(
    r"(\d{4}-\d\d-\d\d)[ T]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):?([0-5]\d))?", re.ASCII
)


class Dropped(Exception):
    """A row that cannot be replayed; the text is its reason, from a small fixed set."""


def tokens(text: object, what: str, least: int) -> int:
    """A token count: a whole number from `least` to MAX_TOKENS; `374.0` is whole."""
    number = int(text) if isinstance(text, str) and is_digits(text, 8) else _floor(text, what, 0, whole=True)
    if not least <= number <= MAX_TOKENS:
        raise Dropped(f"{what} is less than {least}" if number < least else f"{what} is more than {MAX_TOKENS:,}")
    return number


def integer(text: object, what: str) -> int:
    """A whole number with a sign allowed, at most MAX_TOKENS away from 0."""
    if isinstance(text, str) and text.startswith("-"):
        return -tokens(text[1:], what, 0)
    return tokens(text, what, 0)


def nanoseconds(text: object, what: str, digits: int) -> int:
    """A time from 0 up in whole nanoseconds, later digits cut; `digits` is 9 for text in seconds, 6 in milliseconds."""
    if isinstance(text, str):
        whole, dot, part = text.partition(".")
        if is_digits(whole, 19 - digits) and (not dot or is_digits(part, MAX_CELL)):
            found = int(whole + part[:digits].ljust(digits, "0"))
            if found <= MAX_NANOSECONDS:
                return found
    return _floor(text, what, digits, whole=False)


def is_digits(text: str, longest: int) -> bool:
    """Whether the text is ASCII digits alone, at least one."""
    return text.isdigit() and text.isascii() and len(text) <= longest


def _floor(text: object, what: str, shift: int, whole: bool) -> int:
    number = _number(text, what)
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or number.adjusted() > EXPONENT:
        raise Dropped(f"{what} is out of range")
    digits = int("".join(map(str, number.as_tuple().digits)))
    power = exponent + shift
    up, down = int("1" + "0" * max(power, 0)), int("1" + "0" * max(-power, 0))
    quotient, rest = divmod(digits * up, down)
    if number < 0 and digits:
        raise Dropped(f"{what} is negative")
    if whole and rest:
        raise Dropped(f"{what} is not a whole number")
    if shift and quotient > MAX_NANOSECONDS:
        raise Dropped(f"{what} is out of range")
    return quotient


def _number(text: object, what: str) -> Decimal:
    if text is None or text == "":
        raise Dropped(f"{what} is empty")
    if not isinstance(text, str) or len(text) > MAX_CELL:
        raise Dropped(f"{what} is not a number")
    plain = text.strip(" ")
    if plain.lstrip("+-").lower() in ("nan", "inf", "infinity"):
        raise Dropped(f"{what} is not finite")
    if not DECIMAL.fullmatch(plain):
        raise Dropped(f"{what} is not a number" if plain else f"{what} is empty")
    return Decimal(plain)


class WallClock:
    """Reads date and time with up to nine fractional digits, with or without a zone; remembers the last day read."""

    def __init__(self) -> None:
        self._text = ""
        self._seconds = 0

    def nanoseconds(self, text: str, what: str) -> int:
        """Nanoseconds since 1970; text without a zone counts as UTC, so one file must not mix the two."""
        match = WALL_CLOCK.fullmatch(text.strip(" ")) if len(text) <= MAX_CELL else None
        if not match:
            raise Dropped(f"{what} is not a date and time")
        day, hour, minute, second, part, sign, zone_hour, zone_minute = match.groups()
        seconds = self._day(day, what) + int(hour) * 3600 + int(minute) * 60 + int(second)
        if sign:
            offset = int(zone_hour) * 3600 + int(zone_minute) * 60
            seconds += offset if sign == "-" else -offset
        return seconds * 10**9 + (int(part.ljust(9, "0")) if part else 0)

    def _day(self, text: str, what: str) -> int:
        if text != self._text:
            try:
                seconds = (date.fromisoformat(text).toordinal() - date(1970, 1, 1).toordinal()) * 86_400
            except ValueError:
                raise Dropped(f"{what} is not a date and time") from None
            if not 0 <= seconds <= MAX_SECONDS:
                raise Dropped(f"{what} is out of range")
            self._text, self._seconds = text, seconds
        return self._seconds


class Labels:
    """Names met in a column and their indices, at most `most` different ones; an empty cell is the name `all`."""

    def __init__(self, what: str, most: int) -> None:
        self._what, self._most = what, most
        self._index: dict[str, int] = {}

    def index(self, text: object) -> int:
        """The index of this name; BadTrace when the column has too many."""
        name = text.strip() if isinstance(text, str) else ""
        if text is not None and not isinstance(text, str):
            raise Dropped(f"{self._what} is not a name")
        if len(name) > 40 or not name.isprintable():
            raise Dropped(f"{self._what} is longer than 40 characters or not printable")
        known = self._index.setdefault(name or "all", len(self._index))
        if known >= self._most:
            raise BadTrace(
                f'The column {self._what} has more than {self._most:,} different names (the last is "{quote(name)}"). '
                "Leave the column out, or join names."
            )
        return known

    def names(self) -> tuple[str, ...]:
        """All names in the order met."""
        return tuple(self._index)
