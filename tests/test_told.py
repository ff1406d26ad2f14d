"""A prediction on the lab that follows it: on the axis of its quantity, in the rows that it holds, nowhere else.
They refuse to look at pages."""

import pytest

from app.drawing import both
from app.web.told import Prediction, Told, with_prediction
from labs import Result, get_lab, parse

LEDGER = ("gpu-memory-ledger", {"mode": "training-simple", "microbatch": "16"})
LANES = ("batching-replay", {"view": "lanes"})
DRAFTS = ("acceptance-prefix", {"view": "economics", "alpha": "0.8"})


def result(slug: str, asked: dict[str, str], said: Prediction) -> Result:
    lab = get_lab(slug)
    return with_prediction(lab.run(parse(lab, list(asked.items()))), said)


def ranged(low: float, high: float, unit: str, fact: str = "") -> Prediction:
    return Prediction(Told(f"{low:g} to {high:g}", low, high), unit, fact)


@pytest.mark.parametrize(
    ("run", "said", "figure"),
    [
        (LEDGER, ranged(40, 60, "samples"), "sweep"),
        (LANES, ranged(13, 18, "steps"), "lanes"),
        (DRAFTS, ranged(0.4, 0.6, "", "break_even_alpha"), "alphas"),
    ],
)
def test_a_range_is_a_bracket_on_the_figure_that_has_its_axis(
    run: tuple[str, dict[str, str]], said: Prediction, figure: str
) -> None:
    made = result(*run, said)
    drawn = {each.name: [line.axis for line in each.lines if line.fact == "you_said"] for each in made.figures}
    assert drawn[figure] == ["x"]
    assert [name for name, axes in drawn.items() if axes] == [figure]
    found = next(each for each in made.figures if each.name == figure)
    svg = both(found, made.table(found.table), made.facts)
    assert svg.count('class="bracket prediction"') == 2
    assert f"you said {said.told.words}" in svg


def test_the_rows_that_the_range_holds_say_so() -> None:
    table = result(*LEDGER, ranged(40, 44, "samples")).table("sweep")
    held = [row[0] for row, cell in zip(table.rows, table.values("said"), strict=True) if cell == "in your range"]
    assert held == [40, 41, 42, 43, 44]
    assert table.columns[table.index("said")].label == "You said 40 to 44"
    assert set(result(*LANES, ranged(13, 18, "steps")).table("step_by_slot").values("said")) == {"", "in your range"}


def test_one_number_is_a_diamond_without_a_bracket() -> None:
    made = result(*LEDGER, ranged(54, 54, "samples"))
    figure = next(each for each in made.figures if each.name == "sweep")
    svg = both(figure, made.table("sweep"), made.facts)
    assert ('class="bracket prediction"' in svg, svg.count("diamond-open prediction")) == (False, 2)


def test_a_quantity_that_nothing_shows_changes_nothing() -> None:
    said = ranged(1, 2, "bytes")
    lab = get_lab(LEDGER[0])
    plain = lab.run(parse(lab, list(LEDGER[1].items())))
    made = with_prediction(plain, said)
    assert (made.figures, made.tables) == (plain.figures, plain.tables)
