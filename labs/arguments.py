"""Checks of a formula's arguments; each refusal names the argument, what was found and what is allowed.
It refuses to know any formula, any lab and any form.
"""

import math
from collections.abc import Sequence

LARGEST_COUNT = 10**15
LARGEST_NUMBER = 1e30
SMALLEST_NUMBER = 1e-30


def found(value: object) -> str:
    """The value as a refusal quotes it: at most 60 characters."""
    if isinstance(value, int) and abs(value) >= 10**60:
        return "a whole number of more than 60 digits"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _refuse(name: str, value: object, allowed: str) -> ValueError:
    return ValueError(f"{name} is {found(value)}; it must be {allowed}.")


def check_whole(name: str, value: object, least: int, most: int = LARGEST_COUNT) -> None:
    """Raise ValueError unless value is an int (not a bool) from least to most."""
    # Sweeps check thousands of values, and most are of the plain type in the range.
    if type(value) is int and least <= value <= most:
        return
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise _refuse(name, value, f"a whole number from {least:,} to {most:,}")


def check_counts(**counts: object) -> None:
    """Raise ValueError unless every named value is a whole number of at least 1."""
    for name, value in counts.items():
        check_whole(name, value, 1)


def check_counts_or_zero(**counts: object) -> None:
    """Raise ValueError unless every named value is a whole number of at least 0."""
    for name, value in counts.items():
        check_whole(name, value, 0)


def _is_finite(value: object) -> bool:
    if isinstance(value, int):
        return not isinstance(value, bool)
    return isinstance(value, float) and math.isfinite(value)


def check_between(name: str, value: float, low: float, high: float) -> None:
    """Raise ValueError unless value is a finite number in [low, high], which are finite."""
    if type(value) is float and low <= value <= high:
        return
    if not _is_finite(value) or not low <= value <= high:
        raise _refuse(name, value, f"a number from {low:g} to {high:g}")


def check_positive(**numbers: float) -> None:
    """Raise ValueError unless every named value is above 0 (1e-30 to 1e30, so that products stay finite)."""
    for name, value in numbers.items():
        if type(value) is float and SMALLEST_NUMBER <= value <= LARGEST_NUMBER:
            continue
        if not _is_finite(value) or value <= 0:
            raise _refuse(name, value, "a finite number above 0")
        check_between(name, value, SMALLEST_NUMBER, LARGEST_NUMBER)


def check_not_negative(**numbers: float) -> None:
    """Raise ValueError unless every named value is a finite number of at least 0 and at most 1e30."""
    for name, value in numbers.items():
        if type(value) is float and 0 <= value <= LARGEST_NUMBER:
            continue
        if not _is_finite(value) or value < 0:
            raise _refuse(name, value, "a finite number of at least 0")
        check_between(name, value, 0, LARGEST_NUMBER)


def check_finite_list(name: str, values: object, least: int = 1) -> None:
    """Raise ValueError unless values is a list of at least `least` finite numbers, each within 1e30 of 0."""
    if not isinstance(values, Sequence) or isinstance(values, str) or len(values) < least:
        raise _refuse(name, values, f"a list of at least {least} numbers")
    for index, value in enumerate(values):
        check_between(f"{name}[{index}]", value, -LARGEST_NUMBER, LARGEST_NUMBER)


def check_count_list(name: str, values: object, least: int) -> None:
    """Raise ValueError unless values is a list, not empty, of whole numbers of at least `least`."""
    if not isinstance(values, Sequence) or isinstance(values, str) or not values:
        raise _refuse(name, values, "a list of whole numbers, not empty")
    for index, value in enumerate(values):
        check_whole(f"{name}[{index}]", value, least)


def check_flags(**flags: object) -> None:
    """Raise ValueError unless every named value is True or False."""
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise _refuse(name, value, "true or false")


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Raise ValueError unless value is one of the choices."""
    if value not in choices:
        raise _refuse(name, value, "one of " + ", ".join(choices))


def check_list(name: str, values: object, items: str) -> None:
    """Raise ValueError unless values is a list; `items` says of what."""
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise _refuse(name, values, f"a list of {items}")


def check_same_length(**lists: Sequence[object]) -> None:
    """Raise ValueError unless the named lists have one length."""
    lengths = {name: len(values) for name, values in lists.items()}
    if len(set(lengths.values())) > 1:
        told = " and ".join(f"{name} has {length}" for name, length in lengths.items())
        raise ValueError(f"{told} values; they must have equally many.")
