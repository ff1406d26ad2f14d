"""What a learner sent, read field by field; what cannot be read is refused in words and counts as no answer.
It refuses to mark it.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from app.course.said import says_something
from app.course.typed_numbers import NotRead, read_as, read_number
from app.course.verdicts import typed_words

Given = Mapping[str, tuple[str, ...]]
MOST_WORDS: Final = 4_000
ENDS: Final[Mapping[str, str]] = {"low": "From", "high": "To"}


class Refused(ValueError):
    """Nothing was stored, because these fields were not read: name -> sentence. That is not a wrong answer."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = dict(problems)


def interval_in(given: Given, unit: str, answer: Decimal | None = None) -> tuple[Decimal, Decimal]:
    """The two ends of an 80 % range. Raises Refused."""
    bad: dict[str, str] = {}
    ends = []
    for name, label in ENDS.items():
        try:
            ends.append(number_in(given, name, unit, answer))
        except Refused as refused:
            bad[name] = labelled(label, refused.problems[name])
    if bad:
        raise Refused(bad)
    if ends[0] > ends[1]:
        said = f"The lower end {typed_words(ends[0])} is above the upper end {typed_words(ends[1])}; swap them."
        raise Refused({"low": said})
    return ends[0], ends[1]


def number_in(given: Given, name: str, unit: str, answer: Decimal | None = None) -> Decimal:
    typed = one(given, name)
    try:
        return read_number(typed, unit) if answer is None else read_as(typed, unit, answer)
    except NotRead as problem:
        raise Refused({name: str(problem)}) from problem


def labelled(label: str, said: str) -> str:
    """A sentence about one of several fields, told apart by the label of its field."""
    return f"{label}: {said[:1].lower()}{said[1:]}"


def words(given: Given, name: str, otherwise: str) -> str:
    text = one(given, name).strip()
    if not says_something(text):
        raise Refused({name: otherwise})
    if len(text) > MOST_WORDS:
        raise Refused({name: f"{len(text):,} characters are too many; {MOST_WORDS:,} are allowed."})
    return text


def one(given: Given, name: str) -> str:
    found = given.get(name, ())
    return found[0] if found else ""
