"""The text of static/code.css, from the highlighter's own styles; `python -m tests.course_site.code_css` writes it.
It refuses to choose colours; the two styles are made for contrast."""

import re
from pathlib import Path

from app.course.kit import highlighting_css

FILE = Path(__file__).resolve().parents[2] / "static" / "code.css"
HEAD = "/* Highlighted code, written by tests/course_site/code_css.py; grounds come from tokens.css. */\n"


def expected_css() -> str:
    """Light rules, then dark ones where the system asks for them; forced colours and print keep their ink."""
    light, dark = rules("a11y-light"), rules("a11y-dark")
    return (
        f"{HEAD}@media screen and (forced-colors: none) {{\n{light}}}\n"
        f"@media screen and (prefers-color-scheme: dark) and (forced-colors: none) {{\n{dark}}}\n"
    )


def rules(style: str) -> str:
    """The rules of tokens that lessons show, without comments and without grounds."""
    lines = [re.sub(r"\s*/\*.*?\*/", "", line) for line in highlighting_css(style, "pre.code").splitlines()]
    kept = [line for line in lines if re.match(r"pre\.code \.(?!hll)", line)]
    return "".join(f"{re.sub(r'background-color: #[0-9a-fA-F]+;?', '', line)}\n" for line in kept)


if __name__ == "__main__":
    FILE.write_text(expected_css(), encoding="utf-8")
