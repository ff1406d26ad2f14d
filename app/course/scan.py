"""Where blocks begin and end, line by line: openers have a name, closers never, a stack nests them.
It refuses to read what stands inside, but for fences, in which nothing opens or closes.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from app.course.attributes import Attributes, read_attributes
from app.course.diagnostics import Findings, Spot, did_you_mean, nearest, shown
from app.course.kinds import KINDS, TOP, Kind
from app.course.source import Source
from app.course.yaml_text import Text

MARK = re.compile(r":{3,}[ \t]*(?P<rest>\S.*)?$")
TWO_COLONS = re.compile(r"::(?!:)[ \t]*(?P<rest>(?P<name>[a-z]+)(?![^\s{]).*)?$")
INDENTED = re.compile(r"[ \t]+:{3,}")
NAME = re.compile(r"[^\s{]+")
FENCE = re.compile(r"(?:[-*+>] |\d{1,9}[.)] )?(?P<run>`{3,}|~{3,})(?P<info>.*)$")
HEADING = re.compile(r"#{1,6}[ \t]+\S")
YAML_HEADING = re.compile(r"#{2,6}[ \t]+\S")
CLOSING_WORDS: Final = re.compile(r"/|end", re.IGNORECASE)
MAX_BLOCKS: Final = 500


@dataclass
class Block:
    """One block: its opener at `line`, its body the lines line+1 .. end-1 (from 1).

    `head` are the lines first .. end-1 of YAML that a question may begin with, between two lines `---`.
    """

    kind: Kind | None
    name: str
    argument: Text | None
    attributes: Attributes
    spot: Spot
    line: int
    end: int = 0
    head: tuple[int, int] | None = None
    children: list["Block"] = field(default_factory=list)

    @property
    def title(self) -> str:
        """`lab gpu-memory-ledger`, as the author wrote it."""
        return f"{self.name} {self.argument.value}" if self.argument else self.name

    @property
    def is_yaml(self) -> bool:
        return self.kind is not None and self.kind.body == "yaml"


def scan(source: Source, first_line: int, findings: Findings) -> dict[int, Block]:
    """Opener line -> block, for every block of the body that starts at `first_line`."""
    return _Scan(source, findings).run(first_line)


class _Scan:
    def __init__(self, source: Source, findings: Findings) -> None:
        self.source, self.findings = source, findings
        self.blocks: dict[int, Block] = {}
        self.stack: list[Block] = []
        self.fence: tuple[str, int] | None = None
        self.head: Block | None = None
        self.is_full = False

    def run(self, first_line: int) -> dict[int, Block]:
        for number in range(first_line, len(self.source.lines) + 1):
            self._line(number, self.source.lines[number - 1])
        if self.fence:
            message = "This code fence is never closed, so all that follows is code. Write the same mark after it."
            self.findings.add("E031", Spot(self.fence[1], 1, 3), message)
        while self.stack:
            self._leave_open("the file ends first", len(self.source.lines) + 1)
        return self.blocks

    def _line(self, number: int, line: str) -> None:
        inner = self.stack[-1] if self.stack else None
        if self._is_in_head(inner, number, line):
            return
        is_yaml = inner is not None and inner.is_yaml
        if not is_yaml and self._is_in_fence(line, number):
            return
        mark = MARK.match(line) or self._two_colons(number, line, is_yaml)
        if mark is None:
            self._plain(number, line, inner, is_yaml)
        elif mark["rest"]:
            self._open(number, line, mark.start("rest"))
        elif self.stack:
            self.stack.pop().end = number
        else:
            self._closes_nothing(number, line)

    def _is_in_head(self, inner: Block | None, number: int, line: str) -> bool:
        """Whether the line belongs to the YAML at the beginning of a question, its two lines `---` included."""
        if inner is None or inner.name != "question":
            return False
        is_rule = line.rstrip() == "---"
        if is_rule and number == inner.line + 1:
            inner.head, self.head = (number + 1, number + 1), inner
            return True
        if self.head is not inner or inner.head is None:
            return False
        if is_rule or MARK.match(line):
            self.head, inner.head = None, (inner.head[0], number)
            if not is_rule:
                message = "The head opened here is never closed. Write `---` after its last line."
                self.findings.add("E003", Spot(inner.line + 1, 1, 3), message)
            return is_rule
        return True

    def _is_in_fence(self, line: str, number: int) -> bool:
        match = FENCE.match(line.lstrip(" \t"))
        if self.fence is None:
            if match and not (match["run"][0] == "`" and "`" in match["info"]):
                self.fence = (match["run"], number)
                return True
            return False
        run = self.fence[0]
        if match and match["run"].startswith(run) and not match["info"].strip():
            self.fence = None
        return True

    def _closes_nothing(self, number: int, line: str) -> None:
        message = "This `:::` closes nothing. Remove it, or write the block that should open before it."
        self.findings.add("E022", Spot(number, 1, len(line)), message, fix="")

    def _two_colons(self, number: int, line: str, is_yaml: bool) -> re.Match[str] | None:
        """A line with two colons that is read as one with three, so that it is told once."""
        colons = TWO_COLONS.match(line)
        if colons is None or (colons["rest"] and (is_yaml or colons["name"] not in KINDS)):
            return None
        message = "A block begins and ends with three colons; this line has two. Did you mean `:::`?"
        self.findings.add("E024", Spot(number, 1, 2), message, suggestion=":::", fix=":::")
        return colons

    def _plain(self, number: int, line: str, inner: Block | None, is_yaml: bool) -> None:
        if INDENTED.match(line) and not is_yaml:
            message = "A block begins and ends at the start of the line; this one is indented and would be text."
            self.findings.add("E030", Spot(number, 1, len(line)), message, fix=line.strip())
        heading = (YAML_HEADING if is_yaml else HEADING).match(line)
        if heading and inner is not None and inner.kind is not None and inner.name != "screen":
            while self.stack and self.stack[-1].name != "screen":
                self._leave_open(f"the heading at line {number} is the first text that should be outside", number)

    def _open(self, number: int, line: str, start: int) -> None:
        block = self._read(number, line, start)
        if block is None:
            return
        if len(self.blocks) >= MAX_BLOCKS:
            if not self.is_full:
                self.findings.add("E007", block.spot, f"A lesson has at most {MAX_BLOCKS} blocks. Split it.")
            self.is_full = True
            return
        first = f'the block "{shown(block.name)}" at line {number} is the first text that should be outside'
        if block.name == "screen":
            while self.stack:
                self._leave_open(first, number)
        elif self.stack and self.stack[-1].is_yaml:
            self._leave_open(first, number)
        self._check_place(block)
        if self.stack:
            self.stack[-1].children.append(block)
        self.blocks[number] = block
        self.stack.append(block)

    def _read(self, number: int, line: str, start: int) -> Block | None:
        rest = line[start:].rstrip()
        match = NAME.match(rest)
        name = match[0] if match else ""
        spot = Spot(number, start + 1, max(1, len(name)))
        if CLOSING_WORDS.match(name) and not self.stack:
            self._closes_nothing(number, line)
            return None
        if CLOSING_WORDS.match(name):
            self.findings.add("E024", spot, "A block is closed by `:::` alone, without a name.", fix="")
            self.stack.pop().end = number
            return None
        opening = rest.find("{")
        argument_text = rest[len(name) : opening if opening >= 0 else None].strip()
        attributes = Attributes()
        if opening >= 0:
            attributes = self._braces(number, rest, start, opening)
        argument = None
        if argument_text:
            where = start + rest.index(argument_text, len(name))
            argument = Text(argument_text, Spot(number, where + 1, len(argument_text)))
        if argument and argument_text.startswith("#") and " " not in argument_text and attributes.id is None:
            message = f"An id stands in braces: {{{argument_text}}}."
            self.findings.add("E024", argument.spot, message, fix=f"{{{argument_text}}}")
            attributes, argument = read_attributes(argument_text, argument.spot, self.findings), None
        return Block(self._kind(name, spot), self._known(name), argument, attributes, spot, number)

    def _braces(self, number: int, rest: str, start: int, opening: int) -> Attributes:
        closing = rest.find("}", opening)
        spot = Spot(number, start + opening + 2, max(1, len(rest) - opening - 2))
        if closing != len(rest) - 1:
            where = spot if closing < 0 else Spot(number, start + closing + 2, len(rest) - closing - 1)
            found = "The braces are never closed" if closing < 0 else "Something stands behind the braces"
            self.findings.add("E024", where, f"{found}. Write `::: NAME ARGUMENT {{#id key=value}}`.")
        inner = rest[opening + 1 : closing if closing >= 0 else None]
        return read_attributes(inner, spot, self.findings)

    def _known(self, name: str) -> str:
        return name if name in KINDS else (nearest(name, KINDS) or name)

    def _kind(self, name: str, spot: Spot) -> Kind | None:
        if name not in KINDS:
            near = nearest(name, KINDS)
            message = f'Unknown block "{shown(name)}". {did_you_mean(name, KINDS)}'
            self.findings.add("E020", spot, message, suggestion=near, fix=near)
        # A near miss is read as what it was meant to be, so that its inside is checked too.
        return KINDS.get(self._known(name))

    def _check_place(self, block: Block) -> None:
        parent = self.stack[-1] if self.stack else None
        if block.kind is None or (parent is not None and parent.kind is None):
            return
        if (parent.name if parent else TOP) in block.kind.inside:
            return
        allowed = " or ".join(f'"{name}"' for name in block.kind.inside)
        if parent is None:
            message = f'A "{block.name}" stands inside {allowed}. Open one before it.'
        elif block.kind.inside == (TOP,):
            message = f'A "{block.name}" stands in no other block.'
        else:
            outer = f'"{parent.name}" (opened at line {parent.line})'
            message = f'A "{block.name}" cannot stand inside {outer}, only inside {allowed}.'
        self.findings.add("E023", block.spot, message)

    def _leave_open(self, why: str, end: int) -> None:
        block = self.stack.pop()
        block.end = end
        self.findings.add(
            "E021", block.spot, f'Block "{shown(block.title)}" opened here is never closed; {why}.', suggestion=":::"
        )
