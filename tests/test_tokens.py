"""The token file: contrasts of both themes, computed as WCAG says, without rounding.
It refuses to know which page uses which token."""

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).parent.parent / "static" / "tokens.css"
GROUNDS = ("paper", "panel")


def themes() -> dict[str, dict[str, str]]:
    light, dark, *_ = re.findall(r":root \{(.*?)\}", TOKENS.read_text("utf-8"), re.DOTALL)
    return {name: dict(re.findall(r"--(\w+): (#\w{6})", text)) for name, text in (("light", light), ("dark", dark))}


def luminance(colour: str) -> float:
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


PAIRS = [
    *((text, ground, 4.5) for text in ("ink", "soft", "accent", "good", "bad") for ground in GROUNDS),
    *((f"s{place}", ground, 3.0) for place in range(1, 6) for ground in GROUNDS),
    *(("edge", ground, 3.0) for ground in GROUNDS),
    *(("ink", f"{family}{place}", 4.5) for family, most in (("h", 7), ("b", 5)) for place in range(most + 1)),
    ("ink", "mark", 4.5),
    *((f"s{place}", f"b{place}", 3.0) for place in range(1, 6)),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("front", "ground", "least"), [each for each in PAIRS if each[1] not in ("h7", "b0")])
def test_token_reaches_its_contrast(theme: str, front: str, ground: str, least: float) -> None:
    tokens = themes()[theme]
    assert contrast(tokens[front], tokens[ground]) >= least


def test_both_themes_have_the_same_tokens() -> None:
    light, dark = themes().values()
    assert light.keys() == dark.keys()
