"""Speculative decoding: closed forms equal the walk over every outcome, and nothing is lost at lenience 1."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.speculation import (
    spec_accept_length_pmf,
    spec_expected_accepted,
    spec_expected_tokens,
    spec_expected_tokens_positional,
    spec_operations_factor,
    spec_optimal_gamma,
    spec_walltime_factor,
)
from labs.speculation_cost import (
    spec_batch_speedup,
    spec_break_even_alpha,
    spec_free_verify_batch,
    spec_round_outcome,
)
from labs.speculation_rejection import (
    prefix_match_length,
    spec_lenient_alpha,
    spec_one_shot_rejection_alpha,
    spec_rejection,
)
from labs.speculation_tree import spec_tree_expected_tokens, spec_tree_mask_ones
from tests.oracles import speculation as oracle

ALPHAS = st.integers(0, 100).map(lambda each: Fraction(each, 100))
GAMMAS = st.integers(1, 8)
TOKENS = st.lists(st.integers(0, 3), max_size=9)


@st.composite
def laws(draw: st.DrawFn) -> tuple[list[Fraction], list[Fraction]]:
    """Two distributions over one vocabulary of 1 to 6 tokens, zeros among them."""
    size = draw(st.integers(1, 6))
    weights = st.lists(st.integers(0, 20), min_size=size, max_size=size).filter(any)
    p, q = draw(weights), draw(weights)
    return [Fraction(each, sum(p)) for each in p], [Fraction(each, sum(q)) for each in q]


def floats(values: list[Fraction]) -> list[float]:
    return [float(each) for each in values]


@given(ALPHAS, GAMMAS)
def test_a_round_gives_what_the_walk_over_its_outcomes_gives(alpha: Fraction, gamma: int) -> None:
    wanted = oracle.mean_tokens([alpha] * gamma)
    assert spec_expected_tokens(float(alpha), gamma) == pytest.approx(float(wanted), rel=1e-12)
    assert spec_expected_accepted(float(alpha), gamma) == pytest.approx(float(wanted) - 1, rel=1e-12, abs=1e-12)
    chances = floats(oracle.length_chances([alpha] * gamma))
    assert spec_accept_length_pmf(float(alpha), gamma) == pytest.approx(chances, abs=1e-12)


@given(st.lists(ALPHAS, min_size=1, max_size=8))
def test_places_with_their_own_acceptance_agree_with_the_walk(alphas: list[Fraction]) -> None:
    wanted = float(oracle.mean_tokens(alphas))
    assert spec_expected_tokens_positional(floats(alphas)) == pytest.approx(wanted, rel=1e-12)


@given(st.floats(0, 0.999), st.integers(0, 200))
def test_the_sum_is_the_quotient_of_the_paper(alpha: float, gamma: int) -> None:
    assert spec_expected_tokens(alpha, gamma) == pytest.approx((1 - alpha ** (gamma + 1)) / (1 - alpha), rel=1e-9)


def test_certain_acceptance_adds_the_bonus_token() -> None:
    assert spec_expected_tokens(1.0, 4) == 5


@given(st.integers(0, 64), st.floats(0, 3))
def test_drafts_that_are_never_accepted_never_speed_up(gamma: int, c: float) -> None:
    assert spec_walltime_factor(0.0, gamma, c) <= 1


@given(st.floats(0, 1), st.integers(0, 64))
def test_drafting_never_saves_operations(alpha: float, gamma: int) -> None:
    assert spec_operations_factor(alpha, gamma, 0.0) >= 1 - 1e-12


@given(ALPHAS, st.integers(0, 60), st.integers(1, 12))
def test_the_best_draft_length_is_the_smallest_that_an_exact_search_finds(
    alpha: Fraction, percent: int, most: int
) -> None:
    c = Fraction(percent, 100)
    exact = [oracle.mean_tokens([alpha] * gamma) / (gamma * c + 1) for gamma in range(min(most, 9) + 1)]
    best = spec_optimal_gamma(float(alpha), float(c), min(most, 9))
    # Factors that differ by less than a double can hold are a tie, and the shorter draft has it.
    assert exact[best["gamma"]] >= max(exact) * (1 - Fraction(2, 10**12))
    assert all(each < exact[best["gamma"]] for each in exact[: best["gamma"]])
    assert best["factor"] == pytest.approx(float(max(exact)), rel=1e-12)


PRICES = st.integers(1, 80).map(lambda each: Fraction(each, 10))


@given(st.integers(1, 6), PRICES, PRICES, PRICES, st.booleans())
def test_at_break_even_a_round_costs_what_plain_steps_cost(
    gamma: int, draft: Fraction, verify: Fraction, plain: Fraction, bonus: bool
) -> None:
    found = spec_break_even_alpha(gamma, float(draft), float(verify), float(plain), bonus)
    needed = (draft + verify) / plain
    assert found["tokens_needed"] == pytest.approx(float(needed))
    alpha = found["alpha"]
    if alpha is None:
        assert oracle.mean_tokens([Fraction(1)] * gamma, bonus) < needed
    elif alpha in (0, 1):
        assert (alpha == 0) is (needed <= 1)
        assert alpha == 0 or needed == gamma + bonus
    else:
        assert float(oracle.mean_tokens([Fraction(alpha)] * gamma, bonus)) == pytest.approx(float(needed), rel=1e-9)


@pytest.mark.parametrize(
    ("draft", "plain", "alpha"), [(4.0, 4.0, 0.518790), (1.0, 4.0, 0.200258), (1.0, 1.0, 1.0), (4.0, 1.0, None)]
)
def test_four_drafts_against_a_verification_of_four_break_even_as_the_course_says(
    draft: float, plain: float, alpha: float | None
) -> None:
    found = spec_break_even_alpha(4, draft, 4.0, plain, True)["alpha"]
    assert found is None if alpha is None else found == pytest.approx(alpha, abs=5e-7)


@given(st.integers(1, 6), PRICES, PRICES, PRICES, st.booleans(), ALPHAS)
def test_the_mean_saving_of_known_rounds_is_the_saving_of_the_mean(
    gamma: int, draft: Fraction, verify: Fraction, plain: Fraction, bonus: bool, alpha: Fraction
) -> None:
    mean = 0.0
    for accepted, chance in enumerate(oracle.length_chances([alpha] * gamma)):
        one = spec_round_outcome(accepted, gamma, float(draft), float(verify), float(plain), bonus)
        assert one["attractive"] is (one["saving"] > 0)
        mean += float(chance) * one["saving"]
    wanted = plain * oracle.mean_tokens([alpha] * gamma, bonus) - draft - verify
    assert mean == pytest.approx(float(wanted), abs=1e-9)


@given(laws())
def test_the_rule_by_probabilities_loses_nothing(law: tuple[list[Fraction], list[Fraction]]) -> None:
    p, q = law
    accepted, out = oracle.emitted(p, q, Fraction(1))
    assert out == p
    found = spec_rejection(floats(p), floats(q))
    assert found["alpha"] == pytest.approx(float(accepted), abs=1e-12)
    assert 0 <= found["alpha"] <= 1
    assert found["output_distribution"] == pytest.approx(floats(p), abs=1e-12)
    assert found["total_variation"] == pytest.approx(1 - float(accepted), abs=1e-12)
    assert found["equality_match_independent_samples"] <= found["alpha"] + 1e-12
    assert (found["residual"] is None) is (p == q) or sum(found["residual"] or ()) == pytest.approx(1)


@given(laws(), st.integers(1, 100))
def test_lenience_accepts_what_the_walk_accepts_and_never_less(
    law: tuple[list[Fraction], list[Fraction]], percent: int
) -> None:
    p, q = law
    lenience = Fraction(percent, 100)
    found = spec_lenient_alpha(floats(p), floats(q), float(lenience))
    assert found == pytest.approx(float(oracle.emitted(p, q, lenience)[0]), abs=1e-12)
    assert spec_rejection(floats(p), floats(q))["alpha"] - 1e-12 <= found <= 1


@given(laws())
def test_classical_rejection_keeps_no_more_than_the_rule(law: tuple[list[Fraction], list[Fraction]]) -> None:
    p, q = (floats(each) for each in law)
    assert 0 <= spec_one_shot_rejection_alpha(p, q) <= spec_rejection(p, q)["alpha"] + 1e-12


@given(TOKENS, TOKENS)
def test_the_prefix_is_the_longest_equal_beginning(draft: list[int], target: list[int]) -> None:
    assert prefix_match_length(draft, target) == oracle.leading_equal(draft, target)


@pytest.mark.parametrize(
    ("draft", "target", "length"), [([4, 8, 1], [4, 8, 9], 2), ([3, 2, 7], [6, 2, 7], 0), ([1], [1, 2], 1)]
)
def test_a_match_after_the_first_difference_does_not_count(draft: list[int], target: list[int], length: int) -> None:
    assert prefix_match_length(draft, target) == length


@given(st.floats(0, 1), st.integers(0, 12), st.floats(0, 1), st.integers(1, 500), st.floats(1, 500))
def test_drafting_gains_less_the_larger_the_batch(
    alpha: float, gamma: int, c: float, batch: int, critical: float
) -> None:
    small = spec_batch_speedup(alpha, gamma, c, batch, critical)
    assert spec_batch_speedup(alpha, gamma, c, batch + 1, critical) <= small * (1 + 1e-12)
    if batch * (gamma + 1) <= critical:
        assert small == pytest.approx(spec_walltime_factor(alpha, gamma, c), rel=1e-12)


def test_a_batch_that_fills_the_free_tokens_exactly_is_free() -> None:
    free = spec_free_verify_batch(300e12, 1e12, 2, 2)
    assert free == {"critical_tokens": 300.0, "max_batch": 100}


@st.composite
def trees(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Up to eight nodes under earlier ones, chances of siblings adding up to at most 1."""
    names = ["root"]
    nodes: list[dict[str, Any]] = []
    for place in range(draw(st.integers(0, 8))):
        parent = draw(st.sampled_from(names))
        nodes.append({"id": f"n{place}", "parent": parent, "accept": draw(st.integers(0, 12)) / 100})
        names.append(f"n{place}")
    return nodes


@given(trees())
def test_a_tree_gives_the_sum_of_its_paths(nodes: list[dict[str, Any]]) -> None:
    parents = {node["id"]: (node["parent"], Fraction(str(node["accept"]))) for node in nodes}
    walked = [oracle.root_depth_and_chance(node["id"], parents) for node in nodes]
    assert spec_tree_mask_ones(nodes) == sum(depth for depth, _ in walked)
    assert spec_tree_expected_tokens(nodes) == pytest.approx(1 + float(sum(chance for _, chance in walked)), rel=1e-12)


def node(name: str, parent: str, accept: Any) -> dict[str, Any]:
    return {"id": name, "parent": parent, "accept": accept}


@pytest.mark.parametrize(
    "nodes",
    [
        [{"id": "a", "parent": "root"}],
        [node("a", "b", 0.1), node("b", "a", 0.1)],
        [node("a", "root", 0.1), node("a", "root", 0.1)],
        [node("a", "root", 0.6), node("b", "root", 0.6)],
        [node("a", "root", 1.1)],
        [node("root", "root", 0.5)],
    ],
)
def test_what_is_no_tree_of_chances_is_refused(nodes: list[dict[str, Any]]) -> None:
    with pytest.raises(ValueError, match=r"^nodes\[\d\]"):
        spec_tree_expected_tokens(nodes)
    with pytest.raises(ValueError, match=r"^nodes\[\d\]"):
        spec_tree_mask_ones(nodes)


@pytest.mark.parametrize(("p", "q"), [([0.5, 0.4], [0.5, 0.5]), ([1.0], [0.5, 0.5]), ([1.5, -0.5], [1.0, 0.0])])
def test_what_is_no_distribution_is_refused(p: list[float], q: list[float]) -> None:
    for function in (spec_rejection, spec_one_shot_rejection_alpha):
        with pytest.raises(ValueError, match="p"):
            function(p, q)
