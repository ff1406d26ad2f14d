"""The memory ledger against hand sums, its own tables and its words.

The slow oracle is asked in test_lab_gpu_memory_ledger_oracle.py, pasted files in test_ledger_config.py.
"""

import json
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labs import Result, all_labs, check_lab, get_lab, parse, query
from labs.gpu_memory_ledger.catalogue import cards, entries, models
from labs.gpu_memory_ledger.settings import LedgerParams
from labs.gpu_memory_ledger.wording import gb
from labs.kv_cache import kv_bytes_per_token
from labs.lab_vectors import LabCase
from labs.parameters import params_dense
from labs.vectors import own_vector_files

LAB = get_lab("gpu-memory-ledger")


def result(**values: str) -> Result:
    return LAB.run(parse(LAB, values.items()))


def value(made: Result, fact: str) -> Any:
    return made.facts[fact].value


def rows_of(made: Result, name: str) -> list[dict[str, Any]]:
    table = made.table(name)
    return [dict(zip([column.name for column in table.columns], row, strict=True)) for row in table.rows]


@pytest.mark.parametrize("case", check_lab(LAB), ids=lambda case: f"{case.id}.{case.fact}")
def test_a_hand_sum_is_reproduced(case: LabCase) -> None:
    assert case.passed, f"{case.fact} is {case.computed}, expected {case.expected}: {case.source}"


def test_block_rows_at_16_are_those_of_the_course() -> None:
    made = result(mode="training-simple", microbatch="16")
    column = next(each for each in made.table("ledger").columns if each.name == "activation_gb")
    rows = [row for row in made.table("ledger").rows if str(row[0]).startswith("Block ")]
    shown = [f"{row[made.table('ledger').index('activation_gb')]:.{column.places}f}" for row in rows]
    assert shown == ["1.09", "2.18", "3.26", "4.35", "5.44"]
    assert {row[made.table("ledger").index("state")] for row in rows} == {"resident"}


def test_54_fits_and_55_does_not_in_words() -> None:
    assert result(microbatch="54").says == "54 fits with 0.04 GB to spare; 55 is 0.30 GB over"
    assert result(microbatch="55").says.startswith("55 does not fit, it is 0.30 GB over; 54 is the largest that fits")
    assert "each sample adds 0.34 GB and the fixed part" in result(microbatch="54").because


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"fixed_gb": "22.8"}, "Nothing fits: the fixed part alone is 1.20 GB over"),
        ({"fixed_gb": "21.5"}, "Not one sample fits: the first is 0.24 GB over"),
        ({"per_sample_gb": "0"}, "Every microbatch fits, with 18.40 GB to spare"),
        ({"per_sample_gb": "0", "fixed_gb": "22"}, "Nothing fits: the fixed part alone is 0.40 GB over"),
        ({"mode": "serving", "model": "llama-3.1-70b"}, "The weights alone do not fit, they are 69.11 GB over"),
        ({"mode": "serving", "context": "1000000"}, "Not one sequence of 1,000,000 tokens fits: it is 75.13 GB over"),
        ({"mode": "serving", "sequences": "104"}, "104 sequences of 4,096 tokens fit with 0.10 GB to spare"),
    ],
)
def test_a_hard_case_is_told_in_words(values: dict[str, str], words: str) -> None:
    assert result(**values).says.startswith(words)


def _vector(file: str, name: str) -> dict[str, Any]:
    path = next(each for each in own_vector_files() if each.stem == file)
    return next(each for each in json.loads(path.read_text("utf-8"))["entries"] if each["id"] == name)


@pytest.mark.parametrize("entry", entries("models"), ids=lambda entry: entry["name"])
def test_a_published_model_agrees_with_its_vectors(entry: dict[str, Any]) -> None:
    case = _vector("parameters", entry["vectors"]["parameters"])
    assert entry["shape"] == {name: each for name, each in case["inputs"].items() if name != "model"}
    assert params_dense(**entry["shape"]) == case["expected"]
    assert value(result(mode="serving", model=entry["name"]), "parameters") == case["expected"]
    assert entry["source"]
    if "kv_cache" in entry["vectors"]:
        inputs = _vector("kv_cache", entry["vectors"]["kv_cache"])["inputs"]
        wanted = kv_bytes_per_token(inputs["layers"], inputs["kv_heads"], inputs["head_dim"], 2)
        assert value(result(mode="serving", model=entry["name"]), "kv_bytes_per_token") == wanted


def test_at_least_twelve_models_and_cards_in_both_units_are_offered() -> None:
    assert len(models()) >= 12
    assert {card.unit for card in cards().values()} == {"GB", "GiB"}
    assert all(card.source for card in cards().values())


CHANGES = st.fixed_dictionaries(
    {
        "fixed_gb": st.integers(0, 3000).map(lambda each: f"{Decimal(each) / 100:f}"),
        "per_sample_gb": st.integers(1, 500).map(lambda each: f"{Decimal(each) / 100:f}"),
        "device_gb": st.integers(1, 900).map(lambda each: f"{Decimal(each) / 10:f}"),
        "reserve_percent": st.integers(0, 90).map(str),
        "microbatch": st.integers(1, 4096).map(str),
        "blocks": st.integers(1, 20).map(str),
    }
)


@settings(max_examples=50, deadline=None)
@given(values=CHANGES, more=st.integers(1, 5))
def test_more_reserve_never_fits_more_and_a_larger_card_never_fits_less(values: dict[str, str], more: int) -> None:
    base = value(result(**values), "max_microbatch")
    reserved = values | {"reserve_percent": str(int(values["reserve_percent"]) + more)}
    assert value(result(**reserved), "max_microbatch") <= base
    larger = values | {"device_gb": f"{Decimal(values['device_gb']) + more:f}"}
    assert value(result(**larger), "max_microbatch") >= base


@settings(max_examples=50, deadline=None)
@given(values=CHANGES)
def test_the_largest_fits_and_its_neighbour_does_not(values: dict[str, str]) -> None:
    made = result(**values)
    largest, over = value(made, "max_microbatch"), value(made, "first_over")
    assert over == largest + 1
    assert value(made, "first_over_gb") > 0
    if largest:
        assert value(made, "max_headroom_gb") >= 0
        if largest <= 4096:
            assert value(result(**(values | {"microbatch": str(largest)})), "fits") is True
    if over <= 4096:
        assert value(result(**(values | {"microbatch": str(over)})), "fits") is False


@settings(max_examples=50, deadline=None)
@given(values=CHANGES)
def test_the_ledger_adds_up_to_its_facts(values: dict[str, str]) -> None:
    made = result(**values)
    rows = rows_of(made, "ledger")
    needed = [row for row in rows if row["bar"] == "what is needed" and row["item"] != "One more sample"]
    assert sum(row["size_gb"] for row in needed) == pytest.approx(value(made, "total_gb"), rel=1e-9)
    assert needed[-1]["running_gb"] == value(made, "total_gb")
    card = [row for row in rows if row["bar"] == "what the card has"]
    assert sum(row["size_gb"] for row in card) == pytest.approx(value(made, "device_gb"), rel=1e-9)
    fits = all(row["state"] == "resident" for row in needed)
    assert fits is value(made, "fits")


@pytest.mark.parametrize("name", LAB.presets)
def test_a_sentence_says_the_numbers_of_the_table_of_limits(name: str) -> None:
    made = LAB.run(parse(LAB, LAB.presets[name].items()))
    limits, weights = rows_of(made, "limits"), rows_of(made, "ledger")[0]
    if "alone" in made.says:
        assert f"{weights['size_gb']:.2f} GB" in made.because
        assert f"{weights['size_gb'] - value(made, 'usable_gb'):.2f} GB over" in made.says
        return
    count = "microbatch" if "microbatch" in limits[0] else "sequences"
    for row in (limits[0], limits[1]):
        assert f"{row[count]:,}" in made.says
    for row in (limits[0], limits[2]):
        assert f"{row['total_gb']:.2f} GB" in made.says or str(row["interpretation"]).split(" ")[0] in made.says


@pytest.mark.parametrize("mode", ["training-simple", "serving"])
@pytest.mark.parametrize("size", ["1", "7", "80", "4096"])
def test_the_sweep_has_at_most_80_rows_and_marks_the_current_one(mode: str, size: str) -> None:
    main = "microbatch" if mode == "training-simple" else "sequences"
    table = result(mode=mode, **{main: size}).table("sweep")
    assert len(table.rows) <= 80
    assert table.now is not None
    assert table.rows[table.now][0] == int(size)
    counts: list[Any] = list(table.values(main))
    assert counts == sorted(set(counts))


@pytest.mark.parametrize(
    ("amount", "words"),
    [("21.6", "21.60 GB"), ("-0.3", "0.30 GB"), ("0", "0 GB"), ("0.01", "0.01 GB"), ("0.005", "5 MB"),
     ("0.0049", "4.9 MB"), ("0.000131072", "131 kB"),
     ("0.000045", "45 kB"), ("-1e-9", "1 byte"), ("1234.5", "1,234.50 GB"), ("0.000999999", "1 MB")],
)  # fmt: skip
def test_an_amount_never_reads_as_nothing_unless_it_is(amount: str, words: str) -> None:
    assert gb(Decimal(amount)) == words


def test_pages_and_formula_are_both_told_whichever_is_chosen() -> None:
    for paged in ("yes", "no"):
        made = result(mode="serving", context="4097", sequences="104", paged=paged)
        assert value(made, "max_sequences_formula") == 104
        assert value(made, "max_sequences_paged") == 103
        assert value(made, "kv_gb_paged") > value(made, "kv_gb_formula")
    assert any("103" in note and "104" in note for note in made.notes)


def test_the_assumption_about_gb_is_said_beside_the_card() -> None:
    assert "80 GB on a card means 80e9 bytes, assumed; that is 74.51 GiB." in result(mode="serving").notes
    assert result(mode="serving").facts["device_gb"].kind == "assumed"


def test_settings_without_effect_are_named() -> None:
    notes = result(mode="serving", positions="5", card_size="9", weight_group="64").notes
    unread = "Weights that share a scale, Your card's size, Longest context the maker states"
    assert f"Set, but without effect here: {unread}." in notes


def test_a_shape_whose_heads_do_not_divide_is_refused_beside_its_field() -> None:
    params = LedgerParams(mode="serving", model="own", heads=32, kv_heads=5)
    assert "does not divide 32 query heads" in params.problems()["kv_heads"]
    assert LedgerParams(heads=32, kv_heads=5).problems() == {}


def test_a_published_model_wins_over_a_shape_that_waits_and_says_so() -> None:
    asked = {"mode": "serving", "layers": "5", "ffn": "7", "tied": "yes", "config_unused": "rope_scaling"}
    published, plain = result(**asked), result(mode="serving")
    assert published.facts == plain.facts
    told = "Kept for Model: Your own, and not used here: Layers, MLP size, Tied output."
    assert f"Llama 3 8B has a shape of its own. {told}" in published.notes
    assert not [note for note in published.notes if "The pasted file" in note]
    # Back to the own shape, nothing is lost.
    own = result(**asked, model="own")
    assert own.facts["weights_gb"] != plain.facts["weights_gb"]
    assert not [note for note in own.notes if "shape of its own" in note]


@settings(max_examples=50, deadline=None)
@given(values=CHANGES)
def test_an_address_leads_back_to_the_same_parameters(values: dict[str, str]) -> None:
    params = parse(LAB, values.items())
    assert parse(LAB, parse_qsl(query(params))) == params


def test_the_ledger_is_found_by_the_door() -> None:
    assert all_labs()["gpu-memory-ledger"] is LAB
