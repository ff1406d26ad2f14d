"""What can be wrong with a lesson: one finding as a value, and the list that collects all of them.
It refuses to know blocks and labs, and how findings are shown.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, order=True)
class Spot:
    """A place in a file: line and column from 1, length in characters."""

    line: int
    column: int = 1
    length: int = 1

    def within(self, offset: int, length: int) -> "Spot":
        """A part of this spot on the same line, `offset` characters further on."""
        return Spot(self.line, self.column + offset, max(1, length))


@dataclass(frozen=True)
class Diagnostic:
    """One finding. `suggestion` is the nearest allowed word; `fix` is what may replace the marked characters."""

    code: str
    severity: Severity
    file: str
    line: int
    column: int
    length: int
    message: str
    suggestion: str | None = None
    fix: str | None = None


def nearest(word: str, allowed: Iterable[str]) -> str | None:
    """The allowed word that looks most like this one."""
    near = get_close_matches(word[:60], list(allowed), n=1, cutoff=0.6)
    return near[0] if near else None


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """`Did you mean "predict"?`, or the list of what is allowed."""
    names = list(allowed)
    near = nearest(word, names)
    if near:
        return f'Did you mean "{near}"?'
    return f"There is {', '.join(names)}." if names else "None is known here."


def shown(text: str, most: int = 60) -> str:
    """What was found, on one line and short enough for a sentence."""
    plain = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text[: most + 1])
    return plain if len(plain) <= most else plain[:most] + "…"


@dataclass
class Findings:
    """Collects every finding in one file; nothing stops at the first."""

    file: str
    lines: tuple[str, ...]
    found: list[Diagnostic] = field(default_factory=list)

    def add(
        self, code: str, spot: Spot, message: str, *, suggestion: str | None = None, fix: str | None = None
    ) -> None:
        """One finding; the letter of its code is its severity. The spot is kept inside the file."""
        severity: Severity = "error" if code.startswith("E") else "warning"
        line = min(max(spot.line, 1), max(len(self.lines), 1))
        width = len(self.lines[line - 1]) if self.lines else 0
        column = min(max(spot.column, 1), width + 1)
        length = max(0 if fix is not None and spot.length == 0 else 1, min(spot.length, width - column + 1))
        self.found.append(Diagnostic(code, severity, self.file, line, column, length, message, suggestion, fix))

    def unknown(self, code: str, spot: Spot, what: str, word: str, allowed: Iterable[str]) -> None:
        """`Unknown block "predcit". Did you mean "predict"?`, with the nearest word as the fix."""
        names = list(allowed)
        near = nearest(word, names)
        message = f'Unknown {what} "{shown(word)}". {did_you_mean(word, names)}'
        self.add(code, spot, message, suggestion=near, fix=near)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.found)


def in_order(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each finding once, by file, line, column and code; those of one place in the order in which they were found."""
    once = dict.fromkeys(findings)
    return tuple(sorted(once, key=lambda each: (each.file, each.line, each.column, each.code)))


def elsewhere(finding: Diagnostic, file: str) -> Diagnostic:
    """The same finding under another name of the file."""
    return replace(finding, file=file)
