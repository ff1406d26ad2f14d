"""Every key of a config.json that the ledger reads, with values of every kind of JSON: used as documented, or refused.
The table of kinds is written here from what published files hold; it refuses to know the reader's own."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from labs import BadParams, get_lab, parse
from labs.gpu_memory_ledger import config_json
from tests.config_files import COUNTED, FAMILIES, LLAMA, NEOX, STARCODER

LAB = get_lab("gpu-memory-ledger")
VALUES: dict[str, list[Any]] = {
    "yesno": [True, False],
    "text": ["abc", "4", ""],
    "whole": [16, 1, 0],
    "fraction": [1.5, 8.0],
    "list": [[], [1], ["silu"]],
    "object": [{}, {"a": 1}],
}
SIZES = (
    "hidden_size num_hidden_layers num_attention_heads num_key_value_heads head_dim intermediate_size vocab_size "
    "max_position_embeddings n_embd n_layer n_head n_inner n_positions ffn_dim word_embed_proj_dim num_kv_heads "
    "num_ln_in_parallel_attn ffn_hidden_size sliding_window num_experts num_local_experts n_routed_experts "
    "moe_num_experts num_experts_per_tok quantization_config.group_size"
)
SWITCHES = (
    "tie_word_embeddings attention_bias mlp_bias enable_bias new_decoder_architecture parallel_attn multi_query bias "
    "use_sliding_window is_encoder_decoder quantization_config.load_in_4bit quantization_config.load_in_8bit"
)
TEXTS = (
    "torch_dtype dtype hidden_act hidden_activation activation_function activation model_type "
    "rope_parameters.rope_type quantization_config.quant_method"
)
OBJECTS = "text_config vision_config audio_config rope_scaling rope_parameters quantization_config"
# Any value but null means a model that this ledger does not count.
REFUSED = (
    "kv_lora_rank ssm_cfg state_size ssm_state_size mamba_d_state time_step_rank layers_block_type "
    "hybrid_override_pattern attn_layer_period linear_num_value_heads attention_window_size"
)
RIGHT: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(SIZES.split(), ("whole",)),
    **dict.fromkeys(SWITCHES.split(), ("yesno",)),
    **dict.fromkeys(TEXTS.split(), ("text",)),
    **dict.fromkeys(OBJECTS.split(), ("object",)),
    **dict.fromkeys(REFUSED.split(), ()),
    "architectures": ("list",),
    "layer_types": ("list",),
    "quantization_config.bits": ("whole", "fraction"),
}
BASES = [
    *FAMILIES.values(),
    STARCODER,
    NEOX,
    next(config for name, config, _ in COUNTED if name.startswith("Falcon 40B")),
    LLAMA | {"attention_bias": True},
]


def read(config: Mapping[str, Any]) -> dict[str, str]:
    return dict(LAB.readers["config"](json.dumps(config)))


def refusal(config: Mapping[str, Any]) -> str:
    with pytest.raises(BadParams) as caught:
        read(config)
    return " ".join(error.message for error in caught.value.errors)


class Heard(dict[str, object]):
    """An object of the file that notes which of its keys are asked for."""

    def __init__(self, found: Mapping[str, Any], asked: set[str], before: str = "") -> None:
        inner = {
            key: Heard(value, asked, f"{key}.") if isinstance(value, dict) else value for key, value in found.items()
        }
        super().__init__(inner)
        self.asked, self.before = asked, before

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add(self.before + key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> object:
        self.asked.add(self.before + key)
        return super().__getitem__(key)


def changed(base: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    outer, _, inner = key.rpartition(".")
    return {**base, outer: {inner: value}} if outer else {**base, key: value}


def wrong(key: str) -> Iterator[Any]:
    for kind, values in VALUES.items():
        if kind not in RIGHT[key]:
            yield from values


def asked_of(base: dict[str, Any]) -> set[str]:
    """The keys that are asked for while this file is read."""
    asked: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(config_json, "json_object", lambda text: Heard(json.loads(text), asked))
        for bits in ({}, {"bits": 4}):
            read(base | {"quantization_config": bits, "rope_parameters": {}})
    return asked


def test_the_kinds_of_all_keys_that_are_read_are_written_down() -> None:
    assert set().union(*map(asked_of, BASES)) == set(RIGHT)


@pytest.mark.parametrize("base", BASES, ids=lambda base: base["model_type"])
def test_a_value_of_another_kind_is_refused_by_the_name_of_its_key(base: dict[str, Any]) -> None:
    plain, asked = read(base), asked_of(base)
    for key in RIGHT:
        for value in wrong(key):
            try:
                made = read(changed(base, key, value))
            except BadParams as bad:
                said = " ".join(error.message for error in bad.errors)
                assert f'"{key}"' in said, (key, value)
                assert " is " in said or " has " in said
                continue
            # What this family does not have is not read.
            assert key not in asked, (key, value)
            assert made == plain, (key, value)


def test_what_is_not_written_as_its_kind_is_told_with_what_is_allowed() -> None:
    for change, words in [
        ({"sliding_window": "abc"}, '"sliding_window" is the text "abc". It must be a whole number, or null.'),
        ({"quantization_config": "x"}, '"quantization_config" is the text "x". It must be an object, or null.'),
        ({"torch_dtype": 16}, '"torch_dtype" is 16. It must be a text, or null.'),
        ({"architectures": 3}, '"architectures" is 3. It must be a list, or null.'),
        ({"architectures": [3]}, '"architectures" has 3. Each of the list must be a text.'),
        ({"hidden_act": ["silu"]}, '"hidden_act" is a list. It must be a text, or null.'),
        ({"quantization_config": {"bits": "4"}}, '"quantization_config.bits" is the text "4". It must be a number'),
        ({"num_experts": True}, '"num_experts" is true. It must be a whole number, or null.'),
    ]:
        assert words in refusal(LLAMA | change)
    both = refusal(LLAMA | {"torch_dtype": 16, "hidden_size": "big"})
    assert '"torch_dtype" is 16' in both
    assert '"hidden_size" is the text "big"' in both


def test_null_is_read_as_not_given_wherever_a_default_exists() -> None:
    required = {"hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "vocab_size"}
    for key in RIGHT:
        if key not in required | {"model_type"}:
            inner = key.partition(".")[0]
            without = {name: value for name, value in LLAMA.items() if name != inner}
            assert read(changed(LLAMA, key, None)) == read(changed(without, key, None))
    assert '"vocab_size" is null' in refusal(LLAMA | {"vocab_size": None})


def test_the_text_part_of_a_model_that_also_sees_is_held_to_the_same() -> None:
    inner = LLAMA | {"sliding_window": "abc"}
    assert '"sliding_window" is the text' in refusal({"model_type": "some_vlm", "text_config": inner})
    assert '"torch_dtype" is 16' in refusal({"model_type": "some_vlm", "text_config": LLAMA, "torch_dtype": 16})


def test_a_family_that_is_not_read_can_be_typed_and_the_refusal_says_where() -> None:
    said = refusal(LLAMA | {"model_type": "bloom"})
    assert "gpt_bigcode, gpt_neox" in said
    assert 'Model: Your own, then "Your own model" under All settings' in said


def test_a_shared_head_of_gpt_bigcode_is_counted_as_one() -> None:
    shared = LAB.run(parse(LAB, read(STARCODER).items()))
    own = LAB.run(parse(LAB, read(STARCODER | {"multi_query": False}).items()))
    assert shared.facts["kv_bytes_per_token"].value == 2 * 40 * 1 * 128 * 2
    assert own.facts["kv_bytes_per_token"].value == 2 * 40 * 48 * 128 * 2
