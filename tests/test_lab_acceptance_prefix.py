"""The accepted prefix against hand sums, slow walks and its own tables and words.

Batches and groups are in test_lab_acceptance_prefix_batches.py.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs import BadParams, Result, check_lab, describe, get_lab, parse
from labs.lab_vectors import LabCase
from labs.speculation import spec_optimal_gamma
from tests.oracles import speculation as oracle

LAB = get_lab("acceptance-prefix")
HUNDREDTHS = st.integers(0, 100).map(lambda each: Fraction(each, 100))


def result(**values: str) -> Result:
    return LAB.run(parse(LAB, values.items()))


def value(made: Result, fact: str) -> Any:
    return made.facts[fact].value


def rows_of(made: Result, name: str) -> list[dict[str, Any]]:
    table = made.table(name)
    return [dict(zip([column.name for column in table.columns], row, strict=True)) for row in table.rows]


def text(numbers: list[Any]) -> str:
    return ",".join(f"{Decimal(each.numerator) / each.denominator:f}" for each in numbers)


@pytest.mark.parametrize("case", check_lab(LAB), ids=lambda case: f"{case.id}.{case.fact}")
def test_a_hand_sum_is_reproduced(case: LabCase) -> None:
    assert case.passed, f"{case.fact} is {case.computed}, expected {case.expected}: {case.source}"


def test_the_verdict_of_each_position_is_a_word() -> None:
    made = result(draft_tokens="4,8,1,9", target_tokens="4,8,9,9")
    states = [row["state"] for row in rows_of(made, "verdicts")]
    assert states == ["accepted", "accepted", "rejected", "not checked"]
    assert "does not count: it was drafted to follow another token" in rows_of(made, "verdicts")[3]["interpretation"]
    assert [row["tile"] for row in rows_of(made, "tiles")][:4] == ["4 ✓", "8 ✓", "1 ✗", "9 –"]


@pytest.mark.parametrize(
    ("draft", "target", "words"),
    [
        (
            "4,8,1",
            "4,8,9",
            "2 of 3 drafted tokens count, because checking stops at the first difference: at position 3",
        ),
        ("3,2,7", "6,2,7", "0 of 3 drafted tokens count"),
        ("3,2,7", "6,2,7", "the 2 matches after it do not count"),
        ("1,2", "3,2", "the match after it does not count"),
        ("5", "5", "1 of 1 drafted token counts, because each equals the target's token in its place."),
        ("5", "5,6", "and the target's next token comes with the same pass"),
        ("5,6", "5", "1 of 2 drafted tokens count, because the target's list ends after 1 token"),
    ],
)
def test_a_prefix_is_told_in_words(draft: str, target: str, words: str) -> None:
    assert words in result(draft_tokens=draft, target_tokens=target).summary


@given(st.lists(st.integers(0, 2), min_size=1, max_size=10), st.lists(st.integers(0, 2), min_size=1, max_size=11))
def test_tokens_agree_with_the_longest_equal_beginning(draft: list[int], target: list[int]) -> None:
    made = result(draft_tokens=",".join(map(str, draft)), target_tokens=",".join(map(str, target)))
    rows = rows_of(made, "verdicts")
    assert value(made, "prefix_length") == oracle.leading_equal(draft, target)
    assert sum(row["state"] == "accepted" for row in rows) == value(made, "prefix_length")
    assert value(made, "checked") + value(made, "unchecked") == len(draft)
    assert len(rows) <= 12
    assert len(made.table("tiles").rows) == len(draft) + min(len(target), len(rows))


@st.composite
def laws(draw: st.DrawFn) -> list[list[Fraction]]:
    """Target, close and far draft over one vocabulary, in hundredths."""
    size = draw(st.integers(1, 6))
    found = []
    for _ in range(3):
        cuts = sorted(draw(st.lists(st.integers(0, 100), min_size=size - 1, max_size=size - 1)))
        found.append([Fraction(end - begin, 100) for begin, end in zip([0, *cuts], [*cuts, 100], strict=True)])
    return found


@given(laws(), st.integers(5, 100).map(lambda each: Fraction(each, 100)))
def test_what_comes_out_is_what_the_walk_over_both_choices_gives(law: list[list[Fraction]], lenience: Fraction) -> None:
    target, close, far = law
    made = result(
        view="distributions",
        target_probs=text(target),
        close_probs=text(close),
        far_probs=text(far),
        lenience=text([lenience]),
    )
    for name, probs in (("close", close), ("far", far)):
        accepted, law_out = oracle.emitted(target, probs, lenience)
        assert value(made, f"{name}_accepted") == pytest.approx(float(accepted), abs=1e-9)
        assert [row[name] for row in rows_of(made, "output")] == pytest.approx(
            [float(each) for each in law_out], abs=1e-9
        )
        shift = sum(abs(out - wanted) for out, wanted in zip(law_out, target, strict=True)) / 2
        assert value(made, f"{name}_shift") == pytest.approx(float(shift), abs=1e-9)
        if lenience == 1:
            assert value(made, f"{name}_shift") == 0


@given(laws())
def test_less_lenience_never_shifts_more(law: list[list[Fraction]]) -> None:
    names = ("target_probs", "close_probs", "far_probs")
    made = result(view="distributions", **{name: text(each) for name, each in zip(names, law, strict=True)})
    for name in ("close", "far"):
        shifts = [row[f"{name}_shift"] for row in rows_of(made, "lenience")]
        accepted = [row[f"{name}_accepted"] for row in rows_of(made, "lenience")]
        assert shifts == sorted(shifts, reverse=True)
        assert accepted == sorted(accepted, reverse=True)
        assert shifts[-1] == 0
        assert all(0 <= each <= 1 for each in (*shifts, *accepted))


def test_a_little_lenience_shifts_the_close_draft_more_and_much_lenience_the_far_one() -> None:
    little, much = (result(view="distributions", lenience=each) for each in ("0.8", "0.2"))
    assert value(little, "close_shift") > value(little, "far_shift") > 0
    assert value(much, "far_shift") > value(much, "close_shift")
    (line,) = [figure.summary for figure in little.figures if figure.name == "lenience"]
    assert "more of what the close draft drafts too often now passes than of what the far one does" in line


@pytest.mark.parametrize(
    ("name", "given_text", "words"),
    [
        ("close_probs", "0.5,0.4,0.2", "Close draft adds up to 1.1."),
        ("far_probs", "0.5,0.5", "Far draft has 2 probabilities and the target 3."),
        ("target_probs", "0.5,0.4", "Target adds up to 0.9."),
    ],
)
def test_what_is_no_distribution_is_refused_beside_its_field(name: str, given_text: str, words: str) -> None:
    with pytest.raises(BadParams) as caught:
        result(view="distributions", **{name: given_text})
    assert next(error.message for error in caught.value.errors if error.name == name).startswith(words)
    assert result(**{name: given_text}).says


@given(
    alpha=HUNDREDTHS,
    gamma=st.integers(1, 9),
    prices=st.tuples(*[st.integers(1, 99).map(lambda each: Fraction(each, 10))] * 3),
    whole=st.booleans(),
    bonus=st.booleans(),
)
def test_the_account_of_a_round_agrees_with_the_walk_over_its_outcomes(
    alpha: Fraction, gamma: int, prices: tuple[Fraction, ...], whole: bool, bonus: bool
) -> None:
    draft, verify, step = prices
    made = result(
        view="economics",
        alpha=text([alpha]),
        gamma=str(gamma),
        draft_cost=text([draft]),
        verify_cost=text([verify]),
        step_cost=text([step]),
        draft_buys="whole" if whole else "each",
        bonus_token="yes" if bonus else "no",
    )
    spent = draft * (1 if whole else gamma) + verify
    tokens = oracle.mean_tokens([alpha] * gamma, bonus)
    assert value(made, "round_tokens") == pytest.approx(float(tokens))
    assert value(made, "cost_a_token") == pytest.approx(float(spent / tokens))
    assert value(made, "speedup") == pytest.approx(float(step * tokens / spent))
    assert value(made, "slower") is (tokens * step < spent)
    limit = value(made, "break_even_alpha")
    if limit is not None and 0 < limit < 1:
        assert (float(alpha) < limit) is value(made, "slower") or tokens * step == spent
    lost = [
        chance
        for n, chance in enumerate(oracle.length_chances([alpha] * gamma))
        if not saves(n, gamma, bonus, step, spent)
    ]
    assert value(made, "losing_rounds") == pytest.approx(float(sum(lost)), abs=1e-6)


def saves(accepted: int, gamma: int, bonus: bool, step: Fraction, spent: Fraction) -> bool:
    tokens = accepted + (1 if bonus or accepted < gamma else 0)
    return tokens * step > spent


def test_a_round_that_costs_just_what_plain_steps_cost_saves_nothing() -> None:
    prices = {"draft_cost": "0.2", "verify_cost": "0.4", "step_cost": "0.2", "draft_buys": "whole"}
    for bonus, gamma in (("no", "3"), ("yes", "2")):
        made = result(view="economics", gamma=gamma, bonus_token=bonus, **prices)
        full = rows_of(made, "outcomes")[-1]
        assert (full["saving"], full["state"], value(made, "losing_rounds")) == (0, "not attractive", pytest.approx(1))


@given(HUNDREDTHS, st.integers(0, 40))
def test_the_best_length_is_the_formulas_when_verification_costs_a_plain_step(alpha: Fraction, tenths: int) -> None:
    made = result(view="economics", alpha=text([alpha]), draft_cost=text([Fraction(tenths, 10)]))
    best = spec_optimal_gamma(float(alpha), tenths / 10 / 4, 16)
    assert value(made, "best_speedup") == pytest.approx(best["factor"])
    assert value(made, "best_gamma") == best["gamma"]
    speeds = [row["speedup"] for row in rows_of(made, "gammas")]
    assert value(made, "best_speedup") == pytest.approx(max(speeds))


def test_the_region_that_is_slower_is_told_by_words() -> None:
    made = result(view="economics", alpha="0.5")
    states = {row["alpha"]: row["state"] for row in rows_of(made, "alphas")}
    assert [alpha for alpha, state in states.items() if state == "slower"] == [each / 20 for each in range(11)]
    assert rows_of(made, "gammas")[0]["state"] == "baseline"
    figure = next(each for each in made.figures if each.name == "alphas")
    assert figure.state == "state"
    assert "Below an acceptance of 0.5188 the bars are hatched: slower" in figure.summary
    assert "below the break-even of 0.5188" in made.because


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"step_cost": "1", "alpha": "1"}, "gives at most 5 tokens: it never pays, even if every draft is accepted"),
        ({"step_cost": "1", "draft_buys": "whole"}, "certain acceptance only breaks even: it never pays"),
        ({"verify_cost": "2", "draft_cost": "0.5"}, "gives at least one token: it never loses"),
        ({"draft_buys": "whole", "alpha": "0.1"}, "below the break-even of 0.2"),
    ],
)
def test_when_drafting_never_pays_or_never_loses_is_said(values: dict[str, str], words: str) -> None:
    assert words in result(view="economics", **values).because


def test_four_numbers_called_acceptance_stand_side_by_side_with_their_denominators() -> None:
    rows = rows_of(result(view="economics", alpha="0.8", gamma="5"), "definitions")
    assert [row["value"] for row in rows] == pytest.approx([0.8, 0.537856, 2.68928, 3.68928, None])
    assert len({row["over"] for row in rows[:4]}) == 4
    assert "sum of p q" in rows[4]["interpretation"]


def test_at_most_three_controls_stand_beside_each_view() -> None:
    specs = {spec.name: spec for spec in describe(LAB)}
    for view in specs["view"].choices:
        shown = [name for name in LAB.controls if specs[name].is_asked_at(view)]
        assert 2 <= len(shown) <= 3, view
