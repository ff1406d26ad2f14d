"""Which kind of value each key of a config.json holds, so that one of another kind is told and never read otherwise.
It refuses to know what the values mean; sizes are checked with their bounds (labs/gpu_memory_ledger/config_keys.py)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from labs.gpu_memory_ledger.config_text import Odd, shown

WHOLE, NUMBER, YESNO, TEXT, LIST, OBJECT = (
    "a whole number",
    "a number",
    "true or false",
    "a text",
    "a list",
    "an object",
)
HOLDS: Final[Mapping[str, Callable[[object], bool]]] = {
    WHOLE: lambda value: type(value) is int,
    NUMBER: lambda value: type(value) is int or isinstance(value, Odd),
    YESNO: lambda value: isinstance(value, bool),
    TEXT: lambda value: isinstance(value, str),
    LIST: lambda value: isinstance(value, list),
    OBJECT: lambda value: isinstance(value, dict),
}
EXPERTS: Final = ("num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts", "num_experts_per_tok")
TEXTS: Final = ("torch_dtype", "dtype", "hidden_act", "hidden_activation", "activation_function", "activation")
OBJECTS: Final = (
    *("text_config", "vision_config", "audio_config"),
    *("rope_scaling", "rope_parameters", "quantization_config"),
)
KINDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(TEXTS, TEXT),
    **dict.fromkeys(OBJECTS, OBJECT),
    **dict.fromkeys((*EXPERTS, "sliding_window"), WHOLE),
    **dict.fromkeys(("use_sliding_window", "is_encoder_decoder"), YESNO),
    **dict.fromkeys(("architectures", "layer_types"), LIST),
}
INNER: Final[Mapping[str, Mapping[str, str]]] = {
    # Some methods store a mean of bits, such as 4.65; it is said to be counted otherwise.
    "quantization_config": {
        "bits": NUMBER, "group_size": WHOLE, "load_in_4bit": YESNO, "load_in_8bit": YESNO, "quant_method": TEXT
    },
    "rope_parameters": {"rope_type": TEXT},
}  # fmt: skip


def wrong_kinds(parts: Iterable[Mapping[str, object]]) -> list[str]:
    """A sentence for each key of another kind than it holds, in the file and in its text part; null is none."""
    told = [sentence for part in parts for sentence in _wrong(part)]
    return list(dict.fromkeys(told))


def _wrong(part: Mapping[str, object]) -> Iterable[str]:
    yield from _told(part, KINDS)
    for key, kinds in INNER.items():
        inside = part.get(key)
        if isinstance(inside, dict):
            yield from _told(inside, kinds, f"{key}.")
    names = part.get("architectures")
    other = [each for each in names if not isinstance(each, str)] if isinstance(names, list) else []
    if other:
        yield f'"architectures" has {shown(other[0])}. Each of the list must be a text.'


def _told(part: Mapping[str, object], kinds: Mapping[str, str], before: str = "") -> Iterable[str]:
    for key, kind in kinds.items():
        value = part.get(key)
        if value is not None and not HOLDS[kind](value):
            yield f'"{before}{key}" is {shown(value)}. It must be {kind}, or null.'
