"""Cache memory in blocks: how many a sequence needs, what they weigh, what they waste, what a shared prefix saves.
It refuses to know which block holds what: the table of blocks is block_table.
"""

from collections.abc import Sequence
from typing import TypedDict

from labs.arguments import check_count_list, check_counts, check_counts_or_zero, check_positive
from labs.kv_cache import kv_bytes_per_token


class PagedVsReserved(TypedDict):
    """Slots of one token each; a waste fraction is empty slots over allocated slots."""

    used_tokens: int
    paged_slots: int
    reserved_slots: int
    paged_waste_fraction: float
    reserved_waste_fraction: float


def blocks_needed(tokens: int, block_size: int) -> dict[str, int]:
    """blocks = ceil(tokens / block_size), and the empty slots of the last block.

    Source: PagedAttention, arXiv:2309.06180, section 4.1; vectors blocks.
    """
    check_counts_or_zero(tokens=tokens)
    check_counts(block_size=block_size)
    blocks = -(-tokens // block_size)
    return {"blocks": blocks, "wasted_slots": blocks * block_size - tokens}


def block_bytes(layers: int, kv_heads: int, head_dim: int, bytes_per_element: float, block_size: int) -> float:
    """2 L H_kv d q block_size, in bytes over all layers. Source: vectors block_bytes.

    L layers, H_kv KV heads, d the head size, q bytes of a stored value; block_size in tokens.
    """
    check_counts(block_size=block_size)
    return kv_bytes_per_token(layers, kv_heads, head_dim, bytes_per_element) * block_size


def paged_vs_reserved(lengths: Sequence[int], block_size: int, reserved_len: int) -> PagedVsReserved:
    """Slots allocated in whole blocks against reserved_len slots for each sequence, with the waste of both.

    Source: PagedAttention, arXiv:2309.06180, section 3.1; vectors waste.
    """
    check_counts(block_size=block_size, reserved_len=reserved_len)
    check_count_list("lengths", lengths, 1)
    if max(lengths) > reserved_len:
        raise ValueError(f"lengths has {max(lengths)}; each must be at most reserved_len, which is {reserved_len}.")
    used = sum(lengths)
    paged = sum(blocks_needed(length, block_size)["blocks"] * block_size for length in lengths)
    reserved = len(lengths) * reserved_len
    return PagedVsReserved(
        used_tokens=used,
        paged_slots=paged,
        reserved_slots=reserved,
        paged_waste_fraction=(paged - used) / paged,
        reserved_waste_fraction=(reserved - used) / reserved,
    )


def mean_waste_uniform_residue(block_size: int) -> float:
    """(b - 1) / 2, in slots per sequence, when the last block is filled to 1..b with equal chance.

    Source: vectors mean_waste.
    """
    check_counts(block_size=block_size)
    return (block_size - 1) / 2


def pool_sequences(pool_bytes: float, block_bytes_: float, block_size: int, seq_len: int) -> dict[str, int]:
    """Whole blocks in the pool, and whole sequences of seq_len tokens in those blocks. Source: vectors pool."""
    check_positive(pool_bytes=pool_bytes, block_bytes_=block_bytes_)
    check_counts(block_size=block_size, seq_len=seq_len)
    blocks = int(pool_bytes // block_bytes_)
    return {"blocks": blocks, "sequences": blocks // blocks_needed(seq_len, block_size)["blocks"]}


def prefix_hit_tokens(prompt_len: int, common_prefix: int, block_size: int) -> int:
    """floor(min(common, prompt - 1) / b) b, in tokens served from the cache.

    Only full blocks are shared, and at least one prompt token is always computed. Source: vectors prefix.
    """
    check_counts(prompt_len=prompt_len, block_size=block_size)
    check_counts_or_zero(common_prefix=common_prefix)
    return min(common_prefix, prompt_len - 1) // block_size * block_size
