"""Training memory: the ledger against a slow count in whole billionths, ZeRO against its own inverse, and bounds."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.activation_memory import VARIANTS, activation_bytes_first_stage, activation_coefficient
from labs.ledger import ledger, ledger_checkpointed, ledger_max_microbatch
from labs.training_memory import segment_checkpoint_units, zero_max_params_billion, zero_state_gb
from tests.oracles import ledger as oracle

NINTH = Decimal("1e-9")
SEED: dict[str, Any] = {"fixed_gb": "3.2", "per_sample_gb": "0.34", "device_gb": "24", "reserve_fraction": "0.1"}


def decimals(low: str, high: str) -> st.SearchStrategy[str]:
    places = st.integers(0, 6)
    return places.flatmap(lambda n: st.decimals(low, high, places=n, allow_nan=False).map(lambda d: f"{d:f}"))


LEDGERS = st.tuples(decimals("0", "40"), decimals("0.05", "4"), decimals("0.5", "100"), decimals("0", "0.9"))


@given(LEDGERS)
def test_the_largest_microbatch_is_the_one_found_by_adding_samples(case: tuple[str, str, str, str]) -> None:
    assert ledger_max_microbatch(*case) == oracle.max_microbatch(*case)


@given(LEDGERS, st.integers(1, 12), st.integers(1, 200))
def test_the_ledger_is_the_one_counted_in_billionths(
    case: tuple[str, str, str, str], blocks: int, microbatch: int
) -> None:
    result = ledger(*case, blocks=blocks, microbatch=microbatch)
    rows = oracle.times_blocks(case[1], blocks, microbatch)
    assert result["fits"] is oracle.fits(*case, microbatch=microbatch)
    assert result["fits"] is (result["headroom_gb"] >= 0)
    assert result["activation_gb"] * blocks == rows[-1] * NINTH
    assert result["block_rows_gb"][-1] == result["activation_gb"]
    for row, counted in zip(result["block_rows_gb"], rows, strict=True):
        assert abs(row * blocks - counted * NINTH) <= Decimal("1e-20")


@given(decimals("0.01", "5"), st.integers(1, 300), st.integers(0, 9), decimals("0", "30"))
def test_a_device_made_to_measure_holds_exactly_its_samples(
    per_sample: str, samples: int, reserve_tenths: int, fixed: str
) -> None:
    usable = Decimal(fixed) + Decimal(per_sample) * samples
    # A device of ten shares keeps `reserve_tenths` of them back, so that usable is exact without a division.
    reserve = Decimal(reserve_tenths) / 10
    kept = 10 - reserve_tenths
    device = usable * 10
    case = (str(Decimal(fixed) * kept), str(Decimal(per_sample) * kept), str(device), str(reserve))
    assert ledger_max_microbatch(*case) == samples
    assert ledger(*case, blocks=5, microbatch=samples)["headroom_gb"] == 0
    assert ledger(*case, blocks=5, microbatch=samples)["fits"]
    assert not ledger(*case, blocks=5, microbatch=samples + 1)["fits"]


@pytest.mark.parametrize(("per_sample", "device", "most"), [("0.4", 16, 28), ("0.2", 16, 56), ("0.46", 24, 40)])
def test_floats_text_and_decimals_land_on_the_same_exact_boundary(per_sample: str, device: int, most: int) -> None:
    for kind in (str, float, Decimal):
        assert ledger_max_microbatch(kind("3.2"), kind(per_sample), device, kind("0.1")) == most


def test_checkpointing_fits_at_an_exact_boundary_whose_division_never_ends() -> None:
    case: dict[str, Any] = {"per_sample_gb": 1, "blocks": 3, "microbatch": 1, "boundary_gb_per_sample": "0"}
    exact = ledger_checkpointed(fixed_gb="0", device_gb=1, reserve_fraction=0, **{**case, "blocks": 1})
    assert exact["fits"] and exact["peak_gb"] == 1
    tight = ledger_checkpointed(fixed_gb="0.6666666666", device_gb=1, reserve_fraction=0, **case)
    over = ledger_checkpointed(fixed_gb="0.6666666667", device_gb=1, reserve_fraction=0, **case)
    assert tight["fits"] and not over["fits"]


def test_a_fixed_part_above_the_usable_memory_leaves_no_sample() -> None:
    assert ledger_max_microbatch(30, "0.34", 24, "0.1") == 0


BAD_AMOUNTS = [
    ("fixed_gb", -1),
    ("per_sample_gb", 0),
    ("per_sample_gb", "-0.1"),
    ("device_gb", 0),
    ("device_gb", float("nan")),
    ("device_gb", "NaN"),
    ("device_gb", Decimal("sNaN")),
    ("device_gb", float("inf")),
    ("device_gb", "1e300"),
    ("device_gb", "1e999999"),
    ("device_gb", "twenty"),
    ("device_gb", True),
    ("device_gb", None),
    ("fixed_gb", Decimal("1e-31")),
    ("reserve_fraction", 1),
    ("reserve_fraction", "-0.1"),
    ("reserve_fraction", "nan"),
]


@pytest.mark.parametrize(("name", "value"), BAD_AMOUNTS)
def test_the_ledger_refuses_amounts_without_sense_by_name(name: str, value: Any) -> None:
    case = {**SEED, name: value}
    for call in (
        lambda: ledger_max_microbatch(**case),
        lambda: ledger(**case, blocks=5, microbatch=16),
        lambda: ledger_checkpointed(**case, blocks=5, microbatch=16, boundary_gb_per_sample=0),
    ):
        with pytest.raises(ValueError, match=rf"^{name} is .*; it must be a decimal number .*\.$"):
            call()


@pytest.mark.parametrize(("blocks", "microbatch"), [(0, 1), (1, 0), (-1, 1), (1.5, 1), (True, 1), (10**6, 1), (5, 1e3)])
def test_the_ledger_refuses_steps_that_are_not_counts(blocks: Any, microbatch: Any) -> None:
    with pytest.raises(ValueError, match=r"(blocks|microbatch) is .*; it must be a whole number from 1 to"):
        ledger(**SEED, blocks=blocks, microbatch=microbatch)


@given(st.floats(0.01, 2000), st.integers(1, 4096))
def test_the_parameters_that_fill_a_device_have_states_of_its_size(device_gb: float, dp: int) -> None:
    for stage, billions in zero_max_params_billion(device_gb=device_gb, mp=1, dp=dp).items():
        assert zero_state_gb(billions, dp)[stage] == pytest.approx(device_gb, rel=1e-12)


@given(st.floats(0.01, 2000), st.integers(1, 4096))
def test_a_later_stage_never_needs_more(params_billion: float, dp: int) -> None:
    states = zero_state_gb(params_billion, dp)
    assert states["none"] * (1 + 1e-12) >= states["stage1"]
    assert states["stage1"] * (1 + 1e-12) >= states["stage2"]
    assert states["stage2"] * (1 + 1e-12) >= states["stage3"]


@given(st.integers(1, 128), st.integers(64, 20000), st.integers(1, 8192))
def test_one_device_splits_nothing(a: int, h: int, s: int) -> None:
    factors = activation_coefficient(a, h, s, t=1)
    assert factors["tp"] == pytest.approx(factors["serial"])
    assert factors["tp_sp"] == pytest.approx(factors["serial"])
    assert factors["tp_selective"] == factors["tp_sp_selective"] == 34
    assert set(factors) == set(VARIANTS)


def test_an_unknown_variant_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="variant is 'both'; it must be one of serial, tp"):
        activation_bytes_first_stage(a=1, h=1, s=1, b=1, t=1, L=1, p=1, m=1, variant="both")


def test_more_segments_than_layers_are_refused() -> None:
    with pytest.raises(ValueError, match="segments is 9; it must be a whole number from 1 to 8"):
        segment_checkpoint_units(layers=8, segments=9, boundary_units=2, layer_units=34)
