"""What stands in braces: `{#id key=value key="two words"}`, read with places.
It refuses to know which keys a block allows.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.course.diagnostics import Findings, Spot, shown
from app.course.yaml_text import Text

# One alternative a token, none with two ways to match, so that it stays linear.
TOKEN = re.compile(r'\s*(?:#(?P<id>[^\s#={}"]+)|(?P<key>[A-Za-z_][\w-]*)=(?:"(?P<quoted>[^"]*)"|(?P<plain>[^\s"{}]+)))')
ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MAX_ID = 64


@dataclass(frozen=True)
class Attributes:
    """The id and the options of a block or a heading, each option at its value's place; `keys` are those of names."""

    id: Text | None = None
    options: Mapping[str, Text] = field(default_factory=dict)
    keys: Mapping[str, Spot] = field(default_factory=dict)

    def get(self, name: str) -> str | None:
        text = self.options.get(name)
        return text.value if text else None


def read_attributes(inner: str, spot: Spot, findings: Findings) -> Attributes:
    """The braces' content; `spot` marks it without the braces."""
    found: Text | None = None
    options: dict[str, Text] = {}
    keys: dict[str, Spot] = {}
    place = 0
    while inner[place:].strip():
        match = TOKEN.match(inner, place)
        if not match:
            left = inner[place:].strip()
            message = f'"{shown(left)}" is not readable here. Write {{#id key=value}}, words with blanks in "quotes".'
            findings.add("E024", spot.within(inner.find(left, place), len(left)), message)
            break
        place = match.end()
        if match["id"] is not None:
            found = Text(match["id"], spot.within(match.start("id") - 1, len(match["id"]) + 1))
            _check_id(found, findings)
        else:
            group = "quoted" if match["quoted"] is not None else "plain"
            here = spot.within(match.start("key"), match.end() - match.start("key"))
            if match["key"] in options:
                first = shown(options[match["key"]].value)
                findings.add("E024", here, f'"{match["key"]}" stands here twice. Keep one; the first is "{first}".')
                continue
            keys[match["key"]] = spot.within(match.start("key"), len(match["key"]))
            options[match["key"]] = Text(match[group], spot.within(match.start(group), len(match[group])))
    return Attributes(found, options, keys)


def is_id(text: str) -> bool:
    return len(text) <= MAX_ID and ID.fullmatch(text) is not None


def as_id(text: str) -> str:
    """The nearest well-formed id."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-0123456789")[:MAX_ID].strip("-") or "item"


def _check_id(found: Text, findings: Findings) -> None:
    if not is_id(found.value):
        better = as_id(found.value)
        message = f'"{shown(found.value)}" is no id: small letters, digits and single hyphens. Perhaps "{better}"?'
        findings.add("E012", found.spot, message, suggestion=better, fix=f"#{better}")
