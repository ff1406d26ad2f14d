"""The opener lines of blocks against the table of kinds: ids, the word after the name, options.
It refuses to read what stands inside.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.course.answers import missing_id
from app.course.attributes import as_id
from app.course.desk import Desk
from app.course.diagnostics import Spot, shown
from app.course.scan import Block

EXAMPLES: Final = {
    "predict": "number",
    "question": "choice",
    "lab": "gpu-memory-ledger",
    "code": "speculate.py",
    "term": "KV cache",
}
# What a block without a word in it would leave out; a question with options misses those first.
SAYS: Final = {
    "term": "what it means",
    "hint": "what helps",
    "reveal": "what follows the answer",
    "note": "what is to be noted",
    "predict": "what is asked",
    "question": "what is asked",
}
HAS_OPTIONS: Final = ("choice", "multi", "order")


@dataclass(frozen=True)
class Id:
    """An id of a block with its place; `stores` when answers hang on it."""

    value: str
    spot: Spot
    block: str
    stores: bool


def check_heads(desk: Desk, blocks: Mapping[int, Block]) -> tuple[Id, ...]:
    """The ids of all blocks, in their order; everything wrong with the openers is a finding."""
    ids: dict[str, Id] = {}
    taken = {block.attributes.id.value: 1 for block in blocks.values() if block.attributes.id}
    screen = "lesson"
    for block in blocks.values():
        if block.kind is None:
            continue
        _check_argument(desk, block)
        _check_body(desk, block)
        for name, spot in block.attributes.keys.items():
            if name not in block.kind.options:
                desk.findings.unknown("E025", spot, f'option of "{block.name}"', name, block.kind.options)
        screen = block.attributes.id.value if block.name == "screen" and block.attributes.id else screen
        _check_id(desk, block, ids, taken, screen)
    return tuple(ids.values())


def _check_id(desk: Desk, block: Block, ids: dict[str, Id], taken: dict[str, int], screen: str) -> None:
    id = block.attributes.id
    if id is None:
        if block.kind is not None and block.kind.id == "must":
            wanted = "screen" if block.name == "screen" else as_id(f"{screen}-{block.name}")
            missing_id(block, _free(wanted, taken), desk.findings, desk.source.lines[block.line - 1])
    elif id.value in ids:
        first = ids[id.value]
        better = _free(id.value, taken)
        message = f'The id "{shown(id.value)}" is already used by "{first.block}" at line {first.spot.line}.'
        desk.findings.add("E028", id.spot, f'{message} Perhaps "{better}"?', suggestion=better, fix=f"#{better}")
    else:
        ids[id.value] = Id(id.value, id.spot, block.title, block.kind is not None and block.kind.stores)


def _free(wanted: str, taken: dict[str, int]) -> str:
    """The wanted id, or the next one with a number behind; `taken` counts on, so that many are found at once."""
    free, number = wanted, taken.get(wanted, 1)
    while free in taken:
        number += 1
        free = f"{wanted}-{number}"
    taken[wanted] = number
    taken.setdefault(free, 1)
    return free


def _check_argument(desk: Desk, block: Block) -> None:
    need = block.kind.argument if block.kind else "may"
    if need == "must" and block.argument is None:
        message = f'Block "{block.name}" needs a word after its name, as in `::: {block.name} {EXAMPLES[block.name]}`.'
        desk.findings.add("E026", block.spot, message)
    elif need == "no" and block.argument is not None:
        message = f'Block "{block.name}" takes no word after its name. Options stand in braces: {{#id key=value}}.'
        desk.findings.add("E026", block.argument.spot, message)


def _check_body(desk: Desk, block: Block) -> None:
    is_closed = desk.source.between(block.end, block.end + 1).startswith(":::")
    has_options = block.argument is not None and block.argument.value in HAS_OPTIONS
    if block.name not in SAYS or not is_closed or has_options:
        return
    if not desk.source.between(block.line + 1, block.end).strip():
        message = f'"{shown(block.title)}" is empty. Write {SAYS[block.name]} before its `:::`.'
        desk.findings.add("E032", block.spot, message)
