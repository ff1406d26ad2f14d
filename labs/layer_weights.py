"""Parameter counts of the parts of one decoder layer, the pieces that every whole-model count adds up.
It refuses to know whole models, bytes and devices.
"""


def attention_weights(
    hidden: int,
    heads: int,
    kv_heads: int,
    head_dim: int,
    qkv_bias: bool = False,
    o_bias: bool = False,
    qk_norm: bool = False,
) -> int:
    """h H d + 2 h H_kv d + H d h, plus H d + 2 H_kv d, h and 2 d for the three options."""
    projected = heads * head_dim + 2 * kv_heads * head_dim
    matrices = hidden * projected + heads * head_dim * hidden
    return matrices + projected * qkv_bias + hidden * o_bias + 2 * head_dim * qk_norm


def mlp_weights(hidden: int, ffn: int, gated: bool = True, mlp_bias: bool = False) -> int:
    """3 h f gated, 2 h f plain, plus with a bias 2 f + h gated, f + h plain: each product has its own."""
    inner = 2 if gated else 1
    return (inner + 1) * hidden * ffn + (inner * ffn + hidden) * mlp_bias


def norm_weights(hidden: int, norm: str = "rms", norm_bias: bool = True) -> int:
    """h for a root-mean-square norm, 2 h for a layer norm with its bias."""
    return 2 * hidden if norm == "ln" and norm_bias else hidden


def latent_attention_weights(
    hidden: int,
    heads: int,
    q_lora_rank: int,
    kv_lora_rank: int,
    qk_nope_head_dim: int,
    qk_rope_head_dim: int,
    v_head_dim: int,
) -> int:
    """Query path, key-value path with their norms, and output of latent attention (DeepSeek-V2, arXiv:2405.04434).

    Query h r_q + r_q + r_q H (nope + rope), or h H (nope + rope) when r_q = 0.
    Key and value h (r + rope) + r + r H (nope + v).
    """
    query_width = heads * (qk_nope_head_dim + qk_rope_head_dim)
    query = hidden * q_lora_rank + q_lora_rank + q_lora_rank * query_width if q_lora_rank else hidden * query_width
    latent = hidden * (kv_lora_rank + qk_rope_head_dim) + kv_lora_rank
    expand = kv_lora_rank * heads * (qk_nope_head_dim + v_head_dim)
    return query + latent + expand + heads * v_head_dim * hidden
