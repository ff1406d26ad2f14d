"""What stands over and on the picture of a try: the change that was asked about, in words that the page has used.
They refuse to know the pages around it."""

from app.course.items import Try
from app.web.sweeps import build_sweep
from app.web.told import Told
from tests.course_site.site import Site
from tests.course_world import compiled, on_screen

CARDS = """::: try {#cards}
lab: gpu-memory-ledger
params: {mode: serving, card: h200-141gb, context: 4096}
vary: card
values: [l40s-48gb, h200-141gb, a100-80gb]
to: a100-80gb
fact: max_sequences
predict: number
ghost: yes
question: How many fit?
why: Why?
reason: The room is another.
boxes: [named the room]
:::"""
LENS = """::: try {#lens}
lab: gpu-memory-ledger
params: {mode: serving, model: llama-3.1-8b, card: a100-80gb, context: 4096}
vary: context
values: [1024, 2048, 4096, 8192, 16384]
to: 8192
fact: max_sequences
predict: number
interval: yes
ghost: yes
question: How many fit?
why: Why?
reason: The room is the same.
boxes: [named the room]
:::"""


def test_a_choice_is_told_from_the_one_before_to_the_one_that_was_asked_about_by_their_own_words(site: Site) -> None:
    made = compiled(on_screen(CARDS))
    assert made.findings == ()
    block = next(each for each in made.lesson.screens[0].blocks if isinstance(each, Try))
    for now in block.values:
        with site.app.app_context():
            sweep = build_sweep(block, None, now)
        first, asked = sweep.table.table.rows[1], sweep.table.table.rows[2]
        assert sweep.figure.figure.summary.endswith(f"as card goes from {first[0]} to {asked[0]}.")
        assert [line.label for line in sweep.figure.figure.lines] == [f"before ({first[0]})"]
        assert "h200-" not in sweep.figure.figure.summary


def test_a_picture_of_another_quantity_gives_way_to_one_that_can_carry_before_and_prediction(site: Site) -> None:
    made = compiled(on_screen(LENS))
    assert made.findings == ()
    block = next(each for each in made.lesson.screens[0].blocks if isinstance(each, Try))
    with site.app.app_context():
        sweep = build_sweep(block, Told("20 to 40", 20.0, 40.0), "8192")
    assert [(each.fact, each.at) for each in sweep.figure.figure.lines] == [("baseline", None), ("you_said", 8192)]
    assert "sequences" in sweep.figure.figure.y_title
    assert sweep.figure.drawing.count("diamond-open prediction") == 2
    assert sweep.figure.drawing.count("before (4,096)") == 2
