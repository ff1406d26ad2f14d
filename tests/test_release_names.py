"""Which release a line names, what counts as a fallback, a reason and a stop; by one small release note of its own.
It refuses to know pages; tests/course_site/test_note_stands.py does."""

from dataclasses import replace
from decimal import Decimal

import pytest

from app.course.contract import contract_words
from app.course.fallbacks import no_fallback
from app.course.items import Item
from app.course.lesson import ContractLine, Evidence
from app.course.releases import known_release, shared_names
from app.course.said import is_sentence, says_something, stop_lacks

NAMES = ("R11", "R12", "R13", "R11 on eleven cards", "chunked prefill on eleven cards", "R13 on ten cards")
LINE = ContractLine("the p99", Decimal(3), "s", tuple((name, Decimal(2), "2 s") for name in NAMES))
ALSO = (
    ("R11", ("R11, first come, twelve cards", "R11, first come")),
    ("R11 on eleven cards", ("R11's order",)),
    ("chunked prefill on eleven cards", ("chunked on eleven cards", "chunked and a card")),
    ("R13 on ten cards", ("R13 and a card",)),
)
NOTE = Evidence(Item("note", "v", "", "", ""), (), (), ("R11",), (("R12", "It broke both tails."),), (LINE,), ALSO)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("r11", "R11"),
        ("R11, first-come, 12 cards.", "R11"),
        ("R11 on 11 cards", "R11 on eleven cards"),
        ("R11 with eleven cards", "R11 on eleven cards"),
        ("R11\u2019s order", "R11 on eleven cards"),
        ("R13 on 10 cards", "R13 on ten cards"),
        ("R13 and a card", "R13 on ten cards"),
        ("R13 + 1 card", "R13 on ten cards"),
        ("chunked prefill, 11 cards", "chunked prefill on eleven cards"),
        ("Chunked Prefill (eleven cards)", "chunked prefill on eleven cards"),
        ("Chunked and a card", "chunked prefill on eleven cards"),
        ("R13 on 11 cards", ""),
        ("R11 on nine cards", ""),
        ("not R11", ""),
        ("anything but R11", ""),
        ("R11 or R13", ""),
        ("R11, then R12", ""),
        ("R110", ""),
        (" . ", ""),
    ],
)
def test_a_line_names_one_release_of_the_lesson_or_none_and_never_another(text: str, name: str) -> None:
    assert known_release(NOTE, text) == name
    assert ("is not known here" in contract_words(NOTE, text)) == (name == "" and bool(text.strip()))


@pytest.mark.parametrize("text", ["not R11", "anything but R11", "R11 or R13", "R11 and R11's order", "R11?? or so"])
def test_a_negated_or_an_open_fallback_is_none(text: str) -> None:
    assert no_fallback(NOTE, "R13", text).endswith("leaves it open. Name R11.")
    assert no_fallback(NOTE, "R13", "R11, first come, twelve cards") == ""


def test_what_goes_out_is_no_fallback_under_another_name_either() -> None:
    assert "is what goes out" in no_fallback(NOTE, "R11, first come", "R11")
    assert no_fallback(NOTE, "R11 on eleven cards", "R11") == ""


def test_a_name_of_two_releases_is_told() -> None:
    assert shared_names(NOTE) == ()
    assert shared_names(replace(NOTE, also=(("R12", ("R11's order",)), *ALSO))) == ("order r11",)


def test_a_mark_or_a_letter_says_nothing_and_two_words_are_no_sentence() -> None:
    assert not any(says_something(text) for text in ("-", ".", "x", ""))
    assert all(says_something(text) for text in ("3 s", "p99", "on call"))
    assert not any(is_sentence(text) for text in (".", "x", "ok ok"))
    assert all(is_sentence(text) for text in ("It is faster.", "\u5c3e\u5df4" * 5))


def test_a_stop_needs_a_number_an_owner_and_what_shows_it() -> None:
    good = {"detector": "p99 of the rare group", "owner": "on call", "stop": "above 3 s"}
    assert stop_lacks(good) == ()
    assert stop_lacks({}) == ("what shows it", "who acts", "at which number")
    assert stop_lacks(good | {"stop": "when it is slow", "owner": "-"}) == ("who acts", "at which number")
    assert stop_lacks(good | {"stop": "three seconds"}) == ()
