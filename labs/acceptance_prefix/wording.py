"""How the lab says shares, factors and amounts, and the words of its states.
It refuses to know views."""

from labs.units import number, significant, with_unit

FASTER, SLOWER, EVEN = "faster", "slower", "even"
# Nearer to 1 than this is a double's rounding, and no gain.
EVENS = 1e-9


def share(value: float) -> str:
    """A probability with two decimals, with three where a table beside it shows a third, or as many as show it."""
    if 0 < value < 0.005:
        return number(significant(value, 2))
    return f"{value:.2f}" if round(value, 3) == round(value, 2) else f"{value:.3f}"


def times(value: float) -> str:
    """A factor with two decimals, or three digits when it is far below 1."""
    return number(value, 2) if value >= 0.1 else number(significant(value, 3))


def amount(value: float) -> str:
    """A price or a count of tokens: at most four digits."""
    return number(int(value)) if float(value).is_integer() else number(value)


def in_units(price: float) -> str:
    """A price with its unit."""
    return with_unit(amount(price), "units")


def state_of(speedup: float) -> str:
    """`faster`, `slower` or `even` beside plain decoding."""
    if abs(speedup - 1) <= EVENS:
        return EVEN
    return FASTER if speedup > 1 else SLOWER


def compared(speedup: float) -> str:
    """`1.68 times faster`, or what is left of plain speed."""
    state = state_of(speedup)
    if state == EVEN:
        return "exactly as fast as plain decoding"
    told = times(speedup)
    if told == "1.00":
        return f"{state} than plain decoding by less than 0.5 %"
    return f"{told} times as fast as plain decoding" + (": slower" if state == SLOWER else "")
