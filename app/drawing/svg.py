"""Builds SVG elements as safe markup: every name is ours, every value is escaped.
It refuses to know figures, tables and where anything stands."""

import re
from collections.abc import Iterable

from markupsafe import Markup, escape

# XML admits none of these, not even as a reference.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SPACES = str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
_UNSAFE = re.compile("[<>&'\"\x00-\x1f\ud800-\udfff\ufffe\uffff]")
Attribute = str | int | float | None


def tag(name: str, content: str = "", /, **attributes: Attribute) -> Markup:
    """An element. `content` is kept when it is Markup and escaped when it is text; None attributes are left out.
    A trailing underscore in an attribute name is dropped and the others become hyphens."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{_attribute(value)}"')
    inside = content if isinstance(content, Markup) else text(content)
    head = " ".join(parts)
    return Markup(f"<{head}>{inside}</{name}>" if inside else f"<{head}/>")


def join(parts: Iterable[Markup]) -> Markup:
    """The elements one after the other."""
    return Markup("").join(parts)


def text(words: str) -> Markup:
    """Escaped text; a character that XML forbids becomes the replacement mark."""
    return escape(_FORBIDDEN.sub("\ufffd", words))


def number(value: float) -> str:
    """A length in SVG units to 0.01, as short as it goes."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def pair(x: float, y: float) -> str:
    """Two lengths with no more between them than a reader needs."""
    first, second = _short(x), _short(y)
    return f"{first}{second}" if second.startswith("-") else f"{first} {second}"


def _short(value: float) -> str:
    written = number(value)
    return written.replace("0.", ".", 1) if written.startswith(("0.", "-0.")) else written


def _attribute(value: str | int | float) -> str:
    if isinstance(value, str):
        # Line breaks in attributes would be read back as spaces.
        return str(text(value)).translate(_SPACES) if _UNSAFE.search(value) else value
    return number(value)
