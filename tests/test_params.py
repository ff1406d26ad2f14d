"""Values from outside as the kit reads them: each kind with good, odd and hostile text, all faults told at once."""

from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labs.address import query
from labs.params import BadParams, Params, describe, param
from labs.reading import parse, quote

COLOURS = {"red": "Red", "blue": "Blue"}


class Sample(Params):
    """One parameter of each kind."""

    whole: int = param(3, label="Whole", help="h", ge=-10, le=5000, unit="samples")
    decimal: Decimal = param(Decimal("0.5"), label="Decimal", help="h", ge="-1", le="100.25", unit="GB")
    real: float = param(0.25, label="Real", help="h", ge=0, le=1)
    yesno: bool = param(False, label="Yesno", help="h")
    choice: str = param("red", label="Choice", help="h", choices=COLOURS)
    choices: tuple[str, ...] = param((), label="Choices", help="h", choices=COLOURS | {"green": "Green"})
    optional: int | None = param(None, label="Optional", help="h", ge=1, le=9)

    def problems(self) -> dict[str, str]:
        return {"whole": "Whole is 13, which is unlucky."} if self.whole == 13 else {}


def read(*pairs: tuple[str, str]) -> Sample:
    return parse(Sample, pairs)


def refused(*pairs: tuple[str, str]) -> dict[str, str]:
    with pytest.raises(BadParams) as caught:
        read(*pairs)
    return {error.name: error.message for error in caught.value.errors}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("whole", "0", 0), ("whole", "-10", -10), ("whole", "5000", 5000), ("whole", "-0", 0),
        ("decimal", "0.34", Decimal("0.34")), ("decimal", "-0.0", Decimal(0)), ("decimal", "1e2", Decimal(100)),
        ("decimal", "100.25", Decimal("100.25")), ("decimal", "1E-12", Decimal("1E-12")),
        ("decimal", ".5", Decimal("0.5")), ("decimal", "-.25", Decimal("-0.25")), ("decimal", ".5e1", Decimal(5)),
        ("decimal", "-.0", Decimal(0)), ("real", ".5", 0.5), ("real", ".1e-3", 1e-4),
        ("real", "0.1", 0.1), ("real", "1e-300", 1e-300), ("real", "-0", 0.0),
        ("yesno", "yes", True), ("yesno", "no", False), ("choice", "blue", "blue"),
        ("choices", "green,red", ("red", "green")), ("choices", "", ()), ("optional", "", None), ("optional", "9", 9),
    ],
)  # fmt: skip
def test_good_text_is_read_as_its_value(name: str, text: str, value: Any) -> None:
    found = getattr(read((name, text)), name)
    assert found == value
    assert type(found) is type(value)
    assert str(found) != "-0"


NO_NUMBER = ["nan", "NaN", "inf", "-inf", "Infinity", "twelve", "1_0", " 1", "1 ", "+1", "0x1", "01",
    "1.", ".", "-.", ".e1", "+.5", "..5", "00.5", ".5.5", ". 5", ".1_0", ".٥",
    "1,5", "1,000", "--1", "1e", "٣", "１", "1\x00", "1\n", "½", "T", "true"]  # fmt: skip


@pytest.mark.parametrize("name", ["whole", "decimal", "real", "optional"])
@pytest.mark.parametrize("text", NO_NUMBER)
def test_text_that_is_no_number_is_refused_with_what_is_allowed(name: str, text: str) -> None:
    said = refused((name, text))[name]
    assert said.startswith(name.capitalize())
    assert "Type a" in said
    assert said.isprintable()


@pytest.mark.parametrize("name", ["whole", "optional"])
def test_a_whole_number_never_begins_with_a_point(name: str) -> None:
    assert "which is not a whole number" in refused((name, ".5"))[name]


@pytest.mark.parametrize("name", ["whole", "decimal", "real", "yesno", "choice"])
def test_empty_text_is_refused_where_a_value_is_needed(name: str) -> None:
    assert refused((name, ""))[name].startswith(f"{name.capitalize()} is")


@pytest.mark.parametrize("name", ["decimal", "real"])
@pytest.mark.parametrize("text", ["1e400", "1e999", "-1e400", "1e5"])
def test_a_number_out_of_range_is_told_the_range(name: str, text: str) -> None:
    assert "out of range. Type a number from" in refused((name, text))[name]


def test_bounds_are_told_with_separators_and_unit() -> None:
    assert refused(("whole", "5001"))["whole"] == (
        "Whole is 5001, out of range. Type a whole number from -10 to 5,000 samples."
    )


@pytest.mark.parametrize("name", [spec.name for spec in describe(Sample) if spec.name != "choices"])
def test_5000_digits_are_refused_by_their_length(name: str) -> None:
    said = refused((name, "9" * 5000))[name]
    assert "5,000 characters" in said
    assert len(said) < 200


def test_5000_digits_are_no_choice_of_a_list() -> None:
    assert len(refused(("choices", "9" * 5000))["choices"]) < 200


@pytest.mark.parametrize("text", ["1e-13", "1e-999", "0.1234567890123"])
def test_a_decimal_finer_than_twelve_places_is_refused_since_no_address_could_hold_all(text: str) -> None:
    assert "finer than 12 decimals" in refused(("decimal", text))["decimal"]


@pytest.mark.parametrize("text", ["Yes", "on", "1", "true", "T", "yes "])
def test_only_yes_and_no_answer_a_yesno(text: str) -> None:
    assert refused(("yesno", text))["yesno"].endswith("Choose yes or no.")


def test_a_misspelt_choice_gets_a_hint() -> None:
    assert refused(("choice", "bleu"))["choice"] == 'Choice is "bleu". Did you mean "blue"? Choose one of red, blue.'


@pytest.mark.parametrize("given", [[("choices", "red"), ("choices", "green")], [("choices", "green,red")]])
def test_a_list_repeats_its_name_or_uses_commas(given: list[tuple[str, str]]) -> None:
    assert read(*given).choices == ("red", "green")


def test_blanks_beside_the_commas_of_a_list_are_of_no_account() -> None:
    assert read(("choices", "green, red")).choices == ("red", "green")


@pytest.mark.parametrize("text", ["red,red", "red,mauve", "red,green,blue,red"])
def test_a_list_with_an_unknown_or_repeated_word_is_refused(text: str) -> None:
    assert "Choose from red, blue, green." in refused(("choices", text))["choices"]


def test_a_repeated_scalar_is_refused() -> None:
    assert refused(("whole", "1"), ("whole", "1"))["whole"] == "Whole was given 2 times. Give it once."


def test_an_unknown_name_gets_the_nearest_that_exists() -> None:
    assert refused(("hole", "1"))["hole"] == 'This lab has no setting "hole". Did you mean "whole"?'
    assert "It has whole, decimal" in refused(("zzzz", "1"))["zzzz"]


def test_all_faults_are_told_at_once_in_the_order_of_the_fields() -> None:
    pairs = [("nonsense", "1"), ("choice", "x"), ("whole", "x"), ("decimal", ""), ("real", "2"), ("yesno", "2")]
    assert list(refused(*pairs)) == ["whole", "decimal", "real", "yesno", "choice", "nonsense"]


def test_a_combination_that_cannot_be_computed_is_told_beside_its_field() -> None:
    assert refused(("whole", "13")) == {"whole": "Whole is 13, which is unlucky."}


def test_of_two_thousand_unknown_names_a_dozen_are_told_and_the_others_counted() -> None:
    told = refused(*((f"a{place}", "1") for place in range(2000)))
    assert len(told) == 13
    assert told["a1999"] == "1,988 more names like these are no settings of it."


def test_parameters_are_frozen_hashable_and_refuse_unknown_names() -> None:
    assert hash(read(("whole", "4"))) == hash(read(("whole", "4")))
    with pytest.raises(ValueError, match="frozen"):
        read().whole = 5  # type: ignore[misc]
    with pytest.raises(ValueError, match="Extra inputs"):
        Sample(hole=1)  # type: ignore[call-arg]


def test_an_address_holds_only_what_differs_in_declared_order() -> None:
    assert query(read()) == ""
    assert query(read(("choices", "green,red"), ("whole", "4"), ("decimal", "0.50"))) == "whole=4&choices=red,green"


def test_a_number_without_bounds_is_no_declaration() -> None:
    class Unbounded(Params):
        size: int = param(1, label="Size", help="h")

    with pytest.raises(TypeError, match="needs bounds"):
        describe(Unbounded)


def test_quoted_text_is_short_and_printable() -> None:
    assert quote("a\x00\u202e\n") == "a\\x00\\u202e\\n"
    assert len(quote("x" * 5000)) == 41


TEXT = (
    st.text(max_size=80)
    | st.from_regex(r"-?[0-9]{1,6}(\.[0-9]{1,14})?([eE][+-]?[0-9]{1,4})?", fullmatch=True)
    | st.sampled_from(["yes", "no", "red", "blue", "green", "red,green", ""])
)
NAMES = st.sampled_from([spec.name for spec in describe(Sample)]) | st.text(max_size=12)


@settings(max_examples=400, deadline=None)
@given(pairs=st.lists(st.tuples(NAMES, TEXT), max_size=5))
def test_any_pairs_give_a_round_trip_or_short_sentences(pairs: list[tuple[str, str]]) -> None:
    try:
        found = read(*pairs)
    except BadParams as bad:
        assert bad.errors
        assert all(len(error.message) < 400 and error.message.isprintable() for error in bad.errors)
        assert all(len(error.name) <= 400 for error in bad.errors)
        return
    assert read(*parse_qsl(query(found), keep_blank_values=True)) == found
