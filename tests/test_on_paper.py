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


def test_numbers_that_make_no_sum_are_refused() -> None:
    for name, given in (("powers_summed", (1.5, 3)), ("powers_summed", (0.5, 21)), ("slots_filled", ([1], 0))):
        with pytest.raises(ValueError):
            SUMS[name](*given)
