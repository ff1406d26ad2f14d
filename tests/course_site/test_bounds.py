"""Which numbers an answer could be: declared by a lesson or counted by the engine, refused in words, named by field.
They refuse to look at how a page looks."""

import re
from html import unescape

import pytest

from app.course.bounds import refuse_outside
from app.course.given import Refused
from app.course.items import Predict, Question, Try
from app.course.marking import mark_predict, mark_question
from tests.course_site.site import Site, stored, words
from tests.course_world import compiled, on_screen

RUN = "id: example\ntitle: An example\nruns: {base: gpu-memory-ledger?mode=training-simple&microbatch=16}\n"


def blocks(body: str) -> list[object]:
    made = compiled(on_screen(body, RUN))
    assert made.findings == ()
    return [each for each in made.lesson.screens[0].blocks if isinstance(each, Predict | Question | Try)]


def refusal(block: object, is_variation: bool = False, **given: str) -> dict[str, str]:
    with pytest.raises(Refused) as refused:
        refuse_outside(block, is_variation, {name: (text,) for name, text in given.items()})
    return refused.value.problems


def test_a_number_outside_of_what_could_be_is_refused_with_the_range_in_words() -> None:
    share, open_end = blocks(
        "::: predict number {#a answer=0.5 within=0..1 interval=yes}\nWhich share?\n:::\n"
        "::: question number {#b answer=16 unit=GB within=..80}\nHow many?\n:::"
    )
    assert refusal(share, low="1", high="70") == {"high": "To: 70 is above 1. Type a number from 0 to 1."}
    assert refusal(share, low="-1", high="0") == {"low": "From: -1 is below 0. Type a number from 0 to 1."}
    assert refusal(open_end, value="81") == {"value": "81 is above 80. Type a number up to 80, in GB."}
    refuse_outside(open_end, False, {"value": ("-3",)})
    refuse_outside(share, False, {"low": ("0",), "high": ("1",)})
    # What was stored before the bounds were declared keeps its mark.
    assert isinstance(share, Predict) and isinstance(open_end, Question)
    assert mark_predict(share, {"low": ("1",), "high": ("70",)}).score == 0
    assert mark_question(open_end, {"value": ("81",)}).score == 0


def test_where_the_engine_counts_whole_numbers_are_asked_for_and_elsewhere_any_is_taken() -> None:
    counted, typed, allowed, moved = blocks(
        "::: predict number {#a answer=base#max_microbatch unit=samples}\nHow many?\n:::\n"
        "::: predict number {#b answer=15 unit=steps}\nHow many?\n:::\n"
        "::: question number {#c answer=base#max_microbatch unit=samples tolerance=1}\nHow many?\n:::\n"
        "::: try {#d}\nlab: gpu-memory-ledger\nparams: {microbatch: 16}\nvary: reserve_percent\nvalues: [10, 20]\n"
        "fact: max_microbatch\npredict: number\nwithin: 0..\nreason: Less room.\n"
        "variation:\n  params: {per_sample_gb: 0.2}\n  question: And now?\n:::"
    )
    assert refusal(counted, value="2.5") == {"value": "2.5 is not a whole number. Type a whole number, in samples."}
    assert refusal(moved, value="-2") == {"value": "-2 is below 0. Type a number from 0 up, in samples."}
    assert refusal(moved, is_variation=True, value="2.5")["value"].startswith("2.5 is not a whole number.")
    for block in (typed, allowed):
        refuse_outside(block, False, {"value": ("2.5",)})


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        (
            "predict number {#a answer=2 within=0..1}",
            "The right answer itself is outside of within=0..1:",
        ),
        ("predict number {#a answer=2 within=some}", '"within" is "some". Write the least and the most, 0..1,'),
        ("predict number {#a answer=2 within=3..3}", '"within" is "3..3".'),
        ("predict direction {#a answer=up within=0..}", '"within" bounds a number, and this asks for none'),
    ],
)
def test_the_check_says_when_bounds_cannot_be_read_or_leave_the_answer_out(piece: str, said: str) -> None:
    found = compiled(on_screen(f"::: {piece}\nHow many?\n:::", RUN)).findings
    assert [each.code for each in found] == ["E011"]
    assert said in found[0].message


def test_a_page_refuses_by_the_name_of_each_field_and_asks_for_a_tick_where_several_may_hold(site: Site) -> None:
    nothing = unescape(site.send("steps", is_part=True, low="", high="").text)
    for id, label in (("low", "From"), ("high", "To")):
        said = f"{label}: nothing is typed here. Type a number, in steps."
        assert f'<li><a href="#steps-{id}">{said}</a></li>' in nothing
        assert nothing.count(said) == 2
    fields = unescape(site.send("two-fields", is_part=True, fixed="", because="it does").text)
    assert "Fixed part: nothing is typed here." in fields
    draw, _ = site.asked("kept")
    kept = words(site.send("kept", is_part=True, draw=draw).text)
    assert kept.count("Tick at least one, or skip.") == 2
    assert "Choose one of the options" not in kept
    assert "Choose one of the options, or skip." in words(site.send("ship", is_part=True).text)
    assert stored(site) == []
    # Of a legend the quantity stands in brackets, because labels of the engine are no phrases.
    page = words(unescape(site.around("grow"))).replace("\xa0", " ")
    assert re.search(r"Your prediction \([^)]+\): a range that you are 80 % sure of", page)
