"""Losslessness by counting: the rule and the whole loop against the exact law, and every classic mistake by its name.
Seeds are fixed; an alarm rings below p = 1e-6, which chance alone gives once in a million tries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from labs.decoding import (
    FAULTS,
    AdaptiveGamma,
    FixedGamma,
    Gamma,
    NetDrafter,
    Request,
    Sampling,
    TableDrafter,
    decoder,
    drafters,
    fit,
    plainly,
    speculate,
    try_rule,
)
from labs.decoding.chi_square import Fit, upper_tail
from labs.decoding.losslessness import ALARM
from labs.decoding.models import Logits, Whole
from labs.decoding.rule import Verdict, judge
from labs.decoding.sampling import Probs, draw
from tests.decoding_toys import TableModel, TableSession, joint_law, near, random_table, requests

TABLE = random_table(1)
DRAFT = near(TABLE, 2)
LENGTH, ROWS = 3, 50


def test_the_exact_rule_gives_the_targets_law() -> None:
    trial = try_rule(100_000, seed=1)
    assert trial.fit.cells == 16 and not trial.is_caught and trial.fit.p_value > 0.001
    assert trial.acceptance == pytest.approx(trial.overlap, abs=0.005)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_of_the_rule_is_caught(fault: str) -> None:
    assert try_rule(20_000, seed=1, fault=fault).is_caught


def test_two_thousand_draws_see_a_resample_from_p() -> None:
    """Power: at level 1e-4 every one of 20 runs of 2,000 draws rings, and of 500 draws most do."""
    many = [try_rule(2_000, seed, "resample-from-p").fit.p_value < 1e-4 for seed in range(20)]
    few = [try_rule(500, seed, "resample-from-p").fit.p_value < 1e-4 for seed in range(20)]
    assert all(many)
    assert 10 <= sum(few) < 20


def test_a_right_rule_rings_as_often_as_the_level_says() -> None:
    values = [try_rule(1_000, seed).fit.p_value for seed in range(200)]
    assert 2 <= sum(value < 0.05 for value in values) <= 20
    assert min(values) > ALARM


def test_the_tail_of_chi_square_is_that_of_the_tables() -> None:
    # Printed tables: 5 % at 3.841 (1 degree) and 24.996 (15); 1 % at 30.578 (15); 0.1 % at 149.449 (100).
    for statistic, freedom, tail in ((3.841, 1, 0.05), (24.996, 15, 0.05), (30.578, 15, 0.01), (149.449, 100, 0.001)):
        assert upper_tail(statistic, freedom) == pytest.approx(tail, rel=2e-3)
    assert upper_tail(0, 4) == 1 and upper_tail(1e6, 4) == 0


def test_cells_that_expect_less_than_five_are_pooled_and_nonsense_is_refused() -> None:
    assert fit([10, 10, 3, 1], [9, 11, 2, 2]).cells == 3
    assert fit([10, 10, 1], [9.5, 11.5, 0]).p_value == 0.0
    with pytest.raises(ValueError, match="count more draws"):
        fit([3, 1], [2, 2])
    with pytest.raises(ValueError, match="one for each cell"):
        fit([1], [1, 2])


def counted(
    gamma: Gamma, sampling: Sampling, num: int = 4_000, target: Any = None, draft: Any = None, **asked: Any
) -> Fit:
    """The whole loop, `num` times in ragged batches, against the joint law of three tokens."""
    target, draft = target or TableModel(TABLE), draft or NetDrafter("table", TableModel(DRAFT))
    seen: Counter[tuple[int, ...]] = Counter()
    for first in range(0, num, ROWS):
        wishes = requests(ROWS, LENGTH, sampling, first)
        # Longer prompts beside them, so that rows of a batch stand at different lengths.
        wishes[1::2] = [Request((3, 0, 5, 1, 2), LENGTH, sampling, wish.seed) for wish in wishes[1::2]]
        wishes = [replace(wish, **asked) for wish in wishes]
        texts: dict[int, list[int]] = {row: [] for row in range(ROWS)}
        for turn in speculate(target, draft, wishes, gamma):
            for done in turn.rounds:
                texts[done.row] += done.emitted
        seen.update(map(tuple, texts.values()))
    law = joint_law(TABLE, (1, 2), LENGTH, sampling)
    return fit([seen[tokens] for tokens in law], [num * chance for chance in law.values()])


@pytest.mark.parametrize(
    ("gamma", "sampling"),
    [
        (FixedGamma(3), Sampling()),
        (FixedGamma(1), Sampling(0.7)),
        (FixedGamma(2), Sampling(1.3, top_k=4)),
        (FixedGamma(3), Sampling(1.0, top_p=0.8)),
        (AdaptiveGamma(longest=3), Sampling()),
    ],
    ids=["gamma-3", "cool", "top-k", "top-p", "adaptive"],
)
def test_the_whole_loop_gives_the_joint_law_of_three_tokens(gamma: Gamma, sampling: Sampling) -> None:
    assert counted(gamma, sampling).p_value > 1e-3


def test_plain_decoding_gives_it_too() -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    texts: dict[int, list[int]] = {row: [] for row in range(4_000)}
    for step in plainly(TableModel(TABLE), requests(4_000, LENGTH)):
        for row, token, _ in step.tokens:
            texts[row].append(token)
    seen.update(map(tuple, texts.values()))
    law = joint_law(TABLE, (1, 2), LENGTH, Sampling())
    assert fit([seen[tokens] for tokens in law], [4_000 * chance for chance in law.values()]).p_value > 1e-3


class OffByOne(TableSession):
    """A rollback that leaves one refused token in the cache."""

    def crop(self, row: int, length: int) -> None:
        super().crop(row, min(length + 1, int(self.lengths[row])))


class NeverFed(TableSession):
    """A draft that, after full acceptance, is fed the newest token only."""

    def feed(self, tokens: Whole, counts: Whole) -> Logits:
        late = (counts == 2) & (self.lengths >= 2)
        tokens = np.where(late[:, None], np.roll(tokens, -1, axis=1), tokens) if late.any() else tokens
        logits = super().feed(tokens, np.where(late, 1, counts))
        return np.where(late[:, None, None], logits[:, :1], logits)


def wrong_row(laws: Probs, *arguments: Any) -> Verdict:
    """The bonus token is drawn from the row before the right one."""
    found = judge(laws, *arguments)
    return Verdict(found.accepted, draw(laws[-2], arguments[3]), "bonus") if found.kind == "bonus" else found


def drawn_elsewhere(law: Probs, uniform: float) -> int:
    """The drafter draws at twice the temperature of the q that it tells."""
    return draw(law**0.5, uniform)


LOOP_FAULTS: dict[str, Callable[[pytest.MonkeyPatch], dict[str, Any]]] = {
    "target-cache-off-by-one": lambda patch: {"target": TableModel(TABLE, OffByOne)},
    "resample-from-p": lambda patch: (
        patch.setattr(decoder, "judge", partial(judge, parts=FAULTS["resample-from-p"].parts)) or {}
    ),
    "swapped-ratio": lambda patch: (
        patch.setattr(decoder, "judge", partial(judge, parts=FAULTS["swapped-ratio"].parts)) or {}
    ),
    "bonus-from-the-wrong-row": lambda patch: patch.setattr(decoder, "judge", wrong_row) or {},
    "q-before-temperature": lambda patch: patch.setattr(drafters, "draw", drawn_elsewhere) or {},
}


@pytest.mark.parametrize("fault", LOOP_FAULTS)
def test_a_planted_fault_of_the_loop_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    more = LOOP_FAULTS[fault](monkeypatch)
    assert counted(FixedGamma(2), Sampling(), 4_000, **more).p_value < ALARM


def test_drafts_drawn_at_another_temperature_than_is_told_are_caught_and_at_the_same_one_are_not() -> None:
    table = TableDrafter("table", lambda history: DRAFT[history[-2], history[-1]])
    for draft in (None, table):
        assert counted(FixedGamma(2), Sampling(), draft=draft, drawn_with=Sampling(2)).p_value < ALARM
        assert counted(FixedGamma(2), Sampling(), draft=draft, drawn_with=Sampling()).p_value > 1e-3


def acceptance(draft: Any, gamma: int = 3) -> float:
    """Share of accepted drafts over rounds that no limit cuts short."""
    drafted = accepted = 0
    for turn in speculate(TableModel(TABLE), draft, requests(60, 20), FixedGamma(gamma)):
        for done in turn.rounds:
            drafted, accepted = drafted + len(done.drafted), accepted + done.accepted
    return accepted / drafted


def test_a_target_that_drafts_for_itself_is_always_accepted() -> None:
    assert acceptance(NetDrafter("self", TableModel(TABLE))) == 1.0
    assert acceptance(TableDrafter("table", lambda history: TABLE[history[-2], history[-1]])) == 1.0


def test_a_draft_whose_last_token_was_never_fed_is_caught_by_drafting_for_itself_alone() -> None:
    """The output stays exact, so that no count of tokens can see it."""
    faulty = NetDrafter("self", TableModel(TABLE, NeverFed))
    assert acceptance(faulty) < 0.98
    assert counted(FixedGamma(2), Sampling(), 2_000, draft=faulty).p_value > 1e-3
