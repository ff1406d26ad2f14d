"""What a page says about an answer, in words: numbers, intervals, directions.
It refuses to decide what is right.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from app.course.items import Answer
from labs import number

WENT: Final[Mapping[str, str]] = {"up": "it went up", "down": "it went down", "same": "it stayed the same"}
SAID: Final[Mapping[str, str]] = {"up": "up", "down": "down", "same": "the same"}


def answer_words(answer: Answer) -> str:
    """The right number with its unit, with as many places as the engine shows."""
    value, tolerance = answer.value, answer.tolerance
    exponent = tolerance.as_tuple().exponent
    if answer.places is not None:
        words = f"{value:,.{answer.places}f}"
    elif value == value.to_integral_value() and (tolerance == 0 or (isinstance(exponent, int) and exponent >= 0)):
        words = f"{int(value):,}"
    elif isinstance(exponent, int) and exponent < 0 and tolerance.scaleb(-exponent) == 5:
        words = f"{value:,.{-exponent - 1}f}"
    else:
        words = number(float(value))
    return f"{words} {answer.unit}".strip()


def typed_words(value: Decimal) -> str:
    """A learner's number as it was read."""
    if abs(value.adjusted()) > 15:
        return f"{value:.6g}"
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def range_words(low: Decimal, high: Decimal) -> str:
    return f"{typed_words(low)} to {typed_words(high)}"


def inside(low: Decimal, high: Decimal, answer: Answer) -> bool:
    """Ends count; an end typed as rounded as the page shows the number is not beside it."""
    return low - answer.tolerance <= answer.value <= high + answer.tolerance


def interval_verdict(low: Decimal, high: Decimal, answer: Answer) -> str:
    said = f"You said {range_words(low, high)}; it is {answer_words(answer)}"
    if inside(low, high, answer):
        return f"{said}: inside."
    return f"{said}: outside, above your range." if answer.value > high else f"{said}: outside, below your range."


def number_verdict(value: Decimal, answer: Answer) -> str:
    said = f"You said {typed_words(value)}; it is {answer_words(answer)}"
    if abs(value - answer.value) <= answer.tolerance:
        return f"{said}: right."
    return f"{said}: too {'low' if value < answer.value else 'high'}."


def direction_verdict(said: str, right: str) -> str:
    agreed = "right" if said == right else "not what you said"
    return f"You said {SAID[said]}; {WENT[right]}: {agreed}."


def skipped_words(answer: Answer | None, direction: str) -> str:
    """What a skip shows instead of a verdict."""
    if answer is not None:
        return f"You skipped this; it is {answer_words(answer)}."
    return f"You skipped this; {WENT[direction]}." if direction in WENT else "You skipped this."
