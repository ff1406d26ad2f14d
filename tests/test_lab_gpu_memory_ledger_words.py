"""What the memory ledger says: printed numbers add up, reasons are reasons, and each number says where it comes from.

It refuses to judge the amounts; those are tested beside hand sums and oracles.
"""

import json
from typing import Any

import pytest

from labs import Result, facts_checked, formulas, get_lab, parse
from labs.gpu_memory_ledger.catalogue import entries
from labs.gpu_memory_ledger.wording import sums
from tests.config_files import LLAMA, STARCODER

LAB = get_lab("gpu-memory-ledger")
SERVING = {"mode": "serving"}


def result(**values: str) -> Result:
    return LAB.run(parse(LAB, values.items()))


def row(made: Result, item: str) -> dict[str, Any]:
    table = made.table("ledger")
    names = [column.name for column in table.columns]
    return next(dict(zip(names, each, strict=True)) for each in table.rows if each[0] == item)


def figure(made: Result, name: str) -> str:
    return next(each.summary for each in made.figures if each.name == name)


@pytest.mark.parametrize("values", [{}, SERVING, SERVING | {"paged": "yes"}, *LAB.presets.values()], ids=str)
def test_every_number_says_where_it_comes_from(values: dict[str, str]) -> None:
    for name, fact in result(**values).facts.items():
        assert fact.source, name
        assert not fact.formula or fact.formula in formulas(), name


@pytest.mark.parametrize("paged", ["yes", "no"])
def test_a_sum_is_not_said_to_be_the_cache_formula(paged: str) -> None:
    facts = result(mode="serving", paged=paged).facts
    for name in ("total_gb", "headroom_gb", "fits", "attention", "positions", "device_gb", "reserve_gb"):
        assert facts[name].formula == ""
    assert facts["total_gb"].source == "weights + KV cache"
    assert facts["kv_gb"].formula == ("block_bytes" if paged == "yes" else "kv_bytes_total")
    assert facts["kv_gb_paged"].formula == "block_bytes"
    most = "pool_sequences" if paged == "yes" else "kv_max_tokens"
    assert {facts[name].formula for name in ("max_sequences", "max_context")} == {most}
    assert facts["max_sequences_formula"].formula == "kv_max_tokens"


@pytest.mark.parametrize("values", [{}, SERVING, SERVING | {"paged": "yes"}, *LAB.presets.values()], ids=str)
def test_a_number_without_a_formula_is_assumed_or_checked_in_a_case_of_the_lab(values: dict[str, str]) -> None:
    for name, fact in result(**values).facts.items():
        assert fact.formula or fact.kind == "assumed" or name in facts_checked(LAB), name


def test_a_source_names_a_file_and_no_pattern_of_files() -> None:
    assert not [each["name"] for kind in ("models", "cards") for each in entries(kind) if "*" in each["source"]]


def test_kept_free_is_assumed_in_both_modes() -> None:
    assert {result(mode=mode).facts["reserve_gb"].kind for mode in ("training-simple", "serving")} == {"assumed"}


def test_printed_parts_add_up_to_the_printed_total_or_are_said_to_be_rounded() -> None:
    assert sums(1.01, 2.02) == ("1.01 GB", "2.02 GB", "3.03 GB", "")
    assert sums(1.004, 2.004) == ("1.00 GB", "2.00 GB", "3.01 GB", ", each number rounded")
    assert sums(3, 0.004) == ("3.00 GB", "4 MB", "3.00 GB", "")
    said = figure(result(), "ledger")
    assert "takes 3.20 GB and its 5 blocks together 5.44 GB, in all 8.64 GB of 21.60 GB usable" in said
    assert "because 16 samples keep 0.34 GB each until the backward pass" in said


def test_bytes_of_a_token_are_131_kb_where_they_are_131072() -> None:
    assert "each sequence adds 131 kB" in result(mode="serving", context="1").because


@pytest.mark.parametrize("values", [{"microbatch": "240"}, SERVING | {"sequences": "500"}], ids=str)
def test_more_than_is_usable_is_not_said_to_be_of_it(values: dict[str, str]) -> None:
    said = figure(result(**values), "ledger")
    assert " more than the " in said
    assert " GB of " not in said.replace("Weights of", "").replace("cache of", "")


def test_one_sequence_is_spoken_of_as_one() -> None:
    assert "and the sequence keeps its keys" in figure(result(mode="serving", sequences="1"), "ledger")


def test_pages_are_not_said_to_be_full_where_nothing_fits() -> None:
    assert "Not one sequence fits, whichever way" in " ".join(result(mode="serving", context="1000000").notes)
    assert "leave no room for a cache" in " ".join(result(mode="serving", model="llama-3.1-70b").notes)


def test_waiting_is_advised_only_where_it_helps() -> None:
    said = {name: str(row(result(mode="serving", **values), "KV cache")["interpretation"]) for name, values in {
        "many": {"sequences": "500"}, "long": {"context": "1000000"}, "heavy": {"model": "llama-3.1-70b"},
    }.items()}  # fmt: skip
    assert "must wait, or be preempted (stopped" in said["many"]
    assert "waiting cannot help" in said["long"]
    assert "waiting cannot help" in said["heavy"]


def test_the_unit_of_a_card_of_ones_own_is_ones_own() -> None:
    notes = " ".join(result(mode="serving", card="own", card_size="24", card_unit="GiB").notes)
    assert "the unit is the one you chose" in notes


def test_a_level_line_lies_where_it_is_said_to() -> None:
    for fixed, where in (("21.6", "on"), ("21", "below"), ("22", "above")):
        assert f"level {where} the 21.60 GB" in figure(result(fixed_gb=fixed, per_sample_gb="0"), "sweep")


def test_what_a_driver_reports_is_said_beside_the_assumption() -> None:
    assert any("81,920 MiB" in note and "assumption" in note for note in result(mode="serving").notes)


@pytest.mark.parametrize(
    ("config", "bits", "group"),
    [
        ({"bits": 4, "group_size": 64}, "4", "64"),
        ({"bits": 8, "group_size": 64}, "8", "128"),
        ({"load_in_4bit": True}, "4", "128"),
        ({"load_in_8bit": True, "load_in_4bit": False}, "8", "128"),
        ({"quant_method": "fp8"}, "8", "128"),
        ({"bits": 3}, "16", "128"),
        ({"bits": None, "quant_method": "fp8", "group_size": None}, "8", "128"),
        ({"bits": 4, "group_size": -1}, "4", "128"),
        ({"bits": 4.65}, "16", "128"),
    ],
    ids=str,
)
def test_a_quantized_file_sets_the_precision_and_the_first_note_says_so(config: Any, bits: str, group: str) -> None:
    pasted = LAB.readers["config"](json.dumps(LLAMA | {"quantization_config": config}))
    params = parse(LAB, pasted.items())
    first = LAB.run(params).notes[0]
    assert first.startswith("quantization_config: ")
    assert f"counted at {bits} bits" in first
    settled = params.model_dump()
    assert (settled["weight_bits"], settled["weight_group"]) == (bits, group)


def test_an_own_shape_is_said_in_words() -> None:
    own = result(mode="serving", model="own").notes[0]
    assert own == (
        "Your own shape: 32 layers with 32 query heads and 8 heads of keys and values in each, 128 wide, a hidden size "
        "of 4,096, an MLP of 14,336 (gated), a vocabulary of 128,256 (not shared with the output), "
        "2 root-mean-square norms in each layer. That makes 8,030,261,248 parameters."
    )
    starcoder = " ".join(LAB.run(parse(LAB, LAB.readers["config"](json.dumps(STARCODER)).items())).notes)
    assert "48 query heads and 1 head of keys and values in each, 128 wide" in starcoder
    assert "an MLP of 24,576 (not gated), a vocabulary of 49,152 (shared with the output)" in starcoder
    assert "(shared with the output), 2 layer norms in each layer, biases" in starcoder
    assert "biases on Q, K and V, the attention output and the MLP, 8,192 learned positions." in starcoder
    assert not [note for note in result(mode="serving").notes if "own shape" in note]


def test_settings_of_the_other_mode_are_said_not_to_be_used() -> None:
    training = result(sequences="5", layers="7")
    assert "Kept for Mode: Serving, and not used in Training: Sequences, Layers." in training.notes
    assert training.facts == result().facts
    serving = result(mode="serving", microbatch="54")
    assert "Kept for Mode: Training, and not used in Serving: Microbatch." in serving.notes
    for values in ({}, SERVING, {"reserve_percent": "5"}, SERVING | {"reserve_percent": "5", "sequences": "5"}):
        assert not [note for note in result(**values).notes if "Kept for Mode" in note]
