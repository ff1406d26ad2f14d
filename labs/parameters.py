"""How many parameters a dense decoder has, what they weigh, and the operations of one GPT-2 style forward pass.
It refuses to know checkpoints and model names: the shape is given as arguments. Experts are counted in moe_parameters.
"""

from labs.arguments import check_choice, check_counts, check_counts_or_zero, check_flags, check_positive
from labs.layer_weights import attention_weights, mlp_weights, norm_weights


def params_dense(
    layers: int,
    hidden: int,
    vocab: int,
    heads: int,
    kv_heads: int,
    head_dim: int,
    ffn: int,
    tied: bool,
    gated: bool,
    qkv_bias: bool = False,
    o_bias: bool = False,
    mlp_bias: bool = False,
    norm: str = "rms",
    learned_positions: int = 0,
    norm_bias: bool = True,
    qk_norm: bool = False,
    norms_per_layer: int = 2,
    lm_head_bias: bool = False,
) -> int:
    """V h + positions h + L (attention + MLP + norms) + final norm + (V h if untied) + (V if head bias).

    A count of parameters. learned_positions is the number of position rows, 0 for none; norm is "rms" or "ln".
    Source: the published totals in vectors params.total.
    """
    check_counts(layers=layers, hidden=hidden, vocab=vocab, heads=heads, kv_heads=kv_heads, head_dim=head_dim, ffn=ffn)
    check_counts_or_zero(learned_positions=learned_positions, norms_per_layer=norms_per_layer)
    check_flags(tied=tied, gated=gated, qkv_bias=qkv_bias, o_bias=o_bias, mlp_bias=mlp_bias)
    check_flags(norm_bias=norm_bias, qk_norm=qk_norm, lm_head_bias=lm_head_bias)
    check_choice("norm", norm, ("rms", "ln"))
    one_norm = norm_weights(hidden, norm, norm_bias)
    attention = attention_weights(hidden, heads, kv_heads, head_dim, qkv_bias, o_bias, qk_norm)
    layer = attention + mlp_weights(hidden, ffn, gated, mlp_bias) + norms_per_layer * one_norm
    vocabulary = vocab * hidden * (1 if tied else 2) + vocab * lm_head_bias
    return vocabulary + learned_positions * hidden + layers * layer + one_norm


def params_non_embedding(
    layers: int,
    hidden: int,
    vocab: int,
    heads: int,
    kv_heads: int,
    head_dim: int,
    ffn: int,
    tied: bool,
    gated: bool,
    qkv_bias: bool = False,
    o_bias: bool = False,
    mlp_bias: bool = False,
    norm: str = "rms",
    learned_positions: int = 0,
    norm_bias: bool = True,
    qk_norm: bool = False,
    norms_per_layer: int = 2,
    lm_head_bias: bool = False,
) -> int:
    """`params_dense` without the vocabulary matrices (V h when tied, else 2 V h); positions and final norm stay.

    Source: Pythia, arXiv:2304.01373, Table 1; vectors params.non_embedding.
    """
    total = params_dense(
        layers=layers,
        hidden=hidden,
        vocab=vocab,
        heads=heads,
        kv_heads=kv_heads,
        head_dim=head_dim,
        ffn=ffn,
        tied=tied,
        gated=gated,
        qkv_bias=qkv_bias,
        o_bias=o_bias,
        mlp_bias=mlp_bias,
        norm=norm,
        learned_positions=learned_positions,
        norm_bias=norm_bias,
        qk_norm=qk_norm,
        norms_per_layer=norms_per_layer,
        lm_head_bias=lm_head_bias,
    )
    return total - vocab * hidden * (1 if tied else 2)


def weight_bytes(params: float, bits_per_weight: float) -> float:
    """params x bits / 8, in bytes. Source: vectors params.weight_bytes."""
    check_positive(params=params, bits_per_weight=bits_per_weight)
    return params * bits_per_weight / 8


def model_size_gb(params: float, bits_per_weight: float) -> float:
    """params x bits / 8 / 1e9, in GB = 1e9 bytes. Source: vectors size."""
    return weight_bytes(params, bits_per_weight) / 1e9


def model_size_gib(params: float, bits_per_weight: float) -> float:
    """params x bits / 8 / 2^30, in GiB. Source: vectors size.pub and params.weight_bytes."""
    return weight_bytes(params, bits_per_weight) / 2**30


def forward_flops_gpt2_style(layers: int, hidden: int, vocab: int, seq_len: int) -> int:
    """L (24 T h^2 + 4 T^2 h) + 2 T h V, in FLOP, for one sequence of T tokens with an MLP of 4 h.

    The T x T attention is counted in full, without halving it for the causal mask. Source: vector params.flops.
    """
    check_counts(layers=layers, hidden=hidden, vocab=vocab, seq_len=seq_len)
    projections = 2 * seq_len * (3 + 1) * hidden**2
    scores_and_values = 2 * 2 * seq_len**2 * hidden
    mlp = 2 * seq_len * (4 + 4) * hidden**2
    logits = 2 * seq_len * hidden * vocab
    return layers * (projections + scores_and_values + mlp) + logits
