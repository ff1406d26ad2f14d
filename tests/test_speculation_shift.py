"""The shift of an output from the target: half the sum of the differences, the same from both sides."""

from fractions import Fraction

import pytest
from hypothesis import given

from labs.speculation_rejection import spec_output_shift
from tests.test_speculation import floats, laws


@given(laws())
def test_a_shift_is_what_one_law_has_that_the_other_lacks(law: tuple[list[Fraction], list[Fraction]]) -> None:
    p, q = law
    wanted = sum(max(Fraction(0), one - other) for one, other in zip(p, q, strict=True))
    assert spec_output_shift(floats(p), floats(q)) == pytest.approx(float(wanted), abs=1e-12)
    assert spec_output_shift(floats(q), floats(p)) == spec_output_shift(floats(p), floats(q))


def test_a_shift_between_laws_of_two_lengths_is_refused() -> None:
    with pytest.raises(ValueError, match="output"):
        spec_output_shift([0.5, 0.5], [1.0])
