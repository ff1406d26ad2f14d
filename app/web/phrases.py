"""Settings inside of sentences: a value with its unit, a label in small letters, the two together.
It refuses to know forms and results."""

import re

from labs import Spec, number, with_unit

SENTENCE_END = re.compile(r"(?<=[.?!:])\s+(?=[^a-z])")
NUMBERS = ("whole", "decimal", "real")


def setting_words(spec: Spec, value: str) -> str:
    """A value of a setting as a sentence says it: `at a context of 4,096 tokens`, or a choice by its own words."""
    name = lower(spec.label)
    if spec.kind not in NUMBERS:
        return f"with \u201c{spec.choices.get(value, value)}\u201d as {name}"
    if spec.unit == "%":
        return f"at {counted(value, '%')} {name}"
    if spec.unit and name.endswith(spec.unit):
        return f"at {counted(value, name)}"
    article = "an" if name[:1] in "aeiou" else "a"
    return f"at {article} {name} of {counted(value, spec.unit)}"


def lower(label: str) -> str:
    """A label inside of a sentence; names such as `KV heads` and the B of `Release B` stay as they are."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


def counted(value: str, unit: str) -> str:
    """A number with its unit, `1 sample`, `4,096 tokens`; as typed when it is none."""
    try:
        words = number(int(value)) if value.lstrip("-").isdigit() else number(float(value))
    except ValueError:
        words = value
    return with_unit(words, unit)


def short_question(ask: str) -> str:
    """The last question of what is asked, or its first sentence where nothing ends in a question mark."""
    sentences = SENTENCE_END.split(re.sub(r"\s+([,.;:?!])", r"\1", ask))
    return next((each for each in reversed(sentences) if each.endswith("?")), sentences[0])
