"""Lists of numbers and groups as parameters, and parameters that several views ask for.

They are read strictly, told by place, and come again from their address.
"""

from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.fields import build_form
from labs import BadParams, Group, Lab, Params, Result, params_form, query, schema
from labs.params import describe, param
from labs.reading import parse

GROUPS = (Group("english", Decimal("0.85"), Decimal("0.7")), Group("rare", Decimal("0.5"), Decimal("0.04")))


class ListParams(Params):
    """One list of each kind."""

    tokens: tuple[int, ...] = param((4, 8, 1), label="Tokens", help="Ids.", le=999, items=4)
    shares: tuple[Decimal, ...] = param((Decimal("0.5"),), label="Shares", help="Of one.", le=1, items=3)
    groups: tuple[Group, ...] = param(GROUPS, label="Groups", help="Who asks.", ge="0.001", le=1000, items=3)


LAB = Lab("lists", "Lists", "Which?", ListParams, lambda params: Result("", "", {}, ()), 1, ("tokens",), "")


def read(*pairs: tuple[str, str]) -> ListParams:
    return parse(ListParams, pairs)


def refusal(name: str, *texts: str) -> str:
    with pytest.raises(BadParams) as caught:
        read(*((name, text) for text in texts))
    (error,) = caught.value.errors
    assert error.name == name
    return error.message


def test_commas_and_repeated_names_say_the_same_list() -> None:
    wanted = read(("tokens", "3,2,7"))
    assert wanted.tokens == (3, 2, 7)
    assert read(("tokens", "3"), ("tokens", "2,7")) == wanted


def test_groups_are_read_as_name_acceptance_and_weight() -> None:
    found = read(("groups", "english:0.85:0.7"), ("groups", "rare:0.5:4e-2")).groups
    assert found == GROUPS


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (("",), "Tokens is empty. Type 1 to 4 whole numbers from 0 to 999, with commas between."),
        (("4,,1",), "Tokens, number 2, is empty. Type a whole number from 0 to 999."),
        ((" 4,8",), 'Tokens, number 1, is " 4", which is written with a space.'),
        (("4,8\u00a0,1",), 'Tokens, number 2, is "8\\xa0", which is written with a space.'),
        (("4, 1_0",), 'Tokens, number 2, is "1_0", which is not a whole number.'),
        (("4, \u0661",), "Tokens, number 2, is"),
        (
            ("1 2 3",),
            'Tokens has "1 2 3". Commas part the numbers. Type 1 to 4 whole numbers from 0 to 999, with commas',
        ),
        (("1;2;3",), 'Tokens has "1;2;3". Commas part the numbers.'),
        (("1; 2, 3",), 'Tokens has "1; 2". Commas part the numbers.'),
        (("1 2 3 4 5 6 7",), 'Tokens has "1 2 3 4 5 6 7". Commas part the numbers.'),
        (("4,1000",), "Tokens, number 2, is 1000, out of range."),
        (("4,8.0",), 'Tokens, number 2, is "8.0", which is not written as a whole number.'),
        (("1,2,3,4,5",), "Tokens has 5 values; 4 are allowed."),
        (("1,2,3", "4,5"), "Tokens has 5 values; 4 are allowed."),
        (("9" * 65,), "Tokens, number 1, has 65 characters; 64 are allowed."),
        (("\u0661",), "Tokens, number 1, is"),
    ],
)
def test_a_wrong_number_is_told_by_its_place(texts: tuple[str, ...], words: str) -> None:
    assert refusal("tokens", *texts).startswith(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("english", 'Groups has "english", which is not name:acceptance:weight.'),
        ("english:0.5", "Groups has"),
        ("a:0.5:1 b:0.5:1", 'Groups has "a:0.5:1 b:0.5:1". Commas part the groups.'),
        ("a:0.5:1;b:0.5:1", 'Groups has "a:0.5:1;b:0.5:1". Commas part the groups.'),
        ("English:0.5:1", "Groups has"),
        ("a:0.5:1:2", "Groups has"),
        ("a:1.5:1", "Groups, acceptance of a, is 1.5, out of range. Type a number from 0 to 1."),
        ("a:0.5:0", "Groups, weight of a, is 0, out of range. Type a number from 0.001 to 1,000."),
        ("a:0.5:1,a:0.6:1", "Groups names a twice."),
        ("a:nan:1", "Groups, acceptance of a,"),
        ("a" * 65, "Groups: a group has 65 characters; 64 are allowed."),
        ("a:1:1,b:1:1,c:1:1,d:1:1", "Groups has 4 values; 3 are allowed."),
    ],
)
def test_a_wrong_group_is_told_by_its_name(text: str, words: str) -> None:
    assert refusal("groups", text).startswith(words)


DECIMALS = st.integers(0, 1000).map(lambda each: Decimal(each) / 1000)
NAMED = st.from_regex(r"[a-z][a-z0-9-]{0,9}", fullmatch=True)


@given(
    st.lists(st.integers(0, 999), min_size=1, max_size=4).map(tuple),
    st.lists(DECIMALS, min_size=1, max_size=3).map(tuple),
    st.lists(
        st.builds(Group, NAMED, DECIMALS, DECIMALS.filter(bool)), min_size=1, max_size=3, unique_by=lambda g: g.name
    ),
)
def test_an_address_gives_the_same_lists_again(tokens: Any, shares: Any, groups: list[Group]) -> None:
    made = ListParams(tokens=tokens, shares=shares, groups=tuple(groups))
    assert parse(ListParams, parse_qsl(query(made))) == made


BLANKS = st.sampled_from(("", " ", "  "))


def parted(draw: st.DrawFn, texts: list[str]) -> str:
    """The texts with commas between, and blanks on both sides of these."""
    made = texts[0]
    for text in texts[1:]:
        made += f"{draw(BLANKS)},{draw(BLANKS)}{text}"
    return made


@st.composite
def as_people_write(draw: st.DrawFn) -> tuple[ListParams, list[tuple[str, str]]]:
    """Lists, and the same with blanks beside their commas and without the nought before a point."""
    tokens = draw(st.lists(st.integers(0, 999), min_size=1, max_size=4))
    shares = draw(st.lists(DECIMALS, min_size=1, max_size=3))
    named = draw(st.lists(NAMED, min_size=1, max_size=3, unique=True))
    groups = [Group(name, draw(DECIMALS), draw(DECIMALS.filter(bool))) for name in named]
    bare = {each: f"{each:f}".removeprefix("0") if 0 < each < 1 else f"{each:f}" for each in (*shares,)}
    made = ListParams(tokens=tuple(tokens), shares=tuple(shares), groups=tuple(groups))
    return made, [
        ("tokens", parted(draw, [str(each) for each in tokens])),
        ("shares", parted(draw, [bare[each] for each in shares])),
        ("groups", parted(draw, [f"{each.name}:{each.alpha:f}:{each.weight:f}" for each in groups])),
    ]


@given(as_people_write())
def test_lists_are_read_as_people_write_them_and_keep_one_address(written: Any) -> None:
    made, pairs = written
    assert read(*pairs) == made
    assert query(read(*pairs)) == query(made)


def test_groups_take_numbers_that_begin_with_a_point() -> None:
    assert read(("groups", "english:.85:.7, rare:.5:.04")).groups == GROUPS


def test_lists_leave_as_values_and_are_declared_in_the_schema() -> None:
    made = read(("shares", "0.5,0.25"))
    assert params_form(made) == {
        "tokens": [4, 8, 1],
        "shares": [0.5, 0.25],
        "groups": ["english:0.85:0.7", "rare:0.5:0.04"],
    }
    form = schema(LAB)["properties"]
    assert form["tokens"]["items"] == {"type": "integer", "minimum": 0.0, "maximum": 999.0}
    assert (form["shares"]["items"]["type"], form["shares"]["maxItems"]) == ("number", 3)
    assert form["groups"]["items"] == {"type": "string", "description": "name:acceptance:weight"}


def test_a_field_of_a_list_says_how_to_write_it_and_asks_for_a_keyboard_with_commas() -> None:
    fields = {each.spec.name: each for each in build_form(LAB, {}, {}).controls}
    assert fields["tokens"].hint == "1 to 4 numbers, commas between, each 0 to 999"
    assert (fields["tokens"].text, fields["tokens"].keys) == ("4,8,1", "text")


@pytest.mark.parametrize(
    "declared",
    [
        (tuple[int, ...], param((1,), label="L", help="h", le=3)),
        (tuple[int, ...], param((1,), label="L", help="h", items=3)),
        (int, param(1, label="L", help="h", le=3, items=3)),
    ],
)
def test_a_list_declares_its_bounds_and_its_length(declared: Any) -> None:
    kind, default = declared
    wrong = type("Wrong", (Params,), {"__annotations__": {"each": kind}, "each": default})
    with pytest.raises(TypeError, match="parameter each"):
        describe(wrong)


class SwitchParams(Params):
    """A setting that two of three values of the switch ask for."""

    view: str = param("a", label="View", help="h", choices={"a": "A", "b": "B", "c": "C"}, switch=True)
    shared: int = param(1, label="Shared", help="h", le=3, when="a", also=("b",))


def test_a_setting_is_asked_for_at_each_value_of_the_switch_that_it_names() -> None:
    lab = Lab("switch", "S", "Which?", SwitchParams, lambda params: Result("", "", {}, ()), 1, ("shared",), "")
    shown = [view for view in "abc" if build_form(lab, {"view": view}, {}).controls]
    assert shown == ["a", "b"]


class CrowdedParams(SwitchParams):
    """Three more settings at the second value."""

    one: int = param(1, label="One", help="h", le=3, when="b")
    two: int = param(1, label="Two", help="h", le=3, when="b")
    three: int = param(1, label="Three", help="h", le=3, when="b")


def test_a_shared_control_counts_at_each_value_of_the_switch() -> None:
    names = ("shared", "one", "two", "three")
    with pytest.raises(ValueError, match="at most three controls, at b it has shared, one, two, three"):
        Lab("crowd", "C", "Which?", CrowdedParams, lambda params: Result("", "", {}, ()), 1, names, "")
