"""The smaller blocks: symbols, rubric, failure, note, term, and hints and reveals apart from their item.
It refuses to know what a learner writes into them.
"""

from collections.abc import Callable
from typing import Final

from app.course.answers import read_item, with_version
from app.course.blocks import Prose as Run
from app.course.blocks import Tree
from app.course.desk import Desk
from app.course.diagnostics import Spot, shown
from app.course.fields import Fields, groups
from app.course.formulas import plain, to_mathml
from app.course.lesson import (
    Block,
    FailureMode,
    Hint,
    Note,
    Reveal,
    Rubric,
    RubricRow,
    Symbol,
    Symbols,
    Term,
)
from app.course.prose import write_phrase, write_prose, write_text
from app.course.scan import Block as Span
from app.course.yaml_text import Text, read_yaml

Build = Callable[[Tree], Block | None]
SYMBOL_KEYS: Final = ("symbol", "meaning", "shape", "unit", "source", "known")
RUBRIC_KEYS: Final = ("row", "missing", "partial", "ready")
FAILURE_KEYS: Final = ("failure", "detector", "owner", "mitigation", "stop")


def build_symbols(desk: Desk, block: Span, text: str) -> Symbols:
    rows = []
    for each in rows_of(desk, block, text, SYMBOL_KEYS):
        each.require("symbol", "meaning")
        symbol = each.text("symbol")
        if symbol is None:
            continue
        latex = symbol.value.strip("$")
        place = symbol.spot.within(symbol.value.find(latex), len(latex))
        mathml = to_mathml(desk.kit.formulas, latex, place, False, desk.findings)
        desk.symbol_rows.add(plain(latex))
        known = each.text("known")
        if known is not None:
            desk.known.append((plain(latex), known))
        rows.append(
            Symbol(
                symbol=plain(latex),
                html=desk.kit.cleaner.clean(mathml),
                meaning=write_phrase(desk, each.text("meaning")),
                shape=each.word("shape"),
                unit=each.word("unit"),
                source=write_phrase(desk, each.text("source")),
                known=each.word("known"),
            )
        )
    return Symbols(tuple(rows))


def build_rubric(desk: Desk, block: Span, text: str) -> Rubric:
    rows = []
    for each in rows_of(desk, block, text, RUBRIC_KEYS):
        each.require(*RUBRIC_KEYS)
        rows.append(RubricRow(*(write_phrase(desk, each.text(name)) for name in RUBRIC_KEYS)))
    return Rubric(with_version(read_item(desk, block), tuple(rows)), tuple(rows))


def build_failure(desk: Desk, block: Span, text: str) -> FailureMode:
    node = desk.heads("failure", text, Spot(block.line))
    fields = Fields(node, block.spot, '"failure"', FAILURE_KEYS, desk.findings, node is None and bool(text.strip()))
    fields.require(*FAILURE_KEYS)
    item = read_item(desk, block)
    failure = write_text(desk, fields.text("failure"))
    with desk.hidden():
        worked = [write_text(desk, fields.text(name)) for name in FAILURE_KEYS[1:]]
    return FailureMode(with_version(item, "failure"), failure, *worked)


def rows_of(desk: Desk, block: Span, text: str, keys: tuple[str, ...]) -> tuple[Fields, ...]:
    """The rows of a block that is written as a YAML list, each read field by field."""
    node = read_yaml(text, desk.findings, block.line + 1)
    rows = groups(node, f'A row of "{block.name}"', keys, desk.findings)
    if not rows and not (node is None and text.strip()):
        desk.findings.add("E010", block.spot, f'"{block.name}" has no rows. Write `- {keys[0]}: ...` and so on.')
    return rows


def build_note(desk: Desk, tree: Tree, build: Build) -> Note:
    title = tree.block.argument.value if tree.block and tree.block.argument else ""
    return Note(title, _inside(desk, tree, build))


def build_term(desk: Desk, tree: Tree, build: Build) -> Term | None:
    block = tree.block
    if block is None or block.argument is None:
        return None
    name = block.argument
    key = name.value.casefold()
    if key in desk.terms:
        line = desk.terms[key][0].line
        message = f'The term "{shown(name.value)}" is already defined at line {line}. Keep one definition.'
        desk.findings.add("E118", name.spot, message)
    desk.terms.setdefault(key, (name.spot, desk.screen))
    prose = [each for each in _inside(desk, tree, build) if not isinstance(each, Term)]
    return Term(name.value, "".join(getattr(each, "html", "") for each in prose))


def build_hint(desk: Desk, tree: Tree, build: Build) -> Hint:
    item = item_of(desk, tree.block, "for")
    with desk.hidden():
        blocks = _inside(desk, tree, build)
    return Hint(item, "".join(getattr(each, "html", "") for each in blocks))


def build_reveal(desk: Desk, tree: Tree, build: Build) -> Reveal:
    item = item_of(desk, tree.block, "after")
    with desk.hidden():
        return Reveal(item, _inside(desk, tree, build))


def item_of(desk: Desk, block: Span | None, option: str) -> str:
    """The item that a hint or a reveal belongs to: the one around it, or the one that its option names."""
    named: Text | None = block.attributes.options.get(option) if block else None
    what = block.name if block else "block"
    if named is None:
        if block is not None and desk.item is None:
            message = f"This {what} belongs to no item. Put it into one, or write {{{option}=ID}}."
            desk.findings.add("E045", block.spot, message)
        return ""
    if desk.item is None:
        desk.point("E045", named, f"item that this {what} belongs to")
    elif desk.item and named.value != desk.item:
        message = (
            f'This {what} stands inside the item "{shown(desk.item)}" and belongs to it, so '
            f"{option}={shown(named.value)} cannot hold. Remove it, or move the {what} out of the item."
        )
        desk.findings.add("E045", named.spot, message)
    return named.value


def _inside(desk: Desk, tree: Tree, build: Build) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for child in tree.children:
        built = write_prose(desk, child.tokens) if isinstance(child, Run) else build(child)
        if built is not None:
            blocks.append(built)
    return tuple(blocks)
