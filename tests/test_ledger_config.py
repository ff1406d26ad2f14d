"""A pasted config.json: families that are read, faults that are told, and text that can never crash the reader.

The files are those of config_files.py, and changed ones.
"""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labs import BadParams, get_lab, parse, query
from labs.gpu_memory_ledger.catalogue import models
from tests.config_files import COUNTED, FAMILIES, LLAMA, QWEN25

LAB = get_lab("gpu-memory-ledger")


def read(text: str | dict[str, Any]) -> dict[str, str]:
    return dict(LAB.readers["config"](text if isinstance(text, str) else json.dumps(text)))


def faults(text: str | dict[str, Any]) -> list[str]:
    with pytest.raises(BadParams) as caught:
        read(text)
    assert {error.name for error in caught.value.errors} == {"config"}
    return [error.message for error in caught.value.errors]


@pytest.mark.parametrize("name", FAMILIES)
def test_a_pasted_file_counts_like_the_published_model(name: str) -> None:
    pasted = LAB.run(parse(LAB, read(FAMILIES[name]).items()))
    named = LAB.run(parse(LAB, [("mode", "serving"), ("model", name)]))
    for fact in ("parameters", "kv_bytes_per_token"):
        assert pasted.facts[fact].value == named.facts[fact].value
    announced = FAMILIES[name].get("max_position_embeddings", FAMILIES[name].get("n_positions"))
    assert pasted.facts["positions"].value == announced
    assert announced is None or models()[name].positions in (None, announced)


@pytest.mark.parametrize(("config", "parameters"), [each[1:] for each in COUNTED], ids=[each[0] for each in COUNTED])
def test_a_family_without_a_named_model_is_counted_right(config: dict[str, Any], parameters: int) -> None:
    assert LAB.run(parse(LAB, read(config).items())).facts["parameters"].value == parameters


@pytest.mark.parametrize("name", FAMILIES)
def test_a_pasted_file_becomes_an_address(name: str) -> None:
    params = parse(LAB, read(FAMILIES[name]).items())
    assert "mode=serving" in query(params)
    assert "model=own" in query(params)


def test_a_model_that_also_sees_is_read_by_its_text_part_and_says_so() -> None:
    pasted = read({"model_type": "some_vlm", "text_config": LLAMA, "vision_config": {"hidden_size": 1024}})
    made = LAB.run(parse(LAB, pasted.items()))
    assert made.facts["parameters"].value == 8030261248
    assert any("vision_config" in note for note in made.notes)


def test_what_the_ledger_cannot_use_is_kept_in_the_address_and_said() -> None:
    extra = {"sliding_window": 4096, "rope_scaling": {"factor": 8.0}, "quantization_config": {"bits": 4}}
    params = parse(LAB, read(LLAMA | extra | {"torch_dtype": "float8_e4m3fn"}).items())
    assert "config_unused=sliding_window,rope_scaling,quantization_config,dtype" in query(params)
    notes = " ".join(LAB.run(params).notes)
    assert all(name in notes for name in (*extra, "dtype"))


def test_a_window_that_is_switched_off_is_not_reported() -> None:
    assert "config_unused" not in read(QWEN25)


def test_the_precision_of_the_file_is_taken_over() -> None:
    assert read(LLAMA | {"torch_dtype": "float32"})["weight_bits"] == "32"
    assert "weight_bits" not in read(LLAMA | {"torch_dtype": "auto"})


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ({"kv_lora_rank": 512}, "MLA"),
        ({"num_local_experts": 8}, "experts"),
        ({"n_routed_experts": 256, "kv_lora_rank": 512}, "experts"),
        ({"num_experts": 128}, "experts"),
        ({"mamba_d_state": 16}, "hybrid"),
        ({"model_type": "mamba2"}, "hybrid"),
        ({"layer_types": ["full_attention", "linear_attention"]}, "hybrid"),
        ({"is_encoder_decoder": True}, "encoder"),
    ],
)
def test_a_model_that_would_be_counted_wrongly_is_refused_with_the_reason(extra: dict[str, Any], words: str) -> None:
    said = faults(LLAMA | extra)
    assert any(words in sentence for sentence in said)
    assert all("planned" in sentence or "not counted" in sentence for sentence in said)


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        ("4096", 'the text "4096"'), (True, "true"), (4096.5, "4096.5"), (-1, "-1"), (0, "0"), (10**9, "1000000000"),
        ([1], "a list"), ({}, "an object"), (float("nan"), "NaN"), (float("inf"), "Infinity"), (1e400, "Infinity"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_named_with_what_is_allowed(found: Any, shown: str) -> None:
    (said,) = faults(LLAMA | {"hidden_size": found})
    assert said.startswith(f'"hidden_size" is {shown}')
    assert "A whole number from 1 to 65,536 is needed." in said


def test_every_fault_is_told_at_once() -> None:
    said = faults({"model_type": "llama", "hidden_size": "x", "vocab_size": -5, "tie_word_embeddings": 1})
    named = ["hidden_size", "num_hidden_layers", "vocab_size", "num_attention_heads", "intermediate_size"]
    assert [key for key in named if any(f'"{key}"' in sentence for sentence in said)] == named
    assert any('"tie_word_embeddings" is 1. Write true or false.' in sentence for sentence in said)


def test_sizes_that_do_not_agree_are_named_together() -> None:
    (said,) = faults(LLAMA | {"hidden_size": 4097})
    assert '"hidden_size" is 4,097' in said
    assert '"num_attention_heads"' in said
    (said,) = faults(LLAMA | {"num_key_value_heads": 5})
    assert '"num_attention_heads" is 32, which 5 KV heads do not divide' in said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Nothing was pasted"),
        ("  \n ", "Nothing was pasted"),
        ("hello", "not JSON, at line 1, column 1"),
        ('{"hidden_size": 4096', "not JSON"),
        ("[1, 2]", "a list, not an object"),
        ("null", "null, not an object"),
        ("NaN", "NaN, not an object"),
        ("17", "17, not an object"),
        ("[" * 5000, "nested more than 32 levels"),
        ('{"a":' * 40 + "1" + "}" * 40, "nested more than 32 levels"),
        ('{"a": "' + "x" * 100_000 + '"}', "100,000 are allowed"),
        ('{"a": 1, "hidden_size": 2, "hidden_size": 3}', '"hidden_size" is there more than once'),
        ("{}", '"model_type" is missing'),
        ('{"model_type": "bert"}', '"model_type" is the text "bert"'),
        ('{"model_type": 5}', '"model_type" is 5'),
        ('{"model_type": null}', '"model_type" is null'),
    ],
)
def test_text_that_is_no_config_is_told_apart(text: str, words: str) -> None:
    said = faults(text)
    assert words in said[0]
    assert all(len(sentence) < 300 for sentence in said)


def test_a_number_of_5000_digits_is_refused_shortly() -> None:
    text = json.dumps(LLAMA).replace("14336", "9" * 5000)
    (said,) = faults(text)
    assert said.startswith('"intermediate_size" is 9999')
    assert len(said) < 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)
KEYS = st.sampled_from([*LLAMA, *FAMILIES["gpt2"], *FAMILIES["falcon-7b"], *FAMILIES["opt-13b"], "head_dim",
    "layer_types", "text_config", "vision_config", "rope_parameters", "num_experts", "kv_lora_rank", "n_inner",
    "sliding_window", "dtype", "new_decoder_architecture", "num_kv_heads", "quantization_config"])  # fmt: skip


def check_never_crashes(text: str) -> None:
    try:
        pasted = read(text)
    except BadParams as bad:
        assert bad.errors
        assert all(error.name == "config" and len(error.message) < 400 for error in bad.errors)
        assert all(error.message.isprintable() for error in bad.errors)
        return
    LAB.run(parse(LAB, pasted.items()))


@settings(max_examples=150, deadline=None)
@given(base=st.sampled_from(list(FAMILIES.values())), changes=st.dictionaries(KEYS, JSON, max_size=4))
def test_changed_files_are_read_or_refused_in_sentences(base: dict[str, Any], changes: dict[str, Any]) -> None:
    check_never_crashes(json.dumps(base | changes))


@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=60) | st.binary(max_size=60).map(lambda each: each.decode("latin-1")))
def test_any_text_is_refused_in_sentences(text: str) -> None:
    check_never_crashes(text)
    check_never_crashes("{" + text + "}")
