"""What leniency does to a law: hand sums, the rule itself run many times, and the record of the real pair made again.
No clock is read here."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from labs.decoding import Engine, recorded
from labs.decoding.chi_square import fit
from labs.decoding.rule import judge
from labs.decoding.sampling import draw
from labs.decoding.shift import GATE, Taught, taught_group, teach
from labs.decoding.threads import one_thread
from labs.speculation_rejection import spec_lenient_alpha
from tests.decoding_toys import TableModel, near, random_table

P = np.array([0.6, 0.3, 0.1])
CLOSE, FAR = np.array([0.5, 0.35, 0.15]), np.array([0.1, 0.3, 0.6])


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


def taught(draft: np.ndarray, token: int = 0) -> Taught:
    return Taught(P[None], draft[None], np.log(draft)[None], np.array([token]))


@pytest.mark.parametrize(
    ("draft", "lenience", "accepted", "shift"),
    [(CLOSE, 1.0, 0.90, 0), (FAR, 1.0, 0.50, 0), (CLOSE, 0.2, 1.00, 0.10), (FAR, 0.2, 0.90, 0.40)],
)
def test_the_lessons_three_tokens_shift_as_the_hand_sum_says(
    draft: np.ndarray, lenience: float, accepted: float, shift: float
) -> None:
    found = taught(draft).under(lenience)
    assert found.acceptance == pytest.approx(accepted)
    assert found.shift == pytest.approx(shift)
    assert found.acceptance == pytest.approx(spec_lenient_alpha(P.tolist(), draft.tolist(), lenience))


def test_perplexity_is_that_of_the_outputs_law() -> None:
    # Far draft at 0.2: q min(1, p / 0.2 q) is .1 .3 .5, and the tenth that is refused goes to the first token.
    assert [taught(FAR, token).under(0.2).perplexity for token in range(3)] == pytest.approx([5, 1 / 0.3, 2])


def test_a_draft_drawn_at_another_temperature_than_is_told_shifts_although_the_rule_is_exact() -> None:
    cooled = FAR**2 / (FAR**2).sum()
    kept = cooled * np.minimum(1, P / FAR)
    output = kept + (1 - kept.sum()) * np.array([1.0, 0, 0])
    found = taught(FAR).under(drawn_at=0.5)
    assert found.shift == pytest.approx(np.abs(output - P).sum() / 2) and found.shift > 0.05
    assert taught(FAR).under(drawn_at=1.0).shift == pytest.approx(0, abs=1e-12)


def test_the_rule_run_many_times_has_the_law_that_is_written_out() -> None:
    rng, counts = np.random.default_rng(2), [0, 0, 0]
    for first, second, third in rng.random((20_000, 3)).tolist():
        token = draw(FAR, first)
        verdict = judge(np.stack((P, P)), [FAR], [token], [second], third, lenience=0.5)
        counts[token if verdict.accepted else verdict.extra] += 1
    # By hand at 0.5: q min(1, p / 0.5 q) is .1 .3 .2, and the .4 that is refused goes to the first token.
    assert fit(counts, [20_000 * each for each in (0.5, 0.3, 0.2)]).p_value > 1e-3
    assert taught(FAR).under(0.5).shift == pytest.approx(0.1)


def test_the_breaking_lenience_is_where_the_gate_is_met() -> None:
    text = taught(FAR)
    assert text.under(text.breaking_lenience(0.05)).shift == pytest.approx(0.05, abs=1e-4)
    assert taught(P.copy()).breaking_lenience() == pytest.approx(0, abs=1e-5)


def test_a_draft_equal_to_the_target_never_shifts() -> None:
    for lenience in (1.0, 0.5, 0.2):
        assert taught(P.copy()).under(lenience).shift == pytest.approx(0, abs=1e-12)


def test_laws_along_a_text_have_the_true_text_before_each_place() -> None:
    table = random_table(3)
    target, draft = TableModel(table), TableModel(near(table, 4))
    tokens = np.random.default_rng(1).integers(0, 6, size=61).tolist()
    found = teach(target, draft, tokens)
    assert found.target.shape == (60, 6) and found.tokens.tolist() == tokens[1:]
    # Windows overlap by half a context, so only a window's first place lacks the token before its own.
    expected = [table[tokens[at - 1] if at else 0, tokens[at]] for at in range(60)]
    np.testing.assert_allclose(found.target, expected, atol=1e-12)
    assert teach(target, draft, tokens, most=10).tokens.tolist() == tokens[1:11]


def test_the_recorded_shifts_come_out_again() -> None:
    """The rare group from the models and the held-out text; the record holds three figures for each lenience."""
    (row,) = (each for each in recorded()["quality"] if each["group"] == "rare")
    found = taught_group(Engine().model("target"), Engine().model("distilled"), "rare")
    assert len(found.tokens) == row["places"]
    for each in row["lenient"]:
        again = found.under(each["lenience"])
        assert again.shift == pytest.approx(each["shift"], abs=1e-3)
        assert again.perplexity == pytest.approx(each["perplexity"], rel=1e-3)
    for each in row["wrong"]:
        assert found.under(drawn_at=each["drawn_at"]).shift == pytest.approx(each["shift"], abs=1e-3)
    # The shift falls as the lenience rises, so the gate is met within a thousandth of where the record says.
    below, above = (found.under(row["breaks_at"] + step).shift for step in (-1e-3, 1e-3))
    assert below > GATE > above
