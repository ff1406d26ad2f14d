"""One draw, one verdict: sampling, the ratio, the residual, and the row that the extra token comes from.
Rows of probabilities are typed by hand; no model runs."""

from __future__ import annotations

import numpy as np
import pytest

from labs.decoding import CannotRun
from labs.decoding.rule import judge, passes, residual
from labs.decoding.sampling import Sampling, distribution, draw, one_hot
from labs.speculation_rejection import spec_lenient_alpha, spec_rejection
from tests.decoding_toys import law_of

P, Q = np.array([0.6, 0.3, 0.1]), np.array([0.1, 0.3, 0.6])
NEXT = np.array([0.0, 0.0, 1.0])
LAST_UNIFORM = 1 - 2**-53


@pytest.mark.parametrize(
    "sampling",
    [Sampling(0), Sampling(1), Sampling(0.5), Sampling(2, top_k=2), Sampling(1, top_p=0.75), Sampling(1.5, 4, 0.6)],
)
def test_sampling_is_temperature_then_top_k_then_top_p(sampling: Sampling) -> None:
    row = np.array([0.25, 0.05, 0.3, 0.1, 0.2, 0.1])
    np.testing.assert_allclose(distribution(np.log(row), sampling), law_of(row, sampling, row), atol=1e-12)


def test_ties_of_a_cut_and_of_a_greedy_choice_go_to_the_lower_id() -> None:
    flat = np.zeros(4)
    assert distribution(flat, Sampling(0)).tolist() == [1, 0, 0, 0]
    assert distribution(flat, Sampling(1, top_k=2)).tolist() == [0.5, 0.5, 0, 0]
    assert distribution(flat, Sampling(1, top_p=0.5)).tolist() == [0.5, 0.5, 0, 0]


def test_temperature_zero_divides_by_nothing_and_the_smallest_one_above_it_overflows_nothing() -> None:
    logits = np.array([3.0, 900.0, -900.0], dtype=np.float32)
    for temperature in (0.0, 0.001, 5e-324):
        assert distribution(logits, Sampling(temperature)).tolist() == [0, 1, 0]


def test_greedy_rows_and_sampled_rows_go_the_same_way() -> None:
    """A batch may mix both: each is a distribution, and the verdict knows no temperature."""
    sure = distribution(np.log(P), Sampling(0))
    assert judge(np.stack((sure, NEXT)), [sure], [0], [LAST_UNIFORM], 0.5).accepted == 1
    other = distribution(np.log(Q), Sampling(0))
    refused = judge(np.stack((sure, NEXT)), [other], [2], [0.0], LAST_UNIFORM)
    assert (refused.accepted, refused.extra, refused.kind) == (0, 0, "residual")


@pytest.mark.parametrize("logits", [[np.nan, 1.0], [np.inf, 1.0], [-np.inf, -np.inf]])
def test_a_model_that_gives_no_number_is_refused(logits: list[float]) -> None:
    for temperature in (0.0, 1.0):
        with pytest.raises(CannotRun, match=r"no finite largest logit.*Take another model"):
            distribution(np.array(logits), Sampling(temperature))


def test_a_token_without_mass_is_never_drawn() -> None:
    law = np.array([0.0, 0.25, 0.0, 0.75, 0.0])
    assert [draw(law, uniform) for uniform in (0.0, 0.2499, 0.25, LAST_UNIFORM, 1.0)] == [1, 1, 3, 3, 3]


@pytest.mark.parametrize(
    "broken", [{"temperature": -1}, {"temperature": 2.5}, {"temperature": float("nan")}, {"top_k": -1}, {"top_p": 0}]
)
def test_a_sampling_that_makes_no_sense_is_refused(broken: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="allowed"):
        Sampling(**broken)  # type: ignore[arg-type]


def test_a_draft_stands_with_the_ratio_and_the_comparison_is_strict() -> None:
    assert passes(0.3, 0.6, 0.4999) and not passes(0.3, 0.6, 0.5)
    assert passes(0.6, 0.3, LAST_UNIFORM)
    assert not passes(0.0, 0.5, 0.0)
    assert passes(0.3, 0.6, 0.99, lenience=0.5) and not passes(0.3, 0.6, 0.5, lenience=1)


def test_a_refusal_is_drawn_from_what_the_draft_lacks() -> None:
    np.testing.assert_allclose(residual(P, Q), [0.5, 0, 0])
    expected = spec_rejection(P.tolist(), Q.tolist())["residual"]
    np.testing.assert_allclose(residual(P, Q) / residual(P, Q).sum(), expected)
    verdict = judge(np.stack((P, NEXT)), [Q], [2], [0.9], LAST_UNIFORM)
    assert (verdict.accepted, verdict.extra, verdict.kind) == (0, 0, "residual")


def test_where_rounding_leaves_no_residual_the_targets_law_is_drawn_from() -> None:
    np.testing.assert_array_equal(residual(P, P), P)
    assert draw(residual(P, P * (1 + 1e-16)), 0.7) == 1


def test_full_acceptance_adds_one_bonus_token_of_the_row_behind_the_last_draft() -> None:
    laws = np.stack((one_hot(1, 3), one_hot(0, 3), one_hot(2, 3)))
    verdict = judge(laws, [one_hot(1, 3), one_hot(0, 3)], [1, 0], [0.9, 0.9], 0.5)
    assert (verdict.accepted, verdict.extra, verdict.kind) == (2, 2, "bonus")


def test_a_residual_comes_from_the_row_of_the_first_refusal_and_no_bonus_with_it() -> None:
    laws = np.stack((one_hot(1, 3), one_hot(0, 3), one_hot(2, 3)))
    verdict = judge(laws, [one_hot(1, 3), one_hot(2, 3)], [1, 2], [0.9, 0.0], 0.5)
    assert (verdict.accepted, verdict.extra, verdict.kind) == (1, 0, "residual")


def test_without_drafts_the_targets_own_token_comes() -> None:
    assert judge(np.stack((NEXT,)), [], [], [], 0.0).kind == "target"


def test_a_draft_that_is_certain_is_judged_with_q_1() -> None:
    """Lookup and argmax drafts: accepted with p(d), else drawn from p without d; not the weaker test of equality."""
    stood = [judge(np.stack((P, NEXT)), [one_hot(1, 3)], [1], [u], 0.5).accepted for u in np.arange(0.005, 1, 0.01)]
    assert sum(stood) == 30
    np.testing.assert_allclose(residual(P, one_hot(1, 3)), [0.6, 0, 0.1])


def test_lenience_accepts_as_the_formula_says() -> None:
    for lenience in (1.0, 0.5, 0.2):
        kept = sum(
            Q[token] * sum(passes(P[token], Q[token], u, lenience) for u in np.arange(0.0005, 1, 0.001)) / 1000
            for token in range(3)
        )
        assert kept == pytest.approx(spec_lenient_alpha(P.tolist(), Q.tolist(), lenience), abs=1e-3)
