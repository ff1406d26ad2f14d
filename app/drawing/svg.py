"""Builds SVG elements as safe markup: every name is ours, every value is escaped.
It refuses to know figures, tables and where anything stands."""

import re
from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup, escape

# XML admits none of these, not even as a reference.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SPACES = str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
_UNSAFE = re.compile("[<>&'\"\x00-\x1f\ud800-\udfff\ufffe\uffff]")
Attribute = str | int | float | None


def tag(name: str, content: str = "", /, **attributes: Attribute) -> Markup:
    """An element. `content` is kept when it is Markup and escaped when it is text; None attributes are left out.
    A trailing underscore in an attribute name is dropped and the others become hyphens."""
    head = name
    for key, value in attributes.items():
        if value is not None:
            head += f'{_named(key)}="{_attribute(value)}"'
    inside = content if isinstance(content, Markup) else text(content)
    return Markup(f"<{head}>{inside}</{name}>" if inside else f"<{head}/>")


def written(name: str, attributes: str, inside: str = "") -> Markup:
    """An element that there are many of: `attributes` are written with `quoted` and `number`, each after a space,
    and `inside` is escaped."""
    return Markup(f"<{name}{attributes}>{inside}</{name}>" if inside else f"<{name}{attributes}/>")


@lru_cache(maxsize=256)
def _named(key: str) -> str:
    return " " + key.rstrip("_").replace("_", "-")


def join(parts: Iterable[Markup]) -> Markup:
    """The elements one after the other."""
    # All parts are markup already; Markup's own join would ask each again.
    return Markup("".join(parts))


def text(words: str) -> Markup:
    """Escaped text; a character that XML forbids becomes the replacement mark."""
    return escape(_FORBIDDEN.sub("\ufffd", words)) if _UNSAFE.search(words) else Markup(words)


@lru_cache(maxsize=2048)
def number(value: float) -> str:
    """A length in SVG units to 0.01, as short as it goes."""
    whole = int(value)
    if whole == value:
        return str(whole)
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


@lru_cache(maxsize=2048)
def pair(x: float, y: float) -> str:
    """Two lengths with no more between them than a reader needs."""
    first, second = _short(x), _short(y)
    return f"{first}{second}" if second[0] == "-" else f"{first} {second}"


def _short(value: float) -> str:
    written = number(value)
    return written.replace("0.", ".", 1) if -1 < value < 1 else written


@lru_cache(maxsize=1024)
def quoted(value: str) -> str:
    """The text as it stands between the quotes of an attribute."""
    # Line breaks in attributes would be read back as spaces.
    return str(text(value)).translate(_SPACES) if _UNSAFE.search(value) else value


def _attribute(value: str | int | float) -> str:
    return quoted(value) if isinstance(value, str) else number(value)
