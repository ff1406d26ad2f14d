"""Blocks: enough and never one too many, and a table whose blocks are conserved whatever is done to it."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.block_table import BlockTableState, block_table_trace
from labs.paging import blocks_needed, paged_vs_reserved, pool_sequences, prefix_hit_tokens

NAMES = st.sampled_from(["a", "b", "c", "d"])
OPS = st.lists(
    st.one_of(
        st.tuples(st.just("prompt"), NAMES, st.integers(1, 12)),
        st.tuples(st.just("append"), NAMES, st.integers(1, 6)),
        st.tuples(st.just("fork"), NAMES, NAMES),
        st.tuples(st.just("free"), NAMES),
    ),
    max_size=25,
).map(lambda ops: [("prompt", "a", 3), ("fork", "a", "b"), *ops])


def possible(block_size: int, pool: list[int], ops: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The operations that the table accepts, each tried after those before it."""
    kept: list[tuple[Any, ...]] = []
    for op in ops:
        try:
            block_table_trace(block_size, pool, [*kept, op])
        except ValueError:
            continue
        kept.append(op)
    return kept


def lengths(ops: list[tuple[Any, ...]]) -> dict[str, int]:
    """Tokens of each sequence by counting alone."""
    tokens: dict[str, int] = {}
    for op in ops:
        match op:
            case ("prompt", name, count):
                tokens[name] = count
            case ("append", name, count):
                tokens[name] += count
            case ("fork", parent, child):
                tokens[child] = tokens[parent]
            case ("free", name):
                del tokens[name]
    return tokens


def check(state: BlockTableState, pool: list[int], block_size: int) -> None:
    held = {int(block) for block in state["refs"]}
    assert sorted([*state["free"], *held]) == sorted(pool)
    references = Counter(block for table in state["tables"].values() for block in table)
    assert {str(block): count for block, count in references.items()} == state["refs"]
    assert state["filled"].keys() == state["refs"].keys()
    assert all(1 <= filled <= block_size for filled in state["filled"].values())


def test_writing_into_a_shared_block_copies_it_and_keeps_the_other_holder() -> None:
    before, after = block_table_trace(2, [0, 1, 2], [("prompt", "a", 1), ("fork", "a", "b"), ("append", "b", 1)])[1:]
    assert (before["refs"], before["copies"]) == ({"0": 2}, 0)
    assert after["tables"] == {"a": [0], "b": [1]}
    assert after["filled"] == {"0": 1, "1": 2}
    assert (after["refs"], after["free"], after["copies"]) == ({"0": 1, "1": 1}, [2], 1)


@given(st.integers(1, 5), st.permutations(range(9)), OPS)
def test_blocks_are_free_or_held_and_references_are_those_of_the_tables(
    block_size: int, pool: list[int], ops: list[tuple[Any, ...]]
) -> None:
    kept = possible(block_size, pool, ops)
    states = block_table_trace(block_size, pool, kept)
    for index, state in enumerate(states):
        check(state, pool, block_size)
        tokens = lengths(kept[: index + 1])
        held = {name: sum(state["filled"][str(block)] for block in table) for name, table in state["tables"].items()}
        assert held == tokens
        for name, table in state["tables"].items():
            assert len(table) == blocks_needed(tokens[name], block_size)["blocks"]


@given(st.integers(1, 5), st.permutations(range(9)), OPS)
def test_freeing_every_sequence_returns_every_block(
    block_size: int, pool: list[int], ops: list[tuple[Any, ...]]
) -> None:
    kept = possible(block_size, pool, ops)
    ends = [("free", name) for name in lengths(kept)]
    states = block_table_trace(block_size, pool, [*kept, *ends])
    if states:
        assert sorted(states[-1]["free"]) == sorted(pool)
        assert states[-1]["refs"] == {}


def test_a_full_pool_refuses_one_more_token_by_name_of_the_step() -> None:
    with pytest.raises(ValueError, match=r"ops\[1\] is .*: the free list is empty"):
        block_table_trace(2, [0], [["prompt", "a", 2], ["append", "a", 1]])


@pytest.mark.parametrize(
    "op",
    [
        ["prompt", "a", 0],
        ["prompt", "a", 1.5],
        ["prompt", "a", True],
        ["prompt", "a", 10**15],
        ["prompt", 3, 1],
        ["append", "a", 1],
        ["fork", "a", "b"],
        ["free", "a"],
        ["grow", "a", 1],
        [],
        "free",
        None,
    ],
)
def test_an_operation_that_cannot_be_done_is_named(op: Any) -> None:
    with pytest.raises(ValueError, match=r"ops\[0\] is .*: \S"):
        block_table_trace(4, [0, 1], [op])


@pytest.mark.parametrize("pool", [[], [0, 0], [-1], [0.5], "01", None])
def test_a_free_list_that_is_not_distinct_blocks_is_refused(pool: Any) -> None:
    with pytest.raises(ValueError, match="free_list"):
        block_table_trace(4, pool, [])


@given(st.integers(0, 10**6), st.integers(1, 4096))
def test_the_blocks_are_enough_and_one_fewer_is_not(tokens: int, block_size: int) -> None:
    result = blocks_needed(tokens, block_size)
    assert (result["blocks"] - 1) * block_size < tokens <= result["blocks"] * block_size
    assert 0 <= result["wasted_slots"] < block_size


@given(st.lists(st.integers(1, 2048), min_size=1), st.integers(1, 128))
def test_whole_blocks_never_take_a_block_more_than_the_tokens_need(lengths: list[int], block_size: int) -> None:
    result = paged_vs_reserved(lengths, block_size, 2048)
    assert 0 <= result["paged_slots"] - result["used_tokens"] < len(lengths) * block_size
    assert 0 <= result["paged_waste_fraction"] < 1


def test_a_sequence_longer_than_its_reservation_is_refused() -> None:
    with pytest.raises(ValueError, match="lengths has 9; each must be at most reserved_len, which is 8"):
        paged_vs_reserved([3, 9], 4, 8)


@given(st.integers(1, 10**6), st.integers(0, 10**6), st.integers(1, 512))
def test_a_prefix_hit_is_whole_blocks_and_leaves_a_token_to_compute(prompt: int, common: int, block: int) -> None:
    hit = prefix_hit_tokens(prompt, common, block)
    assert hit % block == 0
    assert hit <= common and hit < prompt


@given(st.integers(1, 10**12), st.integers(1, 10**7), st.integers(1, 256), st.integers(1, 10**5))
def test_the_sequences_of_a_pool_fit_and_one_more_does_not(pool: int, one_block: int, size: int, length: int) -> None:
    result = pool_sequences(pool, one_block, size, length)
    each = blocks_needed(length, size)["blocks"]
    assert result["sequences"] * each <= result["blocks"] < (result["sequences"] + 1) * each
