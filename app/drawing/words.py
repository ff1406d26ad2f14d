"""Words of a figure: how wide they are, how they are cut or wrapped, how numbers are written.
It refuses to know scales, marks and markup."""

import math
import unicodedata
from functools import lru_cache

from labs import Scalar

FONT = 13
LINE = 16
_SLIM = frozenset("iljtfrI.,:;'|!()[] ·")
_WIDE = frozenset("mwMW@%—…")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@lru_cache(maxsize=4096)
def width(words: str) -> float:
    """Estimated width at 13 px in units, on the wide side of the common system faces."""
    return sum(map(_advance, words))


@lru_cache(maxsize=1024)
def _advance(char: str) -> float:
    if char in _SLIM:
        return 5.2
    if char in _WIDE:
        return 12.8
    if not char.isascii() and unicodedata.east_asian_width(char) in "WF":
        return 13.2
    return 9.4 if char.isupper() else 8.1


@lru_cache(maxsize=1024)
def cut(words: str, room: float) -> str:
    """The words, or their beginning with an ellipsis; the full text is in the table."""
    if width(words) <= room:
        return words
    room -= width("…")
    kept = 0
    for char in words:
        room -= _advance(char)
        if room < 0:
            break
        kept += 1
    return words[:kept].rstrip() + "…"


@lru_cache(maxsize=1024)
def wrap(words: str, room: float, lines: int = 2) -> tuple[str, ...]:
    """The words on at most `lines` lines of the room given, the last one cut."""
    if width(words) <= room or lines == 1:
        return (cut(words, room),)
    head = ""
    rest = words.split()
    while rest and width(f"{head} {rest[0]}".strip()) <= room:
        head = f"{head} {rest.pop(0)}".strip()
    if not head:
        return (cut(words, room),)
    return (head, *wrap(" ".join(rest), room, lines - 1)) if rest else (head,)


def plain(value: Scalar) -> str:
    """A cell as words: no number beside a unit, no null."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return numeral(value)


@lru_cache(maxsize=4096)
def numeral(value: float, places: int | None = None) -> str:
    """A number as printed: thousands apart, a true minus, powers of ten beyond a million or below a thousandth."""
    size = abs(value)
    if size and (size >= 1e7 or size < 1e-3) and places is None:
        return _power(float(value))
    if places is None:
        places = 0 if float(value).is_integer() else min(6, max(0, 3 - math.floor(math.log10(size))))
        written = f"{value:,.{places}f}"
        written = written.rstrip("0").rstrip(".") if "." in written else written
    else:
        written = f"{value:,.{places}f}"
    bare = written.lstrip("-")
    return f"−{bare}" if written != bare and bare.strip("0.,") else bare


def _power(value: float) -> str:
    mantissa, exponent = f"{value:.2e}".split("e")
    mantissa = mantissa.rstrip("0").rstrip(".").replace("-", "−")
    raised = str(int(exponent)).translate(_RAISED)
    sign = "−" if mantissa.startswith("−") else ""
    return f"{sign}10{raised}" if mantissa.lstrip("−") == "1" else f"{mantissa}×10{raised}"


@lru_cache(maxsize=256)
def tick_texts(ticks: tuple[float, ...]) -> tuple[str, ...]:
    """Tick labels written alike: as many decimals as the finest needs, or powers of ten for all but zero."""
    sizes = [abs(each) for each in ticks if each]
    if sizes and (max(sizes) >= 1e7 or max(sizes) < 1e-3):
        return tuple(_power(each) if each else "0" for each in ticks)
    if sizes and max(sizes) / min(sizes) > 999:
        return tuple(numeral(each) for each in ticks)
    places = max((_places(each) for each in ticks), default=0)
    return tuple(numeral(each, places) if each else "0" for each in ticks)


def _places(value: float) -> int:
    written = f"{value:.9f}".rstrip("0")
    return len(written) - written.index(".") - 1
