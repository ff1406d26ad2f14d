"""Small config.json files of published families, written by hand from the keys that each family documents.

It refuses to know how they are read.
"""

from typing import Any

LLAMA: dict[str, Any] = {
    "model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 8192,
    "tie_word_embeddings": False, "torch_dtype": "bfloat16", "attention_bias": False, "rms_norm_eps": 1e-05,
}  # fmt: skip
QWEN25: dict[str, Any] = {
    "model_type": "qwen2", "hidden_size": 896, "intermediate_size": 4864, "num_hidden_layers": 24,
    "num_attention_heads": 14, "num_key_value_heads": 2, "vocab_size": 151936, "max_position_embeddings": 32768,
    "tie_word_embeddings": True, "sliding_window": 32768, "use_sliding_window": False,
}  # fmt: skip
QWEN3: dict[str, Any] = {
    "model_type": "qwen3", "hidden_size": 4096, "intermediate_size": 12288, "num_hidden_layers": 36, "head_dim": 128,
    "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 151936, "max_position_embeddings": 40960,
    "tie_word_embeddings": False, "sliding_window": None,
}  # fmt: skip
FAMILIES: dict[str, dict[str, Any]] = {
    "llama-3-8b": LLAMA,
    "qwen2.5-0.5b": QWEN25,
    "qwen3-8b": QWEN3,
    "mistral-7b-v0.3": LLAMA | {"model_type": "mistral", "vocab_size": 32768, "sliding_window": None},
    "phi-3-mini": LLAMA | {"model_type": "phi3", "hidden_size": 3072, "intermediate_size": 8192,
        "num_key_value_heads": 32, "vocab_size": 32064, "max_position_embeddings": 4096},
    "phi-2": {"model_type": "phi", "hidden_size": 2560, "intermediate_size": 10240, "num_hidden_layers": 32,
        "num_attention_heads": 32, "num_key_value_heads": None, "vocab_size": 51200},
    "gemma-2b": {"model_type": "gemma", "hidden_size": 2048, "intermediate_size": 16384, "num_hidden_layers": 18,
        "num_attention_heads": 8, "num_key_value_heads": 1, "head_dim": 256, "vocab_size": 256000},
    "gpt2": {"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12, "n_positions": 1024,
        "vocab_size": 50257},
    "opt-13b": {"model_type": "opt", "hidden_size": 5120, "ffn_dim": 20480, "num_hidden_layers": 40,
        "num_attention_heads": 40, "vocab_size": 50272, "max_position_embeddings": 2048,
        "word_embed_proj_dim": 5120},
    "falcon-7b": {"model_type": "falcon", "hidden_size": 4544, "num_hidden_layers": 32, "num_attention_heads": 71,
        "vocab_size": 65024, "multi_query": True, "parallel_attn": True, "bias": False},
}  # fmt: skip

GEMMA: dict[str, Any] = FAMILIES["gemma-2b"] | {"head_dim": 256, "num_hidden_layers": 26}
STARCODER: dict[str, Any] = {
    "model_type": "gpt_bigcode", "n_embd": 6144, "n_layer": 40, "n_head": 48, "n_inner": 24576, "n_positions": 8192,
    "vocab_size": 49152, "multi_query": True, "activation_function": "gelu", "architectures": ["GPTBigCodeForCausalLM"],
}  # fmt: skip
NEOX: dict[str, Any] = {
    "model_type": "gpt_neox", "hidden_size": 6144, "intermediate_size": 24576, "num_hidden_layers": 44,
    "num_attention_heads": 64, "vocab_size": 50432, "max_position_embeddings": 2048, "tie_word_embeddings": False,
    "use_parallel_residual": True, "hidden_act": "gelu_fast",
}  # fmt: skip
COUNTED: list[tuple[str, dict[str, Any], int]] = [
    (
        "Gemma 2 2B, as in vector params.total.gemma-2-2b",
        GEMMA | {"model_type": "gemma2", "hidden_size": 2304, "intermediate_size": 9216, "num_key_value_heads": 4},
        2614341888,
    ),
    (
        "Gemma 3 1B, as in vector params.total.gemma-3-1b",
        GEMMA
        | {"model_type": "gemma3_text", "hidden_size": 1152, "intermediate_size": 6912, "num_attention_heads": 4}
        | {"vocab_size": 262144},
        999885952,
    ),
    (
        "Falcon 40B by hand: 65,024 x 8,192 + 60 x (8,192 x 9,216 + 8,192^2 + 2 x 8,192 x 32,768 + 4 x 8,192) + 16,384",
        FAMILIES["falcon-7b"]
        | {"hidden_size": 8192, "num_hidden_layers": 60, "num_attention_heads": 128, "num_kv_heads": 8}
        | {"new_decoder_architecture": True},
        41303293952,
    ),
    (
        "Llama with its biases switched on, by hand: 8,030,261,248 + 32 x (6,144 + 4,096 + 2 x 14,336 + 4,096)",
        LLAMA | {"attention_bias": True, "mlp_bias": True},
        8030261248 + 32 * (6144 + 4096 + 2 * 14336 + 4096),
    ),
    ("StarCoder, as its checkpoint is listed: 15,517,456,384 parameters", STARCODER, 15517456384),
    (
        "StarCoderBase 1B, as its checkpoint is listed: 1,137,207,296 parameters",
        STARCODER | {"n_embd": 2048, "n_layer": 24, "n_head": 16, "n_inner": 8192},
        1137207296,
    ),
    ("GPT-NeoX-20B, as on its model card: 20,554,567,680 parameters", NEOX, 20554567680),
    (
        "Pythia 1.4B, as in the table of its model card: 1,414,647,808 parameters",
        NEOX
        | {"hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 24, "num_attention_heads": 16}
        | {"vocab_size": 50304},
        1414647808,
    ),
    (
        "Pythia 6.9B, as in the table of its model card: 6,857,302,016 parameters",
        NEOX | {"hidden_size": 4096, "intermediate_size": 16384, "num_hidden_layers": 32, "num_attention_heads": 32},
        6857302016,
    ),
]
