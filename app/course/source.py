"""A lesson's file as text with lines: read within limits, front matter cut off, bodies by line.
It refuses to know what front matter and blocks mean.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from app.course.diagnostics import Findings, Spot

MAX_BYTES = 120_000
MAX_BRACKETS = 4_000
FENCE = "---"


@dataclass(frozen=True)
class Source:
    """One file: the name shown to people and its lines without their ends."""

    name: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    def between(self, first: int, end: int) -> str:
        """Lines first..end-1, counted from 1."""
        return "\n".join(self.lines[first - 1 : end - 1])


@dataclass(frozen=True)
class Parts:
    """Front matter as text with its first line, and the first line of the body; lines count from 1."""

    front: str | None
    front_line: int
    body_line: int


def as_source(name: str, text: str) -> Source:
    """Text of any origin as a source; NUL becomes the replacement character, as CommonMark has it."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    # Only \n ends a line here, as in editors; str.splitlines knows eight more.
    return Source(name, tuple(plain.split("\n")))


def read_source(path: Path, name: str) -> tuple[Source, Findings]:
    """The file's source, empty with one finding when it cannot be read."""
    text, problem = _read(path)
    source = as_source(name, text)
    findings = Findings(name, source.lines)
    if problem:
        findings.add("E001", Spot(1), problem)
    return source, findings


def _read(path: Path) -> tuple[str, str | None]:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            return "", f"This file has {size:,} bytes; {MAX_BYTES:,} are allowed. Split the lesson."
        text = path.read_bytes().decode("utf-8")
        # Each open bracket makes the Markdown parser look ahead to the end of its paragraph.
        brackets = text.count("[")
        if brackets > MAX_BRACKETS:
            return "", f"This file has {brackets:,} opening brackets; {MAX_BRACKETS:,} are allowed. Split the lesson."
        return text, None
    except UnicodeDecodeError as problem:
        return "", f"This file is not UTF-8: byte {problem.start + 1:,} cannot be read. Save it as UTF-8."
    except OSError as problem:
        return "", f"This file cannot be read: {problem.strerror}."


def split(source: Source, findings: Findings) -> Parts:
    """Where the front matter ends; missing or open front matter is a finding, and the rest is still read."""
    if source.lines[0].rstrip() != FENCE:
        message = "A lesson begins with front matter between two lines `---`: at least id and title."
        findings.add("E002", Spot(1, 1, max(1, len(source.lines[0]))), message)
        return Parts(None, 1, 1)
    for place, line in enumerate(source.lines[1:], start=2):
        if line.rstrip() == FENCE:
            return Parts(source.between(2, place), 2, place + 1)
    findings.add(
        "E003", Spot(1, 1, 3), "The front matter opened here is never closed. Write `---` after its last line."
    )
    end = next((place for place, line in enumerate(source.lines[1:], 2) if line.startswith((":::", "#"))), None)
    last = end or len(source.lines) + 1
    return Parts(source.between(2, last), 2, last)
