"""Numbers as people type them are read; what cannot be read is told and never guessed.
It refuses to know questions."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.course.given import Refused, interval_in
from app.course.typed_numbers import NotRead, read_as, read_number

READ = [
    ("60060", "", "60060"), ("60,060", "bytes", "60060"), ("60 060", "", "60060"), ("60\u202f060", "", "60060"),
    ("1,234,567", "", "1234567"), ("1.234.567", "", "1234567"), ("1.234,5", "", "1234.5"), ("1,234.5", "", "1234.5"),
    ("0,5", "", "0.5"), ("1,5", "", "1.5"), ("1.234", "", "1.234"), (".5", "", "0.5"), ("5.", "", "5"),
    ("-3", "", "-3"), ("\u22123", "", "-3"), ("1e9", "", "1000000000"), ("6.006E4", "", "60060"), ("~54", "", "54"),
    ("$0.46", "$", "0.46"), ("54 GB", "GB", "54"), ("54gb", "GB", "54"), ("16 GiB", "GB", "17.179869184"),
    ("1 GB", "GiB", "0.931322574615478515625"), ("1500 ms", "s", "1.5"), ("2 min", "s", "120"), ("50 %", "", "0.5"),
    ("50%", "%", "50"), ("1 sample", "samples", "1"), ("12 tokens/s", "tokens/s", "12"),
]  # fmt: skip
NOT_READ = [
    "",
    "  ",
    "many",
    "1,2,3",
    "1.2.3",
    "12 apples",
    "1e9999",
    "--1",
    "1..2",
    "\u0661\u0662",
    "9" * 65,
    "1/2",
    "0x10",
]


@pytest.mark.parametrize(("text", "unit", "value"), READ)
def test_a_number_is_read_as_it_was_meant(text: str, unit: str, value: str) -> None:
    assert read_number(text, unit) == Decimal(value)


@pytest.mark.parametrize("text", NOT_READ)
def test_what_is_no_number_is_told_with_what_to_type(text: str) -> None:
    with pytest.raises(NotRead, match=r"[Tt]ype a number|Type one such as|are allowed"):
        read_number(text, "GB")


def test_a_unit_of_another_kind_is_named() -> None:
    with pytest.raises(NotRead, match='The unit "ms" in "5 ms" does not fit here'):
        read_number("5 ms", "GB")


@given(st.text(max_size=80))
def test_any_text_gives_a_number_or_a_sentence(text: str) -> None:
    try:
        assert read_number(text).is_finite()
    except NotRead as problem:
        assert 10 < len(str(problem)) < 200


@given(st.integers(-(10**15), 10**15))
def test_a_whole_number_with_separators_is_the_same_number(value: int) -> None:
    assert read_number(f"{value:,}") == value


@pytest.mark.parametrize("text", ["60.060", "60.060 bytes", " 1.428", "~7.168"])
def test_a_point_before_three_digits_is_asked_about_where_a_whole_number_is_wanted(text: str) -> None:
    with pytest.raises(NotRead, match=r"in some countries and \d+\.\d{3}0 in others"):
        read_as(text, "bytes", Decimal(60060))


@pytest.mark.parametrize("text", ["1,428", "21,600 GB"])
def test_a_comma_before_three_digits_is_asked_about_where_a_broken_number_is_wanted(text: str) -> None:
    with pytest.raises(NotRead, match=r"in some countries and \d+\.\d{3} in others"):
        read_as(text, "GB", Decimal("1.43"))


@pytest.mark.parametrize(
    ("text", "answer", "value"),
    [
        ("60,060", "60060", "60060"),
        ("60.0600", "60060", "60.06"),
        ("1.234.567", "1234567", "1234567"),
        ("6.5", "7", "6.5"),
        ("0.519", "1", "0.519"),
        ("1.428", "1.43", "1.428"),
        ("1,43", "1.43", "1.43"),
        ("0,519", "0.52", "0.519"),
        ("1428", "1.43", "1428"),
        ("1.234e3", "1234", "1234"),
    ],
)
def test_a_mark_that_leaves_no_doubt_is_read(text: str, answer: str, value: str) -> None:
    assert read_as(text, "", Decimal(answer)) == Decimal(value)


def test_a_range_is_asked_about_as_a_number_is() -> None:
    with pytest.raises(Refused) as refused:
        interval_in({"low": ("50.000",), "high": ("70,000",)}, "bytes", Decimal(60060))
    assert set(refused.value.problems) == {"low"}
