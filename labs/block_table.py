"""The table of blocks step by step: filling, growing, sharing, copying on write and freeing.
It refuses to know bytes, models and schedulers; a block is a number and a token is a filled slot.
"""

from collections import deque
from collections.abc import Sequence
from typing import TypedDict

from labs.arguments import check_count_list, check_counts, check_list, check_whole

# Appends go token by token, so a block's size bounds the work.
LARGEST_BLOCK = 65_536


class BlockTableState(TypedDict):
    """Blocks of each sequence; references and filled slots of each held block (keys are text); copies so far."""

    tables: dict[str, list[int]]
    refs: dict[str, int]
    filled: dict[str, int]
    free: list[int]
    copies: int


class _BlockTable:
    def __init__(self, block_size: int, free_list: Sequence[int]) -> None:
        self.block_size = block_size
        self.free = deque(free_list)
        self.tables: dict[str, list[int]] = {}
        self.refs: dict[int, int] = {}
        self.filled: dict[int, int] = {}
        self.copies = 0

    def _take(self, filled: int) -> int:
        if not self.free:
            raise ValueError("the free list is empty; free a sequence first or give more blocks.")
        block = self.free.popleft()
        self.refs[block], self.filled[block] = 1, filled
        return block

    def _drop(self, block: int) -> None:
        self.refs[block] -= 1
        if not self.refs[block]:
            del self.refs[block], self.filled[block]
            self.free.append(block)

    def _known(self, name: str) -> list[int]:
        if name not in self.tables:
            raise ValueError(f"sequence {name!r} has no table; there are {sorted(self.tables)}.")
        return self.tables[name]

    def _new(self, name: str) -> None:
        if name in self.tables:
            raise ValueError(f"sequence {name!r} has a table already; free it first or choose another name.")

    def prompt(self, name: str, tokens: int) -> None:
        self._new(name)
        needed = -(-tokens // self.block_size)
        if needed > len(self.free):
            raise ValueError(f"sequence {name!r} needs {needed} blocks; {len(self.free)} are free.")
        last = tokens - (needed - 1) * self.block_size
        self.tables[name] = [self._take(self.block_size) for _ in range(needed - 1)] + [self._take(last)]

    def append(self, name: str) -> None:
        table = self._known(name)
        last = table[-1]
        if self.filled[last] == self.block_size:
            table.append(self._take(1))
        elif self.refs[last] == 1:
            self.filled[last] += 1
        else:
            table[-1] = self._take(self.filled[last] + 1)
            self._drop(last)
            self.copies += 1

    def fork(self, parent: str, child: str) -> None:
        self._new(child)
        self.tables[child] = list(self._known(parent))
        for block in self.tables[child]:
            self.refs[block] += 1

    def release(self, name: str) -> None:
        for block in self._known(name):
            self._drop(block)
        del self.tables[name]

    def state(self) -> BlockTableState:
        return BlockTableState(
            tables={name: list(blocks) for name, blocks in self.tables.items()},
            refs={str(block): count for block, count in sorted(self.refs.items())},
            filled={str(block): count for block, count in sorted(self.filled.items())},
            free=list(self.free),
            copies=self.copies,
        )


def _apply(table: _BlockTable, op: Sequence[object]) -> None:
    match op:
        case ["prompt", str(name), int(tokens)] if tokens >= 1:
            check_counts(tokens=tokens)
            table.prompt(name, tokens)
        case ["append", str(name), int(tokens)] if tokens >= 1:
            check_counts(tokens=tokens)
            for _ in range(tokens):
                table.append(name)
        case ["fork", str(parent), str(child)]:
            table.fork(parent, child)
        case ["free", str(name)]:
            table.release(name)
        case _:
            raise ValueError(
                'it must be ["prompt", name, tokens], ["append", name, tokens], ["fork", from, to] or ["free", name], '
                "with at least one token."
            )


def block_table_trace(
    block_size: int, free_list: Sequence[int], ops: Sequence[Sequence[object]]
) -> list[BlockTableState]:
    """The state after each operation. Blocks come from the head of the free list, freed ones go to its tail.

    prompt fills new blocks; append adds tokens one at a time (a full last block: a new one; a shared, partly filled
    one: copied to a new block, one reference dropped, then written); fork shares all blocks; free drops references.
    A freed table is returned in table order. Raises ValueError naming the operation that can't be done.
    Source: PagedAttention, arXiv:2309.06180, sections 4.3 and 4.4; vectors table.
    """
    check_whole("block_size", block_size, 1, LARGEST_BLOCK)
    check_count_list("free_list", free_list, 0)
    if len(set(free_list)) != len(free_list):
        raise ValueError("free_list names a block twice; each block may be there once.")
    check_list("ops", ops, "operations")
    table = _BlockTable(block_size, free_list)
    states = []
    for index, op in enumerate(ops):
        try:
            _apply(table, op)
        except ValueError as refusal:
            raise ValueError(f"ops[{index}] is {str(op)[:60]}: {refusal}") from None
        states.append(table.state())
    return states
