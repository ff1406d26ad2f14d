"""Roofline, ridge and cost: the identities between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.hardware import (
    blended_cost,
    cost_per_million_tokens,
    critical_batch,
    decode_floor_ms,
    fleet_cost_per_day,
    matmul_intensity,
    profit_margin,
    ridge_point,
    roofline,
)

PEAKS = st.floats(0.1, 5000)
BANDWIDTHS = st.floats(0.01, 20)


@given(PEAKS, BANDWIDTHS)
def test_the_two_limits_meet_at_the_ridge(peak: float, bandwidth: float) -> None:
    ridge = ridge_point(peak, bandwidth)
    assert roofline(peak, bandwidth, ridge) == pytest.approx(peak)
    assert roofline(peak, bandwidth, ridge * 2) == peak
    assert roofline(peak, bandwidth, ridge / 2) == pytest.approx(peak / 2)


@given(PEAKS, BANDWIDTHS)
def test_with_two_byte_weights_the_critical_batch_is_the_ridge(peak: float, bandwidth: float) -> None:
    assert critical_batch(peak, bandwidth, 2) == pytest.approx(ridge_point(peak, bandwidth))


@given(st.integers(1, 4096))
def test_a_thin_matmul_does_less_work_a_byte_than_its_rows(m: int) -> None:
    assert matmul_intensity(m, 4096, 4096, 2) < m
    assert matmul_intensity(m, 4096, 4096, 1) == pytest.approx(2 * matmul_intensity(m, 4096, 4096, 2))


@given(st.floats(0, 50), st.integers(1, 64), st.floats(1, 1e6))
def test_cost_times_rate_is_the_price_of_the_hour(price: float, gpus: int, rate: float) -> None:
    millions_an_hour = rate * 3600 / 1e6
    assert cost_per_million_tokens(price, gpus, rate) * millions_an_hour == pytest.approx(price * gpus)


def test_prefill_and_decode_hours_add_up() -> None:
    both = blended_cost(7200, 3600, 1, 1, 2)
    assert both == {
        "hours": pytest.approx(3),
        "cost": pytest.approx(6),
        "cost_per_million_output": pytest.approx(6e6 / 3600),
    }


def test_a_day_has_twenty_four_hours_and_break_even_no_margin() -> None:
    assert fleet_cost_per_day(1, 1, 1) == 24
    assert profit_margin(5, 5) == 0


def test_reading_a_terabyte_at_a_terabyte_a_second_takes_a_second() -> None:
    assert decode_floor_ms(1e12, 1) == 1000
