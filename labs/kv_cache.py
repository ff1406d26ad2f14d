"""How many bytes the keys and values of past tokens occupy, for multi-head, grouped, hybrid and latent attention.
It refuses to know blocks, fragmentation and allocators: those belong to paging.
"""

from labs.arguments import check_counts, check_counts_or_zero, check_positive


def kv_bytes_per_token(layers: int, kv_heads: int, head_dim: int, bytes_per_element: float) -> float:
    """2 L H_kv d q, in bytes per token; the 2 is one key and one value.

    L layers, H_kv KV heads, d the head size, q bytes of a stored value.

    Source: PagedAttention, arXiv:2309.06180, section 3; vectors kv.per_token.
    """
    check_counts(layers=layers, kv_heads=kv_heads, head_dim=head_dim)
    check_positive(bytes_per_element=bytes_per_element)
    return 2 * layers * kv_heads * head_dim * bytes_per_element


def kv_bytes_total(
    layers: int, kv_heads: int, head_dim: int, bytes_per_element: float, batch: int, seq_len: int
) -> float:
    """2 L H_kv d q B S, in bytes: B sequences of S tokens, every layer caching all of them.

    L layers, H_kv KV heads, d the head size, q bytes of a stored value.

    Source: PagedAttention, arXiv:2309.06180, section 3; vectors kv.max_context and kv.batch.
    """
    check_counts(batch=batch, seq_len=seq_len)
    return kv_bytes_per_token(layers, kv_heads, head_dim, bytes_per_element) * batch * seq_len


def kv_bytes_hybrid(
    kv_heads: int,
    head_dim: int,
    window: int,
    global_layers: int,
    local_layers: int,
    bytes_per_element: float,
    batch: int,
    seq_len: int,
) -> float:
    """2 H_kv d q B (L_global S + L_local min(S, W)), in bytes: a local layer keeps the last W tokens.

    Source: Mistral 7B, arXiv:2310.06825 (rolling buffer); vectors kv.hybrid.
    """
    check_counts(kv_heads=kv_heads, head_dim=head_dim, window=window, batch=batch, seq_len=seq_len)
    check_counts_or_zero(global_layers=global_layers, local_layers=local_layers)
    check_positive(bytes_per_element=bytes_per_element)
    if global_layers + local_layers == 0:
        raise ValueError("global_layers and local_layers are both 0; at least one layer must cache tokens.")
    cached_tokens = global_layers * seq_len + local_layers * min(seq_len, window)
    return 2 * kv_heads * head_dim * bytes_per_element * batch * cached_tokens


def kv_bytes_mla(
    layers: int, kv_lora_rank: int, qk_rope_head_dim: int, bytes_per_element: float, batch: int, seq_len: int
) -> float:
    """L (kv_lora_rank + qk_rope_head_dim) q B S, in bytes; one latent serves keys and values, so no factor 2.

    Source: DeepSeek-V2, arXiv:2405.04434, section 2.1; vectors kv.mla.
    """
    check_counts(layers=layers, kv_lora_rank=kv_lora_rank, qk_rope_head_dim=qk_rope_head_dim)
    check_counts(batch=batch, seq_len=seq_len)
    check_positive(bytes_per_element=bytes_per_element)
    return layers * (kv_lora_rank + qk_rope_head_dim) * bytes_per_element * batch * seq_len


def kv_bytes_mla_expanded(
    layers: int,
    heads: int,
    qk_nope_head_dim: int,
    qk_rope_head_dim: int,
    v_head_dim: int,
    bytes_per_element: float,
    batch: int,
    seq_len: int,
) -> float:
    """L H (nope + rope + v) q B S, in bytes: latent attention if per-head keys and values were stored instead.

    Source: DeepSeek-V2, arXiv:2405.04434, section 2.1; vectors kv.mla_expanded.
    """
    check_counts(layers=layers, heads=heads, batch=batch, seq_len=seq_len)
    check_counts(qk_nope_head_dim=qk_nope_head_dim, qk_rope_head_dim=qk_rope_head_dim, v_head_dim=v_head_dim)
    check_positive(bytes_per_element=bytes_per_element)
    width = qk_nope_head_dim + qk_rope_head_dim + v_head_dim
    return layers * heads * width * bytes_per_element * batch * seq_len


def mla_equivalent_gqa_groups(kv_lora_rank: int, qk_rope_head_dim: int, head_dim: int) -> float:
    """(rank + rope) / (2 d): how many key-value heads of grouped attention cost as much as one latent.

    Source: DeepSeek-V2, arXiv:2405.04434, Table 1; vector kv.mla.groups.deepseek-v2.
    """
    check_counts(kv_lora_rank=kv_lora_rank, qk_rope_head_dim=qk_rope_head_dim, head_dim=head_dim)
    return (kv_lora_rank + qk_rope_head_dim) / (2 * head_dim)


def kv_max_tokens(pool_bytes: float, bytes_per_token: float) -> int:
    """floor(pool / bytes per token): whole tokens that a pool of bytes holds.

    Source: PagedAttention, arXiv:2309.06180, Table 1; vectors kv.capacity.
    """
    check_positive(pool_bytes=pool_bytes, bytes_per_token=bytes_per_token)
    return int(pool_bytes // bytes_per_token)


def kv_ratio(numerator_bytes: float, denominator_bytes: float) -> float:
    """One cache size over another, without unit. Source: vectors kv.ratio."""
    check_positive(numerator_bytes=numerator_bytes, denominator_bytes=denominator_bytes)
    return numerator_bytes / denominator_bytes


def kv_bytes_per_token_per_gpu_tp(
    layers: int, kv_heads: int, head_dim: int, bytes_per_element: float, tp: int
) -> float:
    """2 L ceil(H_kv / tp) d q, in bytes per token on one of tp devices; beyond one head a device, heads are replicated.

    Source: Megatron-LM, arXiv:1909.08053 (heads split over devices); vectors kv.tp.
    """
    check_counts(kv_heads=kv_heads, tp=tp)
    heads_per_device = max(1, -(-kv_heads // tp))
    return kv_bytes_per_token(layers, heads_per_device, head_dim, bytes_per_element)


def swa_attention_span(layers: int, window: int) -> int:
    """L W, in tokens: how far back information can travel through stacked sliding windows.

    Source: Mistral 7B, arXiv:2310.06825, section 2; vector kv.pub.mistral.span.
    """
    check_counts(layers=layers, window=window)
    return layers * window
