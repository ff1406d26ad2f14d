"""The smaller blocks: symbols, rubric, evidence, failure, note, term, and hints and reveals apart from their item.
It refuses to know what a learner writes into them.
"""

from collections.abc import Callable
from decimal import Decimal
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
    ContractLine,
    Evidence,
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
EVIDENCE_KEYS: Final = ("kind", "from", "or", "says", "good", "refused", "most", "releases")
EVIDENCE_KINDS: Final = ("code", "hand", "simulation", "checkpoint", "rubric", "fallback")
# A row of the release note that is no evidence: the release that goes out is held against it.
CONTRACT: Final = "contract"
FAILURE_KEYS: Final = ("failure", "detector", "owner", "mitigation", "stop")


def build_symbols(desk: Desk, block: Span, text: str) -> Symbols:
    rows = []
    for each in _rows(desk, block, text, SYMBOL_KEYS):
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
    for each in _rows(desk, block, text, RUBRIC_KEYS):
        each.require(*RUBRIC_KEYS)
        rows.append(RubricRow(*(write_phrase(desk, each.text(name)) for name in RUBRIC_KEYS)))
    return Rubric(with_version(read_item(desk, block), tuple(rows)), tuple(rows))


def build_evidence(desk: Desk, block: Span, text: str) -> Evidence:
    lines, fresh, contract = [], [], []
    good: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    for each in _rows(desk, block, text, EVIDENCE_KEYS):
        each.require("kind", "says")
        kind = each.choice("kind", (*EVIDENCE_KINDS, CONTRACT), "")
        if kind == CONTRACT:
            contract.append(_contract_line(desk, each))
            continue
        source = each.text("from")
        if source:
            desk.point("E096", source, "block that gives this evidence")
        elif kind not in ("fallback", ""):
            desk.findings.add(
                "E010", each.spot, f'Evidence of kind "{kind}" needs `from: ID` of the block that gives it.'
            )
        other = each.text("or")
        if source and other:
            desk.point("E096", other, "item with numbers of its own that gives this evidence too")
            fresh.append((source.value, other.value))
        good += tuple(name.value for name in each.texts("good"))
        refused += tuple((name.value, reason.value) for name, reason in each.pairs("refused"))
        lines.append((kind, source.value if source else "", write_phrase(desk, each.text("says"))))
    item = with_version(read_item(desk, block), (*(line[:2] for line in lines), *good))
    return Evidence(item, tuple(lines), tuple(fresh), good, refused, tuple(contract))


def _contract_line(desk: Desk, row: Fields) -> ContractLine:
    """A line that releases are held against; what each comes to is computed by a run of the lesson."""
    row.require("most", "releases")
    found, unit = [], ""
    for name, reference in row.pairs("releases"):
        told = desk.fact(reference.value, reference.spot)
        if told is None:
            continue
        value = told[1].value
        if isinstance(value, bool | str) or value is None:
            message = f'"{shown(reference.value)}" is no number here, so it cannot be held against "most".'
            desk.findings.add("E011", reference.spot, message)
        else:
            unit = told[1].unit
            found.append((name.value, Decimal(str(float(value))), told[2].replace("\u00a0", " ")))
    with desk.hidden():
        says = write_phrase(desk, row.text("says"))
    return ContractLine(says, row.number("most") or Decimal(0), unit, tuple(found))


def build_failure(desk: Desk, block: Span, text: str) -> FailureMode:
    node = desk.heads("failure", text, Spot(block.line))
    fields = Fields(node, block.spot, '"failure"', FAILURE_KEYS, desk.findings, node is None and bool(text.strip()))
    fields.require(*FAILURE_KEYS)
    item = read_item(desk, block)
    failure = write_text(desk, fields.text("failure"))
    with desk.hidden():
        worked = [write_text(desk, fields.text(name)) for name in FAILURE_KEYS[1:]]
    return FailureMode(with_version(item, "failure"), failure, *worked)


def _rows(desk: Desk, block: Span, text: str, keys: tuple[str, ...]) -> tuple[Fields, ...]:
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
    item = _item(desk, tree, "for")
    with desk.hidden():
        blocks = _inside(desk, tree, build)
    return Hint(item, "".join(getattr(each, "html", "") for each in blocks))


def build_reveal(desk: Desk, tree: Tree, build: Build) -> Reveal:
    item = _item(desk, tree, "after")
    with desk.hidden():
        return Reveal(item, _inside(desk, tree, build))


def _item(desk: Desk, tree: Tree, option: str) -> str:
    """The item that a hint or a reveal belongs to: the one around it, or the one that its option names."""
    block = tree.block
    named: Text | None = block.attributes.options.get(option) if block else None
    if named is not None:
        place = named.spot.within(len(option) + 1, len(named.value))
        desk.point("E045", Text(named.value, place), f"item that this {block.name if block else 'block'} belongs to")
        return named.value
    if block is not None and not desk.is_in_item:
        message = f"This {block.name} belongs to no item. Put it into one, or write {{{option}=ID}}."
        desk.findings.add("E045", block.spot, message)
    return ""


def _inside(desk: Desk, tree: Tree, build: Build) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for child in tree.children:
        built = write_prose(desk, child.tokens) if isinstance(child, Run) else build(child)
        if built is not None:
            blocks.append(built)
    return tuple(blocks)
