"""Drafting in batches and per group: both models against exact sums, and every limit against a search one by one."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import batched_drafting as batched
from tests.test_lab_acceptance_prefix import HUNDREDTHS, result, rows_of, text, value

CARD_RUNS = st.fixed_dictionaries(
    {"alpha": HUNDREDTHS, "gamma": st.integers(1, 9), "batch": st.integers(1, 600), "context": st.integers(0, 9000)}
)


@given(CARD_RUNS, st.integers(0, 20).map(lambda each: Fraction(each, 10)))
def test_both_models_of_a_batch_agree_with_exact_sums(run: dict[str, Any], draft: Fraction) -> None:
    made = result(
        view="economics",
        alpha=text([run["alpha"]]),
        draft_cost=text([draft]),
        **{name: str(run[name]) for name in ("gamma", "batch", "context")},
    )
    c = draft / 4
    roofline = batched.roofline(run["alpha"], run["gamma"], c, run["batch"])
    fitted = batched.fitted(run["alpha"], run["gamma"], c, run["batch"], run["context"])
    assert value(made, "roofline_speedup") == pytest.approx(float(roofline))
    assert value(made, "fitted_speedup") == pytest.approx(float(fitted))


@pytest.mark.parametrize(
    ("alpha", "gamma", "context"), [("0.5", 4, 1024), ("0.8", 4, 0), ("0.85", 2, 4096), ("0.1", 3, 0)]
)
def test_the_last_batch_that_pays_is_the_one_before_the_first_that_does_not(
    alpha: str, gamma: int, context: int
) -> None:
    values = {"groups": f"one:{alpha}:1", "gamma": str(gamma), "context": str(context), "draft_buys": "whole"}
    made = result(view="groups", **values)
    c = Fraction(1, 4 * gamma)
    sizes = range(1, 4097)
    exact = Fraction(alpha)
    fitted = batched.last_paying([batched.fitted(exact, gamma, c, batch, context) for batch in sizes])
    roofline = batched.last_paying([batched.roofline(exact, gamma, c, batch) for batch in sizes])
    assert value(made, "last_fitted_one") == fitted
    assert value(made, "last_roofline_one") == roofline


def test_the_reason_why_the_two_models_differ_is_given_in_their_numbers() -> None:
    _, note = result(view="economics", batch="64", draft_buys="whole").notes
    for words in ("1.436 and 1.893", "7.88 ms up to 153 tokens", "starts at 10.74 ms", "at 202 tokens", "0.08351 ms"):
        assert words in note


def test_drafting_that_pays_for_english_loses_for_the_rare_group_above_a_batch() -> None:
    at_82, at_83 = (result(view="groups", draft_buys="whole", batch=batch) for batch in ("82", "83"))
    assert value(at_82, "losing_groups") == 0
    assert value(at_83, "losing_groups") == 1
    assert at_83.says.startswith("At batch 83 drafting pays for english and code and loses for rare")
    assert "it loses above batch 82" in at_83.because
    assert value(at_83, "fitted_english") > 1 > value(at_83, "fitted_rare")


def test_weights_are_shares_of_tokens_whatever_they_add_up_to() -> None:
    one = result(view="groups", groups="a:0.9:7,b:0.2:3")
    other = result(view="groups", groups="a:0.9:0.7,b:0.2:0.3")
    assert value(one, "mean_speedup") == pytest.approx(value(other, "mean_speedup"))
    cost = 0.7 * value(one, "cost_a") + 0.3 * value(one, "cost_b")
    assert value(one, "mean_speedup") == pytest.approx(4 / cost)


@given(
    st.lists(
        st.tuples(st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True), HUNDREDTHS, st.integers(1, 99)),
        min_size=1,
        max_size=5,
        unique_by=lambda each: each[0],
    ),
    st.integers(1, 600),
)
def test_any_groups_have_a_line_each_and_facts_of_their_own(groups: list[Any], batch: int) -> None:
    told = ",".join(f"{name}:{text([alpha])}:{weight}" for name, alpha, weight in groups)
    made = result(view="groups", groups=told, batch=str(batch))
    rows = rows_of(made, "groups")
    assert [row["item"] for row in rows] == [*(name for name, _, _ in groups), "all groups"]
    assert sum(row["weight"] for row in rows[:-1]) == pytest.approx(1)
    for name, alpha, _ in groups:
        assert value(made, f"alpha_{name.replace('-', '_')}") == float(alpha)
    columns = [column.name for column in made.table("batches").columns]
    assert len(set(columns)) == len(columns) == len(groups) + 2
