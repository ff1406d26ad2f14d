"""One group of named values, read field by field; each fault is a finding at its place, and reading goes on.
It refuses to know which groups exist.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from app.course.attributes import is_id
from app.course.diagnostics import Findings, Spot, did_you_mean, nearest, shown
from app.course.yaml_text import Entries, Items, Node, Text

WHOLE: Final = re.compile(r"-?(0|[1-9]\d*)", re.ASCII)
NUMBER: Final = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?", re.ASCII)
MAX_NUMBER: Final = 64


def as_number(text: str) -> Decimal | None:
    """The number that a strictly written text is; None for anything else."""
    return Decimal(text) if len(text) <= MAX_NUMBER and NUMBER.fullmatch(text) else None


class Fields:
    """The entries of one group. `what` names it in sentences, `spot` marks it when a key is missing.

    `is_unread` says that there was text which could not be read, so that nothing is told missing.
    """

    def __init__(
        self,
        node: Node | None,
        spot: Spot,
        what: str,
        allowed: Iterable[str],
        findings: Findings,
        is_unread: bool = False,
    ) -> None:
        self.spot, self.what, self.findings = spot, what, findings
        self.is_unread = is_unread or (node is not None and not isinstance(node, Entries))
        self.allowed = tuple(allowed)
        self.entries = node if isinstance(node, Entries) else Entries((), spot)
        if node is not None and not isinstance(node, Entries):
            findings.add("E011", node.spot, f"{what} is written as lines `name: value`.")
        for key, _ in self.entries.pairs:
            if key.value not in self.allowed:
                near = nearest(key.value, self.allowed)
                hint = did_you_mean(key.value, self.allowed)
                message = f'{what} has no key "{shown(key.value)}". {hint}'
                findings.add("E009", key.spot, message, suggestion=near, fix=near)

    def has(self, name: str) -> bool:
        return self.entries.get(name) is not None

    def is_lost(self, name: str) -> bool:
        """Whether this key may be there, in text that could not be read or under a misspelt name."""
        if self.has(name):
            return False
        keys = (key.value for key, _ in self.entries.pairs if key.value not in self.allowed)
        return self.is_unread or any(nearest(key, self.allowed) == name for key in keys)

    def place(self, name: str) -> Spot:
        """Where the value stands, or the whole group when it is missing."""
        node = self.entries.get(name)
        return node.spot if node is not None else self.spot

    def require(self, *names: str) -> None:
        """A finding for each of these keys that is missing or empty; none when the group could not be read at all."""
        for name in names if not self.is_unread else ():
            node = self.entries.get(name)
            key = self.entries.key(name)
            if node is None or (isinstance(node, Text) and not node.value.strip()):
                found = "is empty" if key else "is missing"
                self.findings.add("E010", key.spot if key else self.spot, f'{self.what}: "{name}" {found}.')

    def text(self, name: str) -> Text | None:
        """One scalar; None when it is not given or empty."""
        node = self.entries.get(name)
        if node is None:
            return None
        if not isinstance(node, Text):
            self._wrong(name, node, "one value, not a list or a group")
            return None
        return node if node.value.strip() else None

    def word(self, name: str, default: str = "") -> str:
        text = self.text(name)
        return text.value.strip() if text else default

    def raw(self, name: str) -> str:
        """The text as it stands, with its blanks at both ends."""
        text = self.text(name)
        return text.value if text else ""

    def id(self, name: str) -> Text | None:
        text = self.text(name)
        if text and not is_id(text.value):
            message = f'"{shown(text.value)}" is no id: small letters, digits and single hyphens.'
            self.findings.add("E012", text.spot, message)
            return None
        return text

    def choice(self, name: str, allowed: tuple[str, ...], default: str) -> str:
        text = self.text(name)
        if text is None or text.value in allowed:
            return text.value if text else default
        near = nearest(text.value, allowed)
        message = f'"{name}" is "{shown(text.value)}". It must be one of {", ".join(allowed)}.'
        self.findings.add("E011", text.spot, message, suggestion=near, fix=near)
        return default

    def number(self, name: str, low: Decimal | int | None = None, high: Decimal | int | None = None) -> Decimal | None:
        text = self.text(name)
        return read_number(text, name, self.findings, low, high) if text else None

    def whole(self, name: str, low: int, high: int) -> int | None:
        text = self.text(name)
        if text is None:
            return None
        if len(text.value) <= 9 and WHOLE.fullmatch(text.value) and low <= int(text.value) <= high:
            return int(text.value)
        message = f'"{name}" must be a whole number from {low} to {high}; this is {shown(text.value)}.'
        self.findings.add("E011", text.spot, message)
        return None

    def texts(self, name: str) -> tuple[Text, ...]:
        """A list of scalars; one scalar is a list of one."""
        node = self.entries.get(name)
        if node is None or (isinstance(node, Text) and not node.value.strip()):
            return ()
        if isinstance(node, Text):
            return (node,)
        if isinstance(node, Entries):
            self._wrong(name, node, "a list, [one, two]")
            return ()
        for value in node.values:
            if not isinstance(value, Text):
                self._wrong(name, value, "a list of single values")
        return tuple(value for value in node.values if isinstance(value, Text))

    def pairs(self, name: str) -> tuple[tuple[Text, Text], ...]:
        """A group of `name: value` scalars."""
        node = self.entries.get(name)
        if node is None or (isinstance(node, Text) and not node.value.strip()):
            return ()
        if not isinstance(node, Entries):
            self._wrong(name, node, "lines `name: value`")
            return ()
        for _, value in node.pairs:
            if not isinstance(value, Text):
                self._wrong(name, value, "single values")
        return tuple((key, value) for key, value in node.pairs if isinstance(value, Text))

    def groups(self, name: str, what: str, allowed: Iterable[str]) -> tuple["Fields", ...]:
        """A list of groups, or one group."""
        node = self.entries.get(name)
        return groups(node, what, allowed, self.findings)

    def _wrong(self, name: str, node: Node, wanted: str) -> None:
        self.findings.add("E011", node.spot, f'"{name}" must be {wanted}.')


def groups(node: Node | None, what: str, allowed: Iterable[str], findings: Findings) -> tuple[Fields, ...]:
    """Each group of a list as Fields; a single group is a list of one."""
    if node is None or (isinstance(node, Text) and not node.value.strip()):
        return ()
    names = tuple(allowed)
    values = node.values if isinstance(node, Items) else (node,)
    return tuple(Fields(value, value.spot, what, names, findings) for value in values)


def read_number(
    text: Text, name: str, findings: Findings, low: Decimal | int | None = None, high: Decimal | int | None = None
) -> Decimal | None:
    """The number of a scalar within bounds; else a finding and None."""
    value = as_number(text.value)
    if value is None:
        message = f'"{name}" must be a number; this is "{shown(text.value)}". Write 1234.5 or 3e-4, no separators.'
        findings.add("E011", text.spot, message)
        return None
    if (low is not None and value < low) or (high is not None and value > high):
        findings.add("E011", text.spot, f'"{name}" must be a number from {low} to {high}; this is {shown(text.value)}.')
        return None
    return value
