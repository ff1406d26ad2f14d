"""The shape of a decoder as its config.json says it, and the tensors that this shape needs.
It refuses to know files and weights; a model whose code we would have to trust is not taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from labs.checkpoints.refused import BadCheckpoint
from labs.parameters import params_dense

# Tokens of text that a run holds at most: prompts are short, and the cache of a full context would be gigabytes.
MOST_CONTEXT: Final = 2_048
ARCHITECTURES: Final = ("LlamaForCausalLM", "MistralForCausalLM", "Qwen2ForCausalLM", "Qwen3ForCausalLM")
# What goes to the library; everything else in the file, such as code to fetch, never gets there.
KEPT: Final = (
    *("vocab_size", "hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads"),
    *("num_key_value_heads", "head_dim", "hidden_act", "max_position_embeddings", "rms_norm_eps", "rope_theta"),
    *("rope_scaling", "rope_parameters", "tie_word_embeddings", "attention_bias", "mlp_bias"),
)
REFUSED_KEYS: Final = {
    "auto_map": "asks for code of its own, which is never run here",
    "quantization_config": "says that the weights are quantised; save them unquantised",
}
HUGE: Final = 1_000_000


@dataclass(frozen=True)
class Shape:
    """Counts of one decoder. `rows` are the rows of its head, at least the tokenizer's entries; `context` is what a
    run may hold."""

    architecture: str
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    ffn: int
    rows: int
    context: int
    tied: bool
    qkv_bias: bool = False
    o_bias: bool = False
    mlp_bias: bool = False
    qk_norm: bool = False

    @property
    def parameters(self) -> int:
        """How many numbers the weights are, by the formula of the memory ledger."""
        return params_dense(
            layers=self.layers,
            hidden=self.hidden,
            vocab=self.rows,
            heads=self.heads,
            kv_heads=self.kv_heads,
            head_dim=self.head_dim,
            ffn=self.ffn,
            tied=self.tied,
            gated=True,
            qkv_bias=self.qkv_bias,
            o_bias=self.o_bias,
            mlp_bias=self.mlp_bias,
            qk_norm=self.qk_norm,
        )

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """Every tensor by name, with its shape."""
        found: dict[str, tuple[int, ...]] = {"model.embed_tokens.weight": (self.rows, self.hidden)}
        for layer in range(self.layers):
            found |= {f"model.layers.{layer}.{name}": size for name, size in self._layer().items()}
        found["model.norm.weight"] = (self.hidden,)
        if not self.tied:
            found["lm_head.weight"] = (self.rows, self.hidden)
        return found

    def _layer(self) -> dict[str, tuple[int, ...]]:
        queries, keys = self.heads * self.head_dim, self.kv_heads * self.head_dim
        products = {
            "self_attn.q_proj": (queries, self.hidden, self.qkv_bias),
            "self_attn.k_proj": (keys, self.hidden, self.qkv_bias),
            "self_attn.v_proj": (keys, self.hidden, self.qkv_bias),
            "self_attn.o_proj": (self.hidden, queries, self.o_bias),
            "mlp.gate_proj": (self.ffn, self.hidden, self.mlp_bias),
            "mlp.up_proj": (self.ffn, self.hidden, self.mlp_bias),
            "mlp.down_proj": (self.hidden, self.ffn, self.mlp_bias),
        }
        found: dict[str, tuple[int, ...]] = {}
        for name, (out, into, has_bias) in products.items():
            found[f"{name}.weight"] = (out, into)
            if has_bias:
                found[f"{name}.bias"] = (out,)
        norms = {"input_layernorm": self.hidden, "post_attention_layernorm": self.hidden}
        if self.qk_norm:
            norms |= {"self_attn.q_norm": self.head_dim, "self_attn.k_norm": self.head_dim}
        return found | {f"{name}.weight": (size,) for name, size in norms.items()}


def read_shape(config: Mapping[str, Any]) -> Shape:
    """The shape that a config.json says; BadCheckpoint for another architecture or a key that is missing or wrong."""
    for key, why in REFUSED_KEYS.items():
        if config.get(key):
            raise BadCheckpoint(f'config.json {why} ("{key}").')
    architecture = _architecture(config)
    heads, hidden = _whole(config, "num_attention_heads"), _whole(config, "hidden_size")
    kv_heads = _whole(config, "num_key_value_heads", heads)
    if heads % kv_heads:
        raise BadCheckpoint(f"config.json has {heads} heads in {kv_heads} groups of keys; the groups must be equal.")
    if config.get("head_dim") is None and hidden % heads:
        raise BadCheckpoint(f'config.json has "hidden_size" {hidden:,}, which its {heads} heads do not divide.')
    is_llama = architecture == "LlamaForCausalLM"
    has_bias = is_llama and _yes(config, "attention_bias")
    is_third = architecture == "Qwen3ForCausalLM"
    return Shape(
        architecture=architecture,
        layers=_whole(config, "num_hidden_layers"),
        hidden=hidden,
        heads=heads,
        kv_heads=kv_heads,
        head_dim=_whole(config, "head_dim", 128 if is_third else hidden // heads),
        ffn=_whole(config, "intermediate_size"),
        rows=_whole(config, "vocab_size"),
        context=_context(config),
        tied=_yes(config, "tie_word_embeddings"),
        qkv_bias=has_bias or architecture == "Qwen2ForCausalLM" or (is_third and _yes(config, "attention_bias")),
        o_bias=has_bias or (is_third and _yes(config, "attention_bias")),
        mlp_bias=is_llama and _yes(config, "mlp_bias"),
        qk_norm=is_third,
    )


def library_config(config: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that the library may see, as they stand."""
    return {key: config[key] for key in KEPT if config.get(key) is not None}


def _architecture(config: Mapping[str, Any]) -> str:
    named = config.get("architectures")
    found = named[0] if isinstance(named, list) and named else None
    if found not in ARCHITECTURES:
        said = f'"{found}"' if isinstance(found, str) else "no architecture"
        raise BadCheckpoint(f"config.json names {said}; models of {', '.join(ARCHITECTURES)} can run here.")
    return str(found)


def _context(config: Mapping[str, Any]) -> int:
    """Within a sliding window all tokens are seen, so that rolling back forgets nothing that is needed later."""
    slides = config.get("sliding_window") is not None and config.get("use_sliding_window", True) is not False
    window = _whole(config, "sliding_window") if slides else MOST_CONTEXT
    return min(_whole(config, "max_position_embeddings"), window, MOST_CONTEXT)


def _whole(config: Mapping[str, Any], key: str, default: int | None = None) -> int:
    value = config.get(key, default)
    if value is None and default is not None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 100 * HUGE:
        state = f"is {value!r:.40}" if key in config else "is missing"
        raise BadCheckpoint(f'"{key}" in config.json {state}; a whole number from 1 is needed.')
    return value


def _yes(config: Mapping[str, Any], key: str) -> bool:
    value = config.get(key)
    if value is None:
        return False
    if not isinstance(value, bool):
        raise BadCheckpoint(f'"{key}" in config.json is {value!r:.40}; true or false is needed.')
    return value
