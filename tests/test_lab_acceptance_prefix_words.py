"""Rows, names and notes of the view by probabilities say what their numbers are.
It refuses to compute the numbers anew."""

from labs import Result, get_lab, number, parse

LAB = get_lab("acceptance-prefix")


def result(**values: str) -> Result:
    return LAB.run(parse(LAB, values.items()))


def test_a_row_says_a_shift_with_the_digits_that_its_cell_shows() -> None:
    for lenience in ("0.8", "0.95", "0.9", "0.5"):
        for row in result(view="distributions", lenience=lenience).table("drafts").rows:
            told = str(row[-1]).rpartition("paid with ")[2].split(" ")[0]
            assert told == number(float(str(row[5])))


def test_bars_of_what_comes_out_are_not_named_like_the_drafts_that_went_in() -> None:
    made = result(view="distributions", lenience="0.2")
    assert [each.label for each in made.table("output").columns[1:4]] == [
        "Target",
        "Output, close draft",
        "Output, far draft",
    ]
    assert any("half the sum of the differences" in note for note in made.notes)
