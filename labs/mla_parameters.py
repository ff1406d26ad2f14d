"""How many parameters a decoder with latent attention and experts has, in all and for one token.
It refuses to know the cache such a model keeps: that is kv_cache.
"""

from labs.arguments import check_counts, check_counts_or_zero, check_flags, check_whole
from labs.layer_weights import latent_attention_weights, mlp_weights, norm_weights


def params_mla_moe_active(
    layers: int,
    hidden: int,
    vocab: int,
    heads: int,
    q_lora_rank: int,
    dense_ffn: int,
    dense_layers: int,
    expert_ffn: int,
    experts: int,
    top_k: int,
    shared_experts: int,
    router_bias: bool,
    qk_nope_head_dim: int,
    qk_rope_head_dim: int,
    v_head_dim: int,
    kv_lora_rank: int,
) -> int:
    """The parameters one token passes through: dense layers first, then layers with shared and top_k chosen experts.

    2 V h + h + L (latent attention + 2 h) + L_dense 3 h f_dense + L_sparse (h E + E if router_bias + n 3 h f),
    n = top_k + shared. Both vocabulary matrices are counted; q_lora_rank 0 means an uncompressed query.
    Source: DeepSeek-V3, arXiv:2412.19437, section 2.1; vectors params.mla_moe.active.
    """
    check_counts(layers=layers, hidden=hidden, vocab=vocab, heads=heads, dense_ffn=dense_ffn)
    check_counts(expert_ffn=expert_ffn, experts=experts, kv_lora_rank=kv_lora_rank)
    check_counts(qk_nope_head_dim=qk_nope_head_dim, qk_rope_head_dim=qk_rope_head_dim, v_head_dim=v_head_dim)
    check_counts_or_zero(q_lora_rank=q_lora_rank, shared_experts=shared_experts)
    check_whole("dense_layers", dense_layers, 0, layers)
    check_whole("top_k", top_k, 1, experts)
    check_flags(router_bias=router_bias)
    attention = latent_attention_weights(
        hidden, heads, q_lora_rank, kv_lora_rank, qk_nope_head_dim, qk_rope_head_dim, v_head_dim
    )
    router = hidden * experts + experts * router_bias
    sparse = router + (top_k + shared_experts) * mlp_weights(hidden, expert_ffn)
    every_layer = layers * (attention + 2 * norm_weights(hidden))
    mlps = dense_layers * mlp_weights(hidden, dense_ffn) + (layers - dense_layers) * sparse
    return 2 * vocab * hidden + every_layer + mlps + norm_weights(hidden)


def params_mla_moe_total(
    layers: int,
    hidden: int,
    vocab: int,
    heads: int,
    q_lora_rank: int,
    dense_ffn: int,
    dense_layers: int,
    expert_ffn: int,
    experts: int,
    top_k: int,
    shared_experts: int,
    router_bias: bool,
    qk_nope_head_dim: int,
    qk_rope_head_dim: int,
    v_head_dim: int,
    kv_lora_rank: int,
) -> int:
    """`params_mla_moe_active` with every expert chosen: the size of the main model, without extra prediction modules.

    A count of parameters; top_k is checked and changes nothing. Source: vectors params.mla_moe.total.
    """
    check_counts(experts=experts)
    check_whole("top_k", top_k, 1, experts)
    return params_mla_moe_active(
        layers=layers,
        hidden=hidden,
        vocab=vocab,
        heads=heads,
        q_lora_rank=q_lora_rank,
        dense_ffn=dense_ffn,
        dense_layers=dense_layers,
        expert_ffn=expert_ffn,
        experts=experts,
        top_k=experts,
        shared_experts=shared_experts,
        router_bias=router_bias,
        qk_nope_head_dim=qk_nope_head_dim,
        qk_rope_head_dim=qk_rope_head_dim,
        v_head_dim=v_head_dim,
        kv_lora_rank=kv_lora_rank,
    )
