"""What stands over and on the picture of a try: the change that was asked about, in words that the page has used.
They refuse to know the pages around it."""

from app.course.items import Try
from app.web.sweeps import build_sweep
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
