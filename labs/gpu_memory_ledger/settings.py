"""All settings of the ledger: what is asked, the shape of a student's own model, and what they choose together.
It refuses to compute: labs/gpu_memory_ledger/training.py and serving.py do."""

from collections.abc import Mapping
from typing import Any, Final

from labs.gpu_memory_ledger.asked import SERVING, AskedParams
from labs.gpu_memory_ledger.catalogue import OWN, Card, Model, cards, models
from labs.params import describe, param

OWN_SHAPE: Final[Mapping[str, Any]] = {"group": "Your own model", "when": SERVING}
SHAPE: Final = (
    *("layers", "hidden", "vocab", "heads", "kv_heads", "head_dim", "ffn", "tied", "gated", "qkv_bias", "o_bias"),
    *("mlp_bias", "norm", "norm_bias", "learned_positions", "qk_norm", "norms_per_layer", "lm_head_bias"),
)
QUANTIZED: Final = "quantization_config"
UNUSED: Final = {
    "sliding_window": "sliding_window (every layer is counted as keeping the whole context, which is an upper bound)",
    "rope_scaling": "rope_scaling (it stretches the context and costs no memory here)",
    QUANTIZED: "quantization_config (only its 4 or 8 bits are used, alike for all weights)",
    "vision_config": "vision_config (the weights of the image part are left out)",
    "audio_config": "audio_config (the weights of the audio part are left out)",
    "dtype": "dtype (a number format that is not offered; choose the precision of the weights by hand)",
}


class LedgerParams(AskedParams):
    """Settings of both modes. The shape is used when the model is "own"."""

    layers: int = param(
        32, label="Layers", help="Decoder layers. Each caches its own keys and values.", ge=1, le=512, **OWN_SHAPE
    )
    hidden: int = param(
        4096,
        label="Hidden size",
        help="Values that describe a token between layers.",
        ge=1,
        le=65536,
        **OWN_SHAPE,
    )
    vocab: int = param(
        128256,
        label="Vocabulary",
        help="Tokens the model knows.",
        ge=1,
        le=1_048_576,
        **OWN_SHAPE,
    )
    heads: int = param(32, label="Query heads", help="Heads that read the cache.", ge=1, le=512, **OWN_SHAPE)
    kv_heads: int = param(
        8,
        label="KV heads",
        help="Heads that are cached: one a query head (multi-head, MHA), "
        "one a group of them (grouped-query, GQA) or one for all (multi-query, MQA).",
        ge=1,
        le=512,
        **OWN_SHAPE,
    )
    head_dim: int = param(
        128,
        label="Head size",
        help="Numbers in one key, and in one value.",
        ge=1,
        le=1024,
        **OWN_SHAPE,
    )
    ffn: int = param(14336, label="MLP size", help="Inner width of the MLP.", ge=1, le=262144, **OWN_SHAPE)
    gated: bool = param(True, label="Gated MLP", help="Three matrices when gated, else two.", **OWN_SHAPE)
    tied: bool = param(False, label="Tied output", help="The output shares the embedding's matrix.", **OWN_SHAPE)
    qkv_bias: bool = param(
        False, label="Bias on Q, K, V", help="Each output of these three matrices has one more value.", **OWN_SHAPE
    )
    o_bias: bool = param(
        False, label="Bias on the attention output", help="One more value for each channel of the stream.", **OWN_SHAPE
    )
    mlp_bias: bool = param(False, label="Bias in the MLP", help="One more value for each output.", **OWN_SHAPE)
    norm: str = param(
        "rms",
        label="Norm",
        help="Root-mean-square norms hold one value a channel, layer norms two.",
        choices={"rms": "Root mean square", "ln": "Layer norm"},
        **OWN_SHAPE,
    )
    norm_bias: bool = param(True, label="Bias in layer norms", help="Counts with layer norms only.", **OWN_SHAPE)
    norms_per_layer: int = param(2, label="Norms in a layer", help="Two in most models.", ge=0, le=8, **OWN_SHAPE)
    qk_norm: bool = param(
        False, label="Norms on queries and keys", help="Two small norms in each layer, as in Qwen3.", **OWN_SHAPE
    )
    learned_positions: int = param(
        0,
        label="Learned position rows",
        help="Rows of a position table (GPT-2, OPT); 0 with rotary positions.",
        ge=0,
        le=1_048_576,
        **OWN_SHAPE,
    )
    lm_head_bias: bool = param(
        False, label="Bias on the output", help="One value a word of the vocabulary.", **OWN_SHAPE
    )
    positions: int | None = param(
        None,
        label="Longest context the maker states",
        help="Only for a warning when the context is longer; may stay empty.",
        unit="tokens",
        ge=1,
        le=100_000_000,
        **OWN_SHAPE,
    )
    config_unused: tuple[str, ...] = param(
        (),
        label="In the pasted file, but not used",
        help="Parts of a pasted config.json that this ledger does not count; kept so that the page goes on saying so.",
        choices=UNUSED,
        **OWN_SHAPE,
    )

    def problems(self) -> Mapping[str, str]:
        """The query heads of an own shape are a whole number of groups. A shape beside a published model waits."""
        if self.mode != SERVING or self.model != OWN or self.heads % self.kv_heads == 0:
            return {}
        found = f"KV heads is {self.kv_heads}, which does not divide {self.heads} query heads."
        return {"kv_heads": f"{found} Type a divisor of {self.heads}, so that each KV head serves as many query heads."}

    @property
    def waiting_shape(self) -> tuple[str, ...]:
        """Labels of the parts of an own shape that are set while a published model is chosen: kept, and not used."""
        if self.model == OWN:
            return ()
        specs = (spec for spec in describe(type(self)) if spec.name in SHAPE)
        return tuple(spec.label for spec in specs if getattr(self, spec.name) != spec.default)


def chosen_model(params: LedgerParams) -> Model:
    """The published model, or the student's own shape."""
    if params.model != OWN:
        return models()[params.model]
    shape = {name: getattr(params, name) for name in SHAPE}
    return Model(OWN, "your model", shape, params.positions, "the shape you typed or pasted")


def chosen_card(params: LedgerParams) -> Card:
    """The published card, or one of the student's size."""
    if params.card != OWN:
        return cards()[params.card]
    return Card(OWN, "your card", params.card_size, params.card_unit, "as you set it")
