"""YAML read as text with places: every scalar stays what the author typed, caps hold before anything is built.
It refuses to turn text into numbers or yes and no, and it follows no alias, anchor or tag.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

import yaml

from app.course.diagnostics import Findings, Spot, shown

MAX_CHARACTERS = 60_000
MAX_DEPTH = 8
MAX_NODES = 4_000
EQUALS = re.compile(r"^(\s*(?:- )?)([A-Za-z_]\w*)[ \t]*=[ \t]*(\S.*)$")
BLOCK = re.compile(r"(?::|^\s{0,40}-) [|>][+-]?\d?[+-]?$")
OPENED = re.compile(r"flow|quoted")
# What the parser says -> what an author can do about it.
ADVICE = {
    "mapping values are not allowed": ' A text with a colon stands in "quotes".',
    "cannot start any token": ' A text that begins with a sign stands in "quotes"; lines begin with blanks, not tabs.',
    "could not find expected ':'": " Each line is `name: value`.",
    "did not find expected ',' or ']'": " A list ends with `]`.",
    "did not find expected ',' or '}'": " A group ends with `}`.",
    "unexpected end of stream": " A quotation mark is never closed.",
    "did not find expected key": " Names of one group begin in the same column.",
}
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Text:
    """A scalar as typed. `spot` marks it; `line_of` tells the line of the file that a line of the text stands on."""

    value: str
    spot: Spot
    is_block: bool = False
    indent: int = 0

    def line_of(self, line: int) -> Spot:
        """Where line `line` (from 0) of the text begins in the file."""
        if self.is_block:
            return Spot(self.spot.line + 1 + line, self.indent + 1)
        return Spot(self.spot.line + line, self.spot.column if line == 0 else 1)


@dataclass(frozen=True)
class Items:
    """A list."""

    values: tuple["Node", ...]
    spot: Spot


@dataclass(frozen=True)
class Entries:
    """A mapping; keys are unique, in their order."""

    pairs: tuple[tuple[Text, "Node"], ...]
    spot: Spot

    def get(self, name: str) -> "Node | None":
        return next((value for key, value in self.pairs if key.value == name), None)

    def key(self, name: str) -> Text | None:
        return next((key for key, _ in self.pairs if key.value == name), None)


Node = Text | Items | Entries


class _Refused(Exception):
    """Reading stops: code, line and column from 0, and the sentence."""

    def __init__(self, code: str, line: int, column: int, message: str) -> None:
        self.code, self.line, self.column, self.message = code, line, column, message


def read_yaml(text: str, findings: Findings, first_line: int) -> Node | None:
    """The node that the text holds; None when it is empty or cannot be read. `first_line` is its line in the file."""
    text = _with_colons(text, findings, first_line)
    try:
        _guard(text)
        root = yaml.compose(text, Loader=Loader)
    except _Refused as refused:
        findings.add(refused.code, Spot(first_line + refused.line, refused.column + 1), refused.message)
        return None
    except yaml.MarkedYAMLError as problem:
        mark = _place(problem)
        line, column = (mark.line, mark.column) if mark else (0, 0)
        written = text.rstrip().split("\n")
        if line >= len(written):
            line, column = len(written) - 1, len(written[-1])
        said = " ".join(part for part in (problem.context, problem.problem) if part)
        hint = next((advice for words, advice in ADVICE.items() if words in said), "")
        message = f"This is not readable as YAML: {shown(said, 120)}.{hint}"
        findings.add("E004", Spot(first_line + line, column + 1), message)
        return None
    except yaml.YAMLError as problem:
        findings.add("E004", Spot(first_line), f"This is not readable as YAML: {shown(str(problem), 120)}.")
        return None
    return None if root is None else _node(root, findings, first_line, text.split("\n"))


def _place(problem: yaml.MarkedYAMLError) -> yaml.Mark | None:
    """Where the fault is: of a list, group or quotation that is not closed in its line, where it was opened."""
    mark, begun = problem.problem_mark, problem.context_mark
    if mark and begun and begun.line < mark.line and OPENED.search(problem.context or ""):
        return begun
    return mark or begun


def _with_colons(text: str, findings: Findings, first_line: int) -> str:
    lines = text.split("\n")
    block: int | None = None
    for place, line in enumerate(lines):
        indent = len(line) - len(line.lstrip(" "))
        if block is not None and (indent > block or not line.strip()):
            # The text of a block scalar may say what it likes.
            continue
        block = indent if BLOCK.search(line[-200:]) else None
        match = EQUALS.match(line[:200])
        if match:
            before, name, value = match.groups()
            right = f"{name}: {value.rstrip()}"
            spot = Spot(first_line + place, len(before) + 1, len(line.rstrip()) - len(before))
            findings.add("E008", spot, f"A setting is written `{shown(right)}`, with a colon.", fix=right)
            lines[place] = before + right
    return "\n".join(lines)


def _guard(text: str) -> None:
    """Refuse by events what would be costly or surprising as a tree."""
    if len(text) > MAX_CHARACTERS:
        raise _Refused("E007", 0, 0, f"This YAML has {len(text):,} characters; {MAX_CHARACTERS:,} are allowed.")
    depth = nodes = 0
    for event in yaml.parse(text, Loader=Loader):
        mark = event.start_mark
        line, column = (mark.line, mark.column) if mark else (0, 0)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _Refused("E006", line, column, "Anchors (&) and aliases (*) are not used here; write the value.")
        if isinstance(event, yaml.NodeEvent) and getattr(event, "tag", None):
            raise _Refused("E006", line, column, "Tags (!) are not used here; write the plain value.")
        nodes += isinstance(event, yaml.NodeEvent)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_DEPTH:
            raise _Refused("E007", line, column, f"Values are nested deeper than {MAX_DEPTH} levels.")
        if nodes > MAX_NODES:
            raise _Refused("E007", line, column, f"There are more than {MAX_NODES:,} values here.")


def _node(node: yaml.Node, findings: Findings, first_line: int, lines: list[str]) -> Node:
    mark, end = node.start_mark, node.end_mark
    length = end.column - mark.column if end.line == mark.line else 1
    spot = Spot(first_line + mark.line, mark.column + 1, max(1, length))
    if isinstance(node, yaml.ScalarNode):
        return _text(node, spot, lines)
    if isinstance(node, yaml.SequenceNode):
        return Items(tuple(_node(each, findings, first_line, lines) for each in node.value), spot)
    return Entries(tuple(_pairs(node, findings, first_line, lines)), spot)


def _pairs(node: yaml.Node, findings: Findings, first_line: int, lines: list[str]) -> Iterator[tuple[Text, Node]]:
    seen: dict[str, int] = {}
    for key, value in node.value:
        name = _node(key, findings, first_line, lines)
        if not isinstance(name, Text):
            findings.add("E011", name.spot, "A name is expected before the colon, not a list or a group.")
            continue
        if name.value in seen:
            where = f"it was already given at line {seen[name.value]}"
            findings.add("E005", name.spot, f'"{shown(name.value)}" is given twice; {where}. Keep one.')
            continue
        seen[name.value] = name.spot.line
        yield name, _node(value, findings, first_line, lines)


def _text(node: yaml.ScalarNode, spot: Spot, lines: list[str]) -> Text:
    if node.style in ("|", ">"):
        body = lines[node.start_mark.line + 1 : node.start_mark.line + 2]
        indent = sum(1 for _ in takewhile(str.isspace, body[0])) if body else 0
        return Text(node.value, spot, True, indent)
    if node.style in ("'", '"'):
        return Text(node.value, Spot(spot.line, spot.column + 1, max(1, spot.length - 2)))
    return Text(node.value, spot)
