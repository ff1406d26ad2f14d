"""How many parameters a decoder with experts has, in all and for one token.
It refuses to know routing, load and capacity: those belong to moe.
"""

from labs.arguments import check_counts, check_flags, check_whole
from labs.layer_weights import attention_weights, mlp_weights, norm_weights


def params_moe_active(
    layers: int,
    hidden: int,
    vocab: int,
    heads: int,
    kv_heads: int,
    head_dim: int,
    expert_ffn: int,
    experts: int,
    top_k: int,
    qk_norm: bool = False,
) -> int:
    """2 V h + L (attention + 2 h + h E + top_k 3 h f) + h: the parameters one token passes through.

    A count of parameters; the whole router and both vocabulary matrices are counted. Source: vectors params.moe_active.
    """
    check_counts(layers=layers, hidden=hidden, vocab=vocab, heads=heads, kv_heads=kv_heads, head_dim=head_dim)
    check_counts(expert_ffn=expert_ffn, experts=experts)
    check_whole("top_k", top_k, 1, experts)
    check_flags(qk_norm=qk_norm)
    attention = attention_weights(hidden, heads, kv_heads, head_dim, qk_norm=qk_norm)
    router = hidden * experts
    layer = attention + 2 * norm_weights(hidden) + router + top_k * mlp_weights(hidden, expert_ffn)
    return 2 * vocab * hidden + layers * layer + norm_weights(hidden)


def params_moe_total(
    layers: int,
    hidden: int,
    vocab: int,
    heads: int,
    kv_heads: int,
    head_dim: int,
    expert_ffn: int,
    experts: int,
    top_k: int,
    qk_norm: bool = False,
) -> int:
    """2 V h + L (attention + 2 h + h E + E 3 h f) + h: `params_moe_active` with every expert chosen.

    A count of parameters; top_k is checked and changes nothing. Source: vectors params.moe_total.
    """
    check_counts(experts=experts)
    check_whole("top_k", top_k, 1, experts)
    return params_moe_active(
        layers, hidden, vocab, heads, kv_heads, head_dim, expert_ffn, experts, top_k=experts, qk_norm=qk_norm
    )


def params_gpt_oss_active_without_input_embedding(
    layers: int,
    hidden: int,
    vocab: int,
    heads: int,
    kv_heads: int,
    head_dim: int,
    expert_ffn: int,
    experts: int,
    top_k: int,
) -> int:
    """V h + L (attention + one sink a query head + router + top_k experts + 2 h) + h, with biases everywhere.

    The router has h E + E; an expert h 2f + 2f + f h + h (up and gate fused).
    Source: gpt-oss model card, arXiv:2508.10925, Table 1, which leaves the input embedding out.
    """
    check_counts(layers=layers, hidden=hidden, vocab=vocab, heads=heads, kv_heads=kv_heads, head_dim=head_dim)
    check_counts(expert_ffn=expert_ffn, experts=experts)
    check_whole("top_k", top_k, 1, experts)
    attention = attention_weights(hidden, heads, kv_heads, head_dim, qkv_bias=True, o_bias=True) + heads
    router = hidden * experts + experts
    expert = hidden * 2 * expert_ffn + 2 * expert_ffn + expert_ffn * hidden + hidden
    layer = attention + router + top_k * expert + 2 * norm_weights(hidden)
    return vocab * hidden + layers * layer + norm_weights(hidden)


def params_gpt_oss_total(
    layers: int,
    hidden: int,
    vocab: int,
    heads: int,
    kv_heads: int,
    head_dim: int,
    expert_ffn: int,
    experts: int,
    top_k: int,
) -> int:
    """`params_gpt_oss_active_without_input_embedding` with every expert chosen, plus the input embedding V h.

    A count of parameters; top_k is checked and changes nothing. Source: gpt-oss model card, arXiv:2508.10925, Table 1.
    """
    check_counts(experts=experts)
    check_whole("top_k", top_k, 1, experts)
    without_input = params_gpt_oss_active_without_input_embedding(
        layers, hidden, vocab, heads, kv_heads, head_dim, expert_ffn, experts, top_k=experts
    )
    return without_input + vocab * hidden
