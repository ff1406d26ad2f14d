"""Numbers in words: rounding for the eye, significant digits for the digest, plurals.
It refuses to know which number it shows."""

import math
from collections.abc import Sequence
from decimal import Decimal

GB = 10**9
GIB = 2**30


def number(value: int | float | Decimal, places: int | None = None) -> str:
    """The number with thousands separators; `places` decimals where they say it within 5 %, else up to four
    significant digits, so that what is small never reads as nothing."""
    # Tables write hundreds of numbers, most of them plain floats.
    if type(value) is float:
        plain = value
    elif isinstance(value, int):
        return f"{value:,}"
    else:
        plain = float(value)
    size = abs(plain)
    # What "g" writes in this range is the text that the steps below would come to, in a fifth of the time.
    if places is None and 1e-4 <= size < 999:
        return f"{plain:.4g}"
    # Half of the last decimal is less than 5 % of a number of more than ten of them.
    if places is not None and (size * 10**places > 11 or abs(round(plain, places) - plain) <= 0.05 * size):
        # Only a zero rounds to nothing within 5 %, and the minus of a minus zero goes.
        return f"{plain or 0.0:,.{places}f}"
    if size == 0:
        return "0"
    if size >= 1e15 or size < 1e-4:
        return f"{plain:.4g}"
    decimals = 0 if size >= 1000 else 1 if size >= 100 else 2 if size >= 10 else 3 if size >= 1 else _decimals(size)
    text = f"{plain:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _decimals(size: float) -> int:
    """Decimals that show four significant digits of a number below 1."""
    return 3 - math.floor(math.log10(size))


# An amount of GB below this may be said briefly, so that one tiny headroom has not more decimals than the totals.
SMALL_GB = 0.11


def brief_places(unit: str, places: int | None) -> int | None:
    """The decimals to which a column tells its small amounts briefly; None where it tells them as any others."""
    return places if unit == "GB" else None


def briefly(value: float, places: int) -> str:
    """As number, for a column of like amounts: one decimal more at most, and `under 0.01` or `above -0.01` for what is
    less than the last of the decimals."""
    least, size = 10.0**-places, abs(value)
    if 0 < size < least:
        return f"under {least:.{places}f}" if value > 0 else f"above -{least:.{places}f}"
    more = 0 if abs(round(size, places) - size) <= 0.05 * size else 1
    return f"{value:,.{places + more}f}"


def count(amount: int, noun: str) -> str:
    """`1 sample`, `54 samples`."""
    return with_unit(f"{amount:,}", f"{noun}s")


def with_unit(value: str, unit: str) -> str:
    """A number in words and its unit, a plural that becomes one thing at 1: `1 drafted token`, `54 tokens`, `1 ms`."""
    return f"{value} {_one(unit) if value == '1' else unit}".strip()


def _one(unit: str) -> str:
    words = unit.split(" ")
    for place, word in enumerate(words):
        # Signs, such as s, ms and tokens/s, have no plural, and 1 times something is a product.
        if word != "times" and len(word) > 2 and word.isalpha() and word.endswith("s") and not word.endswith("ss"):
            return " ".join([*words[:place], word[:-1], *words[place + 1 :]])
    return unit


def listed(names: Sequence[str]) -> str:
    """`english, code and rare`, of one name or more."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def begun(words: str) -> str:
    """As a sentence begins: the first letter large, the others as they are."""
    return words[:1].upper() + words[1:]


def significant(value: float, digits: int) -> float:
    """The float at that many significant digits; minus zero becomes zero, and nothing is rounded up to infinity."""
    rounded = float(f"{value:.{digits}g}")
    if rounded in (math.inf, -math.inf):
        return value
    return 0.0 if rounded == 0 else rounded
