"""How each family of published decoders names its shape in config.json, with the defaults its library documents.
It refuses to know how text is read and what the shape costs."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from labs.gpu_memory_ledger.config_keys import Keys

Shape = dict[str, int | bool | str]
OPT_EXTRA_ROWS = 2


def _sizes(keys: Keys, hidden: str, layers: str, heads: str) -> Shape:
    return {
        "layers": keys.whole(layers, "layers"),
        "hidden": keys.whole(hidden, "hidden"),
        "vocab": keys.whole("vocab_size", "vocab"),
        "heads": keys.whole(heads, "heads"),
    }


def _heads(keys: Keys, shape: Shape, hidden: str, heads: str, kv_heads: int, head_dim: int | None = None) -> Shape:
    """KV heads and head size, which must agree with the query heads and the hidden size."""
    before = bool(keys.faults)
    count, width = int(shape["heads"]), int(shape["hidden"])
    # After another fault these would only repeat it with stand-in numbers.
    size = head_dim or (1 if before else keys.divided(hidden, heads, width, count))
    if not before and count % kv_heads:
        keys.faults.append(f'"{heads}" is {count:,}, which {kv_heads:,} KV heads do not divide. Groups must be equal.')
    return shape | {"kv_heads": kv_heads, "head_dim": size}


def _rotary(
    keys: Keys,
    kv_required: bool = True,
    head_dim: int | None = None,
    tied: bool = False,
    qkv_bias: bool = False,
    qk_norm: bool = False,
    norms_per_layer: int = 2,
    biases: bool = False,
) -> Shape:
    """Llama and what descends from it: rotary positions, gated MLP, root-mean-square norms.
    `biases`: the file may switch on attention_bias and mlp_bias."""
    shape = _sizes(keys, "hidden_size", "num_hidden_layers", "num_attention_heads")
    default = None if kv_required else int(shape["heads"])
    kv_heads = keys.whole("num_key_value_heads", "kv_heads", default)
    size = keys.whole("head_dim", "head_dim", 0) if keys.has("head_dim") else (head_dim or 0)
    attention_bias = keys.yesno("attention_bias", False) if biases else False
    return _heads(keys, shape, "hidden_size", "num_attention_heads", kv_heads, size or None) | {
        "ffn": keys.whole("intermediate_size", "ffn"),
        "tied": keys.yesno("tie_word_embeddings", tied),
        "gated": True,
        "qkv_bias": qkv_bias or attention_bias,
        "o_bias": attention_bias,
        "mlp_bias": keys.yesno("mlp_bias", False) if biases else False,
        "norm": "rms",
        "qk_norm": qk_norm,
        "norms_per_layer": norms_per_layer,
        "learned_positions": 0,
        "lm_head_bias": False,
        "positions": keys.whole("max_position_embeddings", "positions", 0),
    }


def _layer_norm(biased: bool, norms_per_layer: int = 2) -> Shape:
    plain: Shape = {"gated": False, "norm": "ln", "norm_bias": True, "qk_norm": False, "lm_head_bias": False}
    return plain | {"qkv_bias": biased, "o_bias": biased, "mlp_bias": biased, "norms_per_layer": norms_per_layer}


def _gpt2(keys: Keys, shares_one: bool = False) -> Shape:
    """`shares_one`: all query heads share one cached head unless "multi_query" is false, as in GPT-BigCode."""
    shape = _sizes(keys, "n_embd", "n_layer", "n_head")
    rows = keys.whole("n_positions", "learned_positions")
    kv_heads = 1 if shares_one and keys.yesno("multi_query", True) else int(shape["heads"])
    return _heads(keys, shape, "n_embd", "n_head", kv_heads) | {
        "ffn": keys.whole("n_inner", "ffn", 4 * int(shape["hidden"])),
        "tied": keys.yesno("tie_word_embeddings", True),
        "learned_positions": rows,
        "positions": rows,
        **_layer_norm(biased=True),
    }


def _gpt_neox(keys: Keys) -> Shape:
    """Rotary positions and an output of its own; two norms a layer, also where attention and MLP run side by side."""
    shape = _sizes(keys, "hidden_size", "num_hidden_layers", "num_attention_heads")
    attention_bias = keys.yesno("attention_bias", True)
    return _heads(keys, shape, "hidden_size", "num_attention_heads", int(shape["heads"])) | {
        "ffn": keys.whole("intermediate_size", "ffn"),
        "tied": keys.yesno("tie_word_embeddings", False),
        "learned_positions": 0,
        "positions": keys.whole("max_position_embeddings", "positions", 0),
        **_layer_norm(biased=True),
        "qkv_bias": attention_bias,
        "o_bias": attention_bias,
    }


def _opt(keys: Keys) -> Shape:
    """OPT keeps two position rows more than it announces."""
    shape = _sizes(keys, "hidden_size", "num_hidden_layers", "num_attention_heads")
    width = int(shape["hidden"])
    if keys.whole("word_embed_proj_dim", "hidden", width) != width and not keys.faults:
        keys.faults.append('"word_embed_proj_dim" differs from "hidden_size". Such a projection is not counted here.')
    rows = keys.whole("max_position_embeddings", "learned_positions")
    return _heads(keys, shape, "hidden_size", "num_attention_heads", int(shape["heads"])) | {
        "ffn": keys.whole("ffn_dim", "ffn"),
        "tied": keys.yesno("tie_word_embeddings", True),
        "learned_positions": rows + OPT_EXTRA_ROWS,
        "positions": rows,
        **_layer_norm(biased=keys.yesno("enable_bias", True)),
    }


def _falcon(keys: Keys) -> Shape:
    """One norm a layer where attention and MLP run side by side; two in the newer architecture."""
    shape = _sizes(keys, "hidden_size", "num_hidden_layers", "num_attention_heads")
    newer = keys.yesno("new_decoder_architecture", False)
    parallel = keys.yesno("parallel_attn", True)
    if newer:
        kv_heads = keys.whole("num_kv_heads", "kv_heads", int(shape["heads"]))
        norms = keys.whole("num_ln_in_parallel_attn", "norms_per_layer", 2)
    else:
        kv_heads = 1 if keys.yesno("multi_query", True) else int(shape["heads"])
        norms = 1 if parallel else 2
    return _heads(keys, shape, "hidden_size", "num_attention_heads", kv_heads) | {
        "ffn": keys.whole("ffn_hidden_size", "ffn", 4 * int(shape["hidden"])),
        "tied": keys.yesno("tie_word_embeddings", True),
        "learned_positions": 0,
        "positions": keys.whole("max_position_embeddings", "positions", 0),
        **_layer_norm(biased=keys.yesno("bias", False), norms_per_layer=norms),
    }


def _phi(keys: Keys) -> Shape:
    shape = _sizes(keys, "hidden_size", "num_hidden_layers", "num_attention_heads")
    kv_heads = keys.whole("num_key_value_heads", "kv_heads", int(shape["heads"]))
    made = _heads(keys, shape, "hidden_size", "num_attention_heads", kv_heads) | {
        "ffn": keys.whole("intermediate_size", "ffn"),
        "tied": keys.yesno("tie_word_embeddings", False),
        "learned_positions": 0,
        "positions": keys.whole("max_position_embeddings", "positions", 0),
        **_layer_norm(biased=True, norms_per_layer=1),
    }
    return made | {"lm_head_bias": True}


FAMILIES: Final[Mapping[str, Callable[[Keys], Shape]]] = {
    "llama": partial(_rotary, kv_required=False, biases=True),
    "mistral": _rotary,
    "qwen2": partial(_rotary, qkv_bias=True),
    "qwen3": partial(_rotary, head_dim=128, qk_norm=True, biases=True),
    "phi3": partial(_rotary, kv_required=False),
    "phi": _phi,
    "gemma": partial(_rotary, head_dim=256, tied=True, biases=True),
    "gemma2": partial(_rotary, head_dim=256, tied=True, norms_per_layer=4, biases=True),
    "gemma3_text": partial(_rotary, head_dim=256, tied=True, qk_norm=True, norms_per_layer=4, biases=True),
    "gpt2": _gpt2,
    "gpt_bigcode": partial(_gpt2, shares_one=True),
    "gpt_neox": _gpt_neox,
    "opt": _opt,
    "falcon": _falcon,
}
