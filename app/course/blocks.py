"""The dialect as markdown-it-py sees it: one own block rule for `:::`, roles, formulas; then a tree of blocks.
It refuses to know what a block means; app/course/scan.py has found where each one ends.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.attrs import attrs_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

from app.course.scan import Block
from app.course.source import Source

INTERRUPTS: Final = ["paragraph", "reference", "blockquote", "list"]


@dataclass
class Prose:
    """A run of Markdown between blocks: the tokens of whole paragraphs, lists, tables and so on."""

    tokens: list[Token]


@dataclass
class Tree:
    """A block with what stands in it, in order; a YAML block has no children."""

    block: Block | None
    children: list["Tree | Prose"] = field(default_factory=list)


def markdown() -> MarkdownIt:
    """The parser of the dialect. It holds no state of a lesson and may be kept."""
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")
    dollarmath_plugin(parser, allow_labels=False, allow_space=False, allow_digits=False, allow_blank_lines=False)
    attrs_plugin(parser, spans=True, allowed=["lang"])
    parser.block.ruler.before("fence", "servelab_block", _block_rule, {"alt": INTERRUPTS})
    parser.inline.ruler.before("backticks", "servelab_role", _role_rule)
    return parser


def build_tree(
    parser: MarkdownIt, source: Source, first_line: int, blocks: dict[int, Block], strays: frozenset[int] = frozenset()
) -> tuple[Tree, set[int]]:
    """The tree of the body, and the opener lines that ended up inside something else, such as a formula.

    `strays` are lines that close nothing, which was told; they are no text.
    """
    env: dict[str, Any] = {"blocks": blocks, "seen": set()}
    # Blank lines in place of the front matter keep every line number true.
    body = ("" if at in strays else line for at, line in enumerate(source.lines, start=1) if at >= first_line)
    text = "\n" * (first_line - 1) + "\n".join(body)
    root = Tree(None)
    _grow(root, iter(parser.parse(text, env)))
    return root, set(blocks) - env["seen"]


def _grow(tree: Tree, tokens: Iterator[Token]) -> None:
    prose: list[Token] = []

    def flush() -> None:
        if prose:
            tree.children.append(Prose(list(prose)))
            prose.clear()

    for token in tokens:
        if token.type == "servelab_open":
            flush()
            child = Tree(token.meta["block"])
            _grow(child, tokens)
            tree.children.append(child)
        elif token.type == "servelab_close":
            break
        else:
            prose.append(token)
    flush()


def _block_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    block: Block | None = state.env.get("blocks", {}).get(start + 1)
    if block is None or state.tShift[start]:
        return False
    if silent:
        # Asked from inside a list or a quotation: the block ends them, even in a lazy paragraph.
        return True
    if state.blkIndent:
        return False
    state.env["seen"].add(start + 1)
    opener = state.push("servelab_open", "", 1)
    opener.map, opener.meta = [start, block.end], {"block": block}
    body_end = min(block.end - 1, end)
    if not block.is_yaml:
        # A head is YAML; the line after it ends the head.
        first = min(block.head[1], body_end) if block.head else start + 1
        _tokenize_inside(state, first, body_end)
    state.push("servelab_close", "", -1)
    state.line = min(block.end if _is_closer(state, block) else body_end, end)
    return True


def _tokenize_inside(state: StateBlock, first: int, end: int) -> None:
    kept_parent, kept_max = state.parentType, state.lineMax
    # Nothing inside, such as an open formula, may run over the closer.
    state.parentType, state.lineMax = "servelab", end
    state.md.block.tokenize(state, first, end)
    state.parentType, state.lineMax = kept_parent, kept_max


def _is_closer(state: StateBlock, block: Block) -> bool:
    line = block.end - 1
    return (
        line < state.lineMax
        and state.src[state.bMarks[line] : state.eMarks[line]].startswith("::")
        and (block.end not in state.env["blocks"])
    )


def _role_rule(state: StateInline, silent: bool) -> bool:
    """`{name}` right before code in single backticks becomes a role token."""
    source, place = state.src, state.pos
    if source[place] != "{":
        return False
    # Bounded searches keep a line of many braces linear.
    closing = source.find("}`", place, place + 32)
    name = source[place + 1 : closing]
    if closing < 0 or not name.isidentifier():
        return False
    end = source.find("`", closing + 2, closing + 2 + 300)
    if end < 0 or end >= state.posMax:
        return False
    if not silent:
        token = state.push("role", "", 0)
        token.content, token.meta = source[closing + 2 : end], {"name": name}
    state.pos = end + 1
    return True
