"""A pasted config.json as settings of the ledger: its shape, and by name what the ledger can't use of it.
It refuses to guess: what it can't count is refused in a sentence, or kept in view as not used."""

from collections.abc import Mapping
from typing import Final

from labs.address import as_text
from labs.gpu_memory_ledger.config_families import FAMILIES
from labs.gpu_memory_ledger.config_keys import Keys
from labs.gpu_memory_ledger.config_precision import stored_precision
from labs.gpu_memory_ledger.config_text import Unreadable, json_object, shown
from labs.gpu_memory_ledger.config_types import EXPERTS, wrong_kinds
from labs.gpu_memory_ledger.settings import QUANTIZED, UNUSED
from labs.params import BadParams, FieldError

FIELD: Final = "config"
BITS: Final = {"float32": "32", "float16": "16", "bfloat16": "16"}
STATES: Final = (
    *("ssm_cfg", "state_size", "ssm_state_size", "mamba_d_state", "time_step_rank", "layers_block_type"),
    *("hybrid_override_pattern", "attn_layer_period", "linear_num_value_heads", "attention_window_size"),
)
STATE_MODELS: Final = (
    *("mamba", "mamba2", "falcon_mamba", "falcon_h1", "jamba", "zamba", "zamba2", "bamba", "rwkv"),
    *("recurrent_gemma", "nemotron_h", "granitemoehybrid", "qwen3_next", "lfm2"),
)
BY_HAND: Final = (
    'The shape of another dense decoder can be typed: Model: Your own, then "Your own model" under All settings.'
)
ATTENTION: Final = ("full_attention", "sliding_attention")


def read_config(text: str) -> Mapping[str, str]:
    """Setting -> text, for the address. Raises BadParams on the field "config" with every fault at once."""
    try:
        found = json_object(text)
    except Unreadable as unreadable:
        raise _bad(unreadable.sentences) from None
    core = _core(found)
    refusals, wrong = _refusals(core), wrong_kinds((found, core))
    if refusals:
        raise _bad(refusals)
    family = core.get("model_type")
    if not isinstance(family, str) or family not in FAMILIES:
        state = shown(family) if "model_type" in core else "missing"
        raise _bad([f'"model_type" is {state}. The ledger reads {", ".join(FAMILIES)}. {BY_HAND}', *wrong])
    keys = Keys(core)
    shape = FAMILIES[family](keys)
    if keys.faults or wrong:
        raise _bad([*keys.faults, *wrong])
    made = {name: as_text(value) for name, value in shape.items()}
    made["positions"] = made["positions"] if made["positions"] != "0" else ""
    bits = BITS.get(str(_dtype(found, core)))
    precision = ({"weight_bits": bits} if bits else {}) | stored_precision(_quantized(found, core))
    given = {"mode": "serving", "model": "own"} | precision
    unused = _unused(found, core)
    return given | made | ({"config_unused": ",".join(unused)} if unused else {})


def _bad(sentences: list[str] | tuple[str, ...]) -> BadParams:
    return BadParams(FieldError(FIELD, sentence) for sentence in sentences)


def _core(found: Mapping[str, object]) -> Mapping[str, object]:
    """The part that describes the decoder: models that also see or hear keep it one level down."""
    inner = found.get("text_config")
    return {str(key): value for key, value in inner.items()} if isinstance(inner, dict) else found


def _refusals(core: Mapping[str, object]) -> list[str]:
    """Models that this ledger would count wrongly, each with the reason and what is planned."""
    sentences = []
    if core.get("kv_lora_rank") is not None:
        why = "the model caches one latent a token (MLA), not keys and values by head"
        sentences.append(f'"kv_lora_rank" is given: {why}. A ledger for MLA is planned.')
    experts = [key for key in EXPERTS if core.get(key) not in (None, 0, 1, False)]
    if experts:
        why = "all experts must be in memory, which a dense count misses"
        sentences.append(f'"{experts[0]}" is given: {why}. A lab for mixtures of experts is planned.')
    kind = core.get("model_type")
    states = [key for key in STATES if core.get(key) is not None]
    if kind in STATE_MODELS or states:
        name = f'"{states[0]}" is given' if states else f'"model_type" is {shown(kind)}'
        why = "some layers keep a state of fixed size instead of a cache that grows"
        sentences.append(f"{name}: {why}. A ledger for hybrid models is planned.")
    layers = core.get("layer_types")
    other = [each for each in layers if each not in ATTENTION] if isinstance(layers, list) else []
    if other:
        why = "only layers of attention can be counted"
        sentences.append(f'"layer_types" has {shown(other[0])}: {why}. A ledger for hybrid models is planned.')
    if core.get("is_encoder_decoder") is True:
        sentences.append('"is_encoder_decoder" is true: its encoder and cross-attention are not counted here.')
    return sentences


def _dtype(found: Mapping[str, object], core: Mapping[str, object]) -> object:
    given = (part.get(key) for part in (core, found) for key in ("torch_dtype", "dtype"))
    return next((each for each in given if each is not None), None)


def _quantized(found: Mapping[str, object], core: Mapping[str, object]) -> object:
    return next((part[QUANTIZED] for part in (core, found) if part.get(QUANTIZED) is not None), None)


def _unused(found: Mapping[str, object], core: Mapping[str, object]) -> list[str]:
    """Names of UNUSED that the file has, in their declared order."""
    layers = core.get("layer_types")
    slides = isinstance(layers, list) and "sliding_attention" in layers
    window = core.get("sliding_window") is not None and core.get("use_sliding_window") is not False
    rope = core.get("rope_parameters")
    stretched = isinstance(rope, dict) and rope.get("rope_type", "default") != "default"
    dtype = _dtype(found, core)
    there = {
        "sliding_window": window or slides,
        "rope_scaling": core.get("rope_scaling") is not None or stretched,
        QUANTIZED: _quantized(found, core) is not None,
        "vision_config": found.get("vision_config") is not None,
        "audio_config": found.get("audio_config") is not None,
        "dtype": dtype is not None and str(dtype) not in BITS,
    }
    return [name for name in UNUSED if there[name]]
