"""Every weight of a dense decoder written down as a shape, one entry a tensor, and added up one tensor after another.
It refuses to know closed formulas and the project.
"""

from typing import Any

Shape = tuple[int, ...]


def _size(shape: Shape) -> int:
    values = 1
    for side in shape:
        values *= side
    return values


def _norm(hidden: int, norm: str, norm_bias: bool) -> list[Shape]:
    return [(hidden,), (hidden,)] if norm == "ln" and norm_bias else [(hidden,)]


def _attention(case: dict[str, Any]) -> list[Shape]:
    hidden, head_dim = case["hidden"], case["head_dim"]
    heads, kv_heads = case["heads"], case["kv_heads"]
    shapes: list[Shape] = []
    for count in (heads, kv_heads, kv_heads):
        for _ in range(count):
            shapes.append((hidden, head_dim))
            if case.get("qkv_bias"):
                shapes.append((head_dim,))
    shapes.extend((head_dim, hidden) for _ in range(heads))
    if case.get("o_bias"):
        shapes.append((hidden,))
    if case.get("qk_norm"):
        shapes.extend([(head_dim,), (head_dim,)])
    return shapes


def _mlp(case: dict[str, Any]) -> list[Shape]:
    hidden, ffn = case["hidden"], case["ffn"]
    shapes: list[Shape] = [(hidden, ffn), (ffn, hidden)]
    if case["gated"]:
        shapes.append((hidden, ffn))
    if case.get("mlp_bias"):
        shapes.extend([(ffn,), (hidden,)])
        if case["gated"]:
            shapes.append((ffn,))
    return shapes


def dense_shapes(case: dict[str, Any]) -> list[Shape]:
    """The tensors of a decoder described by the keys of the `params_dense` vectors."""
    hidden, vocab = case["hidden"], case["vocab"]
    one_norm = _norm(hidden, case.get("norm", "rms"), case.get("norm_bias", True))
    shapes: list[Shape] = [(vocab, hidden)]
    for _ in range(case.get("learned_positions", 0)):
        shapes.append((hidden,))
    for _ in range(case["layers"]):
        shapes += _attention(case) + _mlp(case)
        for _ in range(case.get("norms_per_layer", 2)):
            shapes += one_norm
    shapes += one_norm
    if not case["tied"]:
        shapes.append((hidden, vocab))
    if case.get("lm_head_bias"):
        shapes.append((vocab,))
    return shapes


def count_dense(case: dict[str, Any]) -> int:
    """Parameters of the decoder: the sizes of its tensors, added."""
    return sum(_size(shape) for shape in dense_shapes(case))
