"""A served model's memory told slowly: parameters added one matrix at a time, sequences one at a time, in whole units.
It imports nothing of the project. Amounts are integers: bytes x 8 x 256 x 10^15, so that no division is ever needed."""

UNIT = 8 * 256 * 10**15


def parameters(shape: dict[str, object]) -> int:
    """Every matrix and vector of a decoder, counted entry by entry of its list of sizes."""
    hidden, vocab, ffn = int(str(shape["hidden"])), int(str(shape["vocab"])), int(str(shape["ffn"]))
    heads, kv_heads, size = int(str(shape["heads"])), int(str(shape["kv_heads"])), int(str(shape["head_dim"]))
    norm = hidden * (2 if shape["norm"] == "ln" and shape["norm_bias"] else 1)
    pieces = [vocab * hidden, norm]
    if not shape["tied"]:
        pieces.append(vocab * hidden)
    if shape["lm_head_bias"]:
        pieces.append(vocab)
    pieces += [hidden] * int(str(shape["learned_positions"]))
    for _ in range(int(str(shape["layers"]))):
        pieces += [hidden * size] * heads + [hidden * size] * kv_heads + [hidden * size] * kv_heads
        pieces.append(heads * size * hidden)
        if shape["qkv_bias"]:
            pieces += [size] * (heads + kv_heads + kv_heads)
        if shape["o_bias"]:
            pieces.append(hidden)
        if shape["qk_norm"]:
            pieces += [size, size]
        pieces += [hidden * ffn] * (3 if shape["gated"] else 2)
        if shape["mlp_bias"]:
            pieces += [ffn, ffn, hidden] if shape["gated"] else [ffn, hidden]
        pieces += [norm] * int(str(shape["norms_per_layer"]))
    return sum(pieces)


def weights(params: int, bits: int, group: int) -> int:
    """Bits of all weights, and at 4 bits one scale of 16 bits a group, in units."""
    a_bit = UNIT // 8
    scales = params * 16 * (a_bit // group) if bits == 4 else 0
    return params * bits * a_bit + scales


def usable(size_text: str, unit: str, reserve_text: str) -> int:
    """Card and reserve from their decimal texts, at most 6 and 3 decimals, in units."""
    millionths = _scaled(size_text, 6)
    kept = 100 * 1000 - _scaled(reserve_text, 3)
    factor = 10**9 if unit == "GB" else 2**30
    # size x 1e-6 x factor x kept x 1e-5
    return millionths * factor * kept * (UNIT // 10**11)


def _scaled(text: str, decimals: int) -> int:
    whole, _, part = text.partition(".")
    assert len(part) <= decimals
    return int(whole + part.ljust(decimals, "0"))


def one_sequence(shape: dict[str, object], kv_bits: int, context: int, page: int) -> int:
    """Keys and values of each layer and head; a page of 1 token rounds nothing. Tokens are placed one at a time."""
    pages = free = 0
    for _ in range(context):
        if free == 0:
            pages, free = pages + 1, page
        free -= 1
    values = 0
    for _ in range(int(str(shape["layers"]))):
        values += 2 * int(str(shape["kv_heads"])) * int(str(shape["head_dim"]))
    return pages * page * values * (kv_bits // 8) * UNIT


def most_sequences(room: int, one: int, ceiling: int) -> int:
    """Sequences added one at a time until the next would not fit; stops at the ceiling."""
    used = placed = 0
    while placed < ceiling and used + one <= room:
        used += one
        placed += 1
    return placed
