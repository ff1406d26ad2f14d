"""How the lab says shares, factors and amounts, and the words of its states.
It refuses to know views."""

from collections.abc import Sequence

from labs.units import number, with_unit

FASTER, SLOWER, EVEN = "faster", "slower", "even"
# Nearer to 1 than this is a double's rounding, and no gain.
EVENS = 1e-9
FINEST = 13


def amount(value: float) -> str:
    """A share, factor, price or count as the tables and facts beside it show it."""
    # A whole number needs no digits taken off.
    return number(int(value)) if float(value).is_integer() else number(value)


def apart(one: float, other: float) -> tuple[str, str]:
    """Both with as many digits as show which is larger: 5.0001 and 5, where four digits would say 5 twice."""
    told = amount(one), amount(other)
    for digits in (6, 9, 12):
        if told[0] != told[1] or one == other:
            break
        told = f"{one:.{digits}g}", f"{other:.{digits}g}"
    return told


def limit_between(limit: float, values: Sequence[float]) -> str:
    """A limit as `amount` tells it, with more digits where each of the values would not be seen on its side of it."""
    told, lost = amount(limit), [value for value in values if value < limit - EVENS]
    for decimals in range(5, FINEST):
        bound = float(told)
        if [value for value in values if value < bound] == lost:
            break
        told = f"{limit:.{decimals}f}"
    return told


def in_units(price: float) -> str:
    """A price with its unit."""
    return with_unit(amount(price), "units")


def state_of(speedup: float) -> str:
    """`faster`, `slower` or `even` beside plain decoding."""
    if abs(speedup - 1) <= EVENS:
        return EVEN
    return FASTER if speedup > 1 else SLOWER


def compared(speedup: float) -> str:
    """`1.681 times as fast as plain decoding`, with the word for what is slower."""
    state = state_of(speedup)
    if state == EVEN:
        return "exactly as fast as plain decoding"
    told = amount(speedup)
    if told == "1":
        return f"{state} than plain decoding by less than 0.05 %"
    return f"{told} times as fast as plain decoding" + (": slower" if state == SLOWER else "")
