"""Finds what a Markdown token came from: the parser tells lines, this tells columns.
It refuses to parse; it searches forward from where it last found something.
"""

from app.course.diagnostics import Spot


class Finder:
    """Searches lines first..end-1 (from 1) of a file, each search from the end of the last hit."""

    def __init__(self, lines: tuple[str, ...], first: int, end: int, column: int = 1) -> None:
        self.lines = lines
        self.first, self.end = max(first, 1), min(max(end, first + 1), len(lines) + 1)
        self.line, self.column = self.first, column

    def spot(self, needle: str, *, advance: bool = True) -> Spot:
        """Where the text stands next; its first line when it runs over several; else the first line as a whole."""
        part = needle.split("\n", 1)[0]
        if part:
            for line in range(self.line, self.end):
                start = self.column - 1 if line == self.line else 0
                found = self.lines[line - 1].find(part, start)
                if found >= 0:
                    if advance:
                        self.line, self.column = line, found + len(part) + 1
                    return Spot(line, found + 1, len(part))
        return self.whole()

    def whole(self) -> Spot:
        """The first line without its indentation."""
        text = self.lines[self.first - 1] if self.first <= len(self.lines) else ""
        return Spot(self.first, len(text) - len(text.lstrip()) + 1, max(1, len(text.strip())))
