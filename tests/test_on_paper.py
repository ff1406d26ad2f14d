"""Sums written out for a learner: they say what the formulas and the lab compute.
They refuse to know questions."""

import pytest

from labs import get_lab, parse, written_sums
from labs.speculation import spec_expected_tokens

SUMS = written_sums()


def test_the_terms_of_a_round_add_up_to_its_tokens() -> None:
    assert SUMS["powers_summed"](0.4, 3) == "1 + 0.4 + 0.16 + 0.064"
    assert SUMS["powers_summed"](0.5, 5) == "1 + 0.5 + 0.25 + 0.125 + 0.0625 + 0.0312"
    assert (SUMS["powers_summed"](1, 2), SUMS["powers_summed"](0.7, 0)) == ("1 + 1 + 1", "1")
    assert SUMS["powers_totalled"](0.4, 3) == "1 + 0.4 + 0.16 + 0.064, about 1.62"
    for alpha in (0.1, 0.3, 0.5, 0.7, 0.8):
        for gamma in range(2, 7):
            total = sum(float(each) for each in SUMS["powers_summed"](alpha, gamma).split(" + "))
            assert total == pytest.approx(spec_expected_tokens(alpha, gamma), abs=0.0003)


def test_whoever_is_next_takes_the_slot_that_is_free_first() -> None:
    assert SUMS["slots_filled"]([3, 1, 2], 2) == "3; 1 + 2 = 3"
    assert SUMS["slots_filled"]([3, 1], 4) == "3; 1"
    lab, outputs = get_lab("batching-replay"), [6, 6, 6, 11, 2, 9, 7, 1]
    for slots in range(2, 9):
        params = parse(lab, [("view", "lanes"), ("slots", str(slots)), ("outputs", ",".join(map(str, outputs)))])
        last = max(int(each.split()[-1]) for each in SUMS["slots_filled"](outputs, slots).split("; "))
        assert last == lab.run(params).facts["continuous_steps"].value


def test_a_value_is_held_against_the_most_that_is_allowed() -> None:
    assert SUMS["beside_limit"](1.8, 3) == "3 - 1.8 = 1.2 to spare"
    assert SUMS["beside_limit"](0.06, 0.02) == "0.06 - 0.02 = 0.04 too much"
    assert SUMS["beside_limit"](3, 3) == "3 - 3 = 0 to spare"


def test_a_mean_is_what_a_group_brings_and_what_is_left_for_the_others() -> None:
    told = SUMS["mean_taken_apart"](0.008, 0.031, 4)
    assert told == "0.04 × 0.031 = 0.00124 of the 0.008; the others: (0.008 - 0.00124) / 0.96 = about 0.007"
    rest = (0.008 - 0.04 * 0.031) / 0.96
    assert 0.04 * 0.031 + 0.96 * rest == pytest.approx(0.008)
    assert rest == pytest.approx(0.007, abs=0.00005)


def test_delays_one_after_the_other_are_added_in_seconds() -> None:
    assert SUMS["delays_added"](100, 4, 30, 6, 3) == (
        "100 × 4 s = 400 s; 400 + 0.03 = 400.03 s; 400.03 + 6 × 60 = 760.03 s; 760.03 + 3 × 3,600 = 11,560.03 s"
    )


def test_numbers_that_make_no_sum_are_refused() -> None:
    for name, given in (
        ("powers_summed", (1.5, 3)),
        ("powers_summed", (0.5, 21)),
        ("slots_filled", ([1], 0)),
        ("mean_taken_apart", (0.1, 0.1, 0)),
        ("delays_added", (100, 0, 1, 1, 1)),
    ):
        with pytest.raises(ValueError):
            SUMS[name](*given)
