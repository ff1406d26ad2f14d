"""What is said of ranges: how many held, whether that is usual for honest ones, and the same in table and figure.
The binomial tails are worked out a second way, by counting every outcome."""

from itertools import product
from math import isclose, prod

import pytest

from app.drawing import both
from app.practice.calibration import FEWEST, Given, honest, result, sentence


def ranges(held: int, num: int) -> list[Given]:
    return [
        Given(f"Screen {place}", "1 to 2", "3", place < held, "" if place < held else "above") for place in range(num)
    ]


def tail_by_counting(num: int, at_most: int) -> float:
    """The chance that at most so many of `num` honest ranges hold, summed over all 2 to the `num` outcomes."""
    chance = (0.2, 0.8)
    return sum(prod(chance[each] for each in one) for one in product((0, 1), repeat=num) if sum(one) <= at_most)


@pytest.mark.parametrize("num", [1, 2, 5, 8, 11, 14])
def test_what_is_usual_leaves_out_at_most_five_of_a_hundred_at_each_end(num: int) -> None:
    fair = honest(num)
    assert tail_by_counting(num, fair.low - 1) <= 0.05 < tail_by_counting(num, fair.low)
    above = 1 - tail_by_counting(num, fair.high)
    assert above <= 0.05 < 1 - tail_by_counting(num, fair.high - 1)


def test_known_counts_by_a_hand_worked_case() -> None:
    # 0.8 ** 14 = 0.0440: fourteen of fourteen is rare, thirteen of thirteen (0.0550) is not.
    assert isclose(0.8**14, 0.04398, rel_tol=1e-3)
    assert (honest(13).high, honest(14).high) == (13, 13)


@pytest.mark.parametrize(
    ("held", "num", "said"),
    [
        (0, 0, "You have given no range yet."),
        (1, 1, "1 of your 1 range held the outcome. From 8 ranges on"),
        (0, FEWEST - 1, "7 are too few."),
        (3, 8, "3 of your 8 ranges held the outcome, 38 %; you called each of them 80 % sure. Too narrow"),
        (4, 8, "That fits: with honest ranges 4 to 8 of 8 is usual."),
        (8, 8, "8 of your 8 ranges held the outcome, 100 %; you called each of them 80 % sure. That fits"),
        (14, 14, "Too wide: with honest ranges more than 13 of 14 is rare."),
        (80, 100, "That fits"),
        (60, 100, "Too narrow"),
    ],
)
def test_the_sentence_counts_and_judges(held: int, num: int, said: str) -> None:
    assert said in sentence(ranges(held, num))


def test_the_verdict_is_where_the_share_lies_in_the_shaded_band() -> None:
    for num in range(FEWEST, 30):
        for held in range(num + 1):
            row = result(ranges(held, num)).tables[0].rows[-1]
            share, low, high = (float(str(row[place])) for place in (4, 5, 6))
            fits = "That fits" in sentence(ranges(held, num))
            assert fits == (low <= share <= high)


def test_the_table_has_a_row_a_range_with_its_meaning_and_the_figure_draws_it() -> None:
    given = [Given("Fit", "20 to 25 GB", "21.56 GB", True), Given("Steps", "1 to 2 steps", "15 steps", False, "above")]
    made = result(given)
    table, figure = made.tables[0], made.figures[0]
    assert table.values("share") == (100.0, 50.0)
    assert table.values("interpretation") == ("held it", "missed it: the outcome is above your range")
    assert "50 % in the end" in figure.summary
    for count in (1, 2, 13, 70):
        drawn = both(figure, result(ranges(1, count)).tables[0], made.facts)
        assert drawn.count("<svg") == 2


def test_the_line_of_what_one_was_sure_of_is_not_hidden_by_the_shade() -> None:
    made = result(ranges(5, 9))
    for drawing in str(both(made.figures[0], made.tables[0], made.facts)).split("</svg>")[:2]:
        assert 0 < drawing.index('class="band') < drawing.index('class="rule') < drawing.index('class="line"')
