"""The loop's edges on toy tables: what is fed, what is rolled back, where it stops, and what counts.
They refuse to count samples; the losslessness tests do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from labs.decoding import (
    AdaptiveGamma,
    FixedGamma,
    LookupDrafter,
    NetDrafter,
    Request,
    Round,
    Sampling,
    TableDrafter,
    Tally,
    check_pair,
    plainly,
    speculate,
)
from labs.decoding.models import Logits, Whole, padded
from tests.decoding_toys import CONTEXT, TableModel, TableSession, near, random_table

TABLE = random_table(4, sharpness=3)
FAR = near(TABLE, 5, 1.5)
GREEDY = Sampling(0)


class Watched(TableSession):
    """Notes what every feed was given."""

    log: list[tuple[list[int], list[int]]]

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        type(self).log = []

    def feed(self, tokens: Whole, counts: Whole) -> Logits:
        type(self).log.append((self.lengths.tolist(), counts.tolist()))
        return super().feed(tokens, counts)


def drafted(requests: Sequence[Request], gamma: int = 3, table: Any = FAR, **more: Any) -> list[Round]:
    draft = NetDrafter("table", TableModel(table))
    turns = speculate(TableModel(TABLE, **more), draft, requests, FixedGamma(gamma))
    return [done for turn in turns for done in turn.rounds]


def tokens_of(rounds: Sequence[Round], row: int = 0) -> list[int]:
    return [token for done in rounds if done.row == row for token in done.emitted]


def plain(requests: Sequence[Request], **more: Any) -> list[list[int]]:
    texts: list[list[int]] = [[] for _ in requests]
    for step in plainly(TableModel(TABLE, **more), requests):
        for row, token, _ in step.tokens:
            texts[row].append(token)
    return texts


@pytest.mark.parametrize("gamma", [0, 1, 3, 8])
def test_greedy_text_is_that_of_plain_decoding(gamma: int) -> None:
    wishes = [Request((token,), 20, GREEDY) for token in range(6)]
    rounds = drafted(wishes, gamma)
    assert [tokens_of(rounds, row) for row in range(6)] == plain(wishes)


def test_without_drafts_the_loop_draws_what_plain_decoding_draws() -> None:
    wish = Request((1, 2), 15, seed=3)
    assert tokens_of(drafted([wish], 0)) == plain([wish])[0]


def test_after_full_acceptance_the_draft_is_fed_two_tokens_and_else_one() -> None:
    draft = NetDrafter("self", TableModel(TABLE, Watched))
    list(speculate(TableModel(TABLE), draft, [Request((1, 2, 3), 12)], FixedGamma(3)))
    # The prompt but its last token, then rounds of three steps: every draft stands, and the last was never fed.
    starts = [counts[0] for _, counts in Watched.log]
    assert starts == [2, 1, 1, 1, 2, 1, 1, 2, 1, 1]
    far = NetDrafter("table", TableModel(FAR, Watched))
    turns = list(speculate(TableModel(TABLE), far, [Request((1, 2, 3), 12)], FixedGamma(1)))
    full = [turn.rounds[0].accepted == 1 for turn in turns]
    fed = [counts[0] for _, counts in Watched.log][1:]
    assert fed == [1, *(2 if each else 1 for each in full)][: len(fed)]
    assert True in full and False in full


def test_a_rollback_only_shortens_and_the_target_goes_on_where_the_text_ends() -> None:
    draft = NetDrafter("table", TableModel(FAR))
    turns = speculate(TableModel(TABLE, Watched), draft, [Request((1, 2, 3), 15)], FixedGamma(3))
    length = 3
    for turn in turns:
        lengths, counts = Watched.log[-1]
        assert lengths[0] == length - 1
        assert counts[0] == len(turn.rounds[0].drafted) + 1
        length += len(turn.rounds[0].emitted)
    assert length == 18


def test_a_cache_cannot_be_cropped_to_more_than_it_holds() -> None:
    session = TableModel(TABLE).open(2)
    session.feed(*padded([[1, 2], [3]]))
    session.crop(0, 1)
    assert session.lengths.tolist() == [1, 1]
    with pytest.raises(ValueError, match=r"holds 1 tokens; it can't be cropped to 2"):
        session.crop(1, 2)


@pytest.mark.parametrize("gamma", [1, 4, 8])
@pytest.mark.parametrize("max_new", [0, 1, 2, 7])
def test_no_more_tokens_come_than_were_asked_for_and_all_of_them_count(gamma: int, max_new: int) -> None:
    rounds = drafted([Request((1, 2), max_new, seed=5)], gamma, table=TABLE)
    assert len(tokens_of(rounds)) == max_new
    assert all(len(done.drafted) < gamma + 1 for done in rounds)
    if rounds:
        assert rounds[-1].ending == "length"


def test_the_context_is_never_overrun_and_the_last_round_drafts_less() -> None:
    rounds = drafted([Request(tuple([1] * 20), 50)], 8, table=TABLE)
    assert len(tokens_of(rounds)) == CONTEXT - 20
    assert rounds[-1].ending == "context"
    assert len(rounds[0].drafted) == CONTEXT - 20 - 1
    with pytest.raises(ValueError, match="shorten it"):
        drafted([Request(tuple([1] * CONTEXT), 5)])


def test_a_draft_with_a_shorter_context_than_the_target_stops_drafting_there() -> None:
    draft = NetDrafter("table", TableModel(FAR, context=8))
    turns = list(speculate(TableModel(TABLE), draft, [Request((1, 2, 3), 15, GREEDY)], FixedGamma(3)))
    assert [token for turn in turns for token in turn.rounds[0].emitted] == plain([Request((1, 2, 3), 15, GREEDY)])[0]
    assert turns[-1].rounds[0].drafted == () and turns[-1].rounds[0].kind == "target"


def test_text_ends_at_a_stop_token_inside_the_accepted_drafts_and_nothing_behind_it_counts() -> None:
    wish = Request((1, 2), 15, GREEDY)
    whole = plain([wish])[0]
    stop = whole[2]
    cut = whole[: whole.index(stop) + 1]
    rounds = drafted([Request((1, 2), 15, GREEDY, stop=stop)], 8, table=TABLE)
    assert tokens_of(rounds) == cut and len(rounds) == 1
    (done,) = rounds
    assert (done.ending, done.extra, done.accepted, done.reached) == ("end", None, len(cut), len(cut))
    assert [each.stood for each in done.drafted] == [True] * len(cut) + [None] * (8 - len(cut))


def test_a_stop_token_that_the_target_adds_ends_the_text_too() -> None:
    wish = Request((1, 2), 15, GREEDY)
    whole = plain([wish])[0]
    rounds = drafted([Request((1, 2), 15, GREEDY, stop=whole[2])], 0)
    assert tokens_of(rounds)[-1] == whole[2] and rounds[-1].ending == "end"
    assert rounds[-1].extra == whole[2]


def test_a_row_draws_the_same_alone_and_in_a_ragged_batch_and_ended_rows_stand_still() -> None:
    wishes = [
        Request((1,), 4, seed=1),
        Request((2, 3, 1, 5), 12, Sampling(0.5), seed=2),
        Request((4, 4), 9, GREEDY, seed=3),
        Request((5, 1, 2), 0, seed=4),
    ]
    together = drafted(wishes)
    for row, wish in enumerate(wishes):
        assert tokens_of(together, row) == tokens_of(drafted([wish]))
    alone = [plain([wish])[0] for wish in wishes]
    assert plain(wishes) == alone


def test_ended_rows_are_fed_nothing() -> None:
    draft = NetDrafter("table", TableModel(FAR))
    wishes = [Request((1, 2), 1), Request((1, 2), 12)]
    list(speculate(TableModel(TABLE, Watched), draft, wishes, FixedGamma(2)))
    lengths, counts = Watched.log[-1]
    assert counts[0] == 0 and lengths[0] == 2 and counts[1] > 0


def test_a_seed_repeats_and_drafting_accepting_and_the_target_draw_from_streams_of_their_own() -> None:
    wish = Request((1, 2), 18, seed=9)
    assert tokens_of(drafted([wish])) == tokens_of(drafted([wish]))
    assert tokens_of(drafted([wish])) != tokens_of(drafted([Request((1, 2), 18, seed=10)]))
    one, three = drafted([wish], 1), drafted([wish], 3)
    assert one[0].drafted[0] == three[0].drafted[0]
    # The same seed need not give the text of plain decoding: only the law is the same.
    assert any(tokens_of(drafted([Request((1, 2), 18, seed=s)])) != plain([Request((1, 2), 18, seed=s)])[0]
               for s in range(3))  # fmt: skip


def test_a_lookup_that_finds_nothing_leaves_a_plain_step() -> None:
    nothing = LookupDrafter("lookup", lambda history, most: [], 6)
    wish = Request((1, 2), 10, seed=3)
    rounds = [turn.rounds[0] for turn in speculate(TableModel(TABLE), nothing, [wish], FixedGamma(4))]
    assert [done.kind for done in rounds] == ["target"] * 10
    assert tokens_of(rounds) == plain([wish])[0]


def test_a_table_drafter_tells_the_law_that_it_drew_from() -> None:
    draft = TableDrafter("table", lambda history: FAR[history[-2], history[-1]])
    turns = list(speculate(TableModel(TABLE), draft, [Request((1, 2), 10, Sampling(0.6))], FixedGamma(2)))
    first = turns[0].rounds[0].drafted[0]
    cooled = FAR[1, 2] ** (1 / 0.6)
    assert first.q == pytest.approx(cooled[first.token] / cooled.sum())


def test_a_draft_of_another_tokenizer_or_vocabulary_is_refused() -> None:
    other = TableModel(TABLE)
    other.tokenizer = "another"
    with pytest.raises(ValueError, match="share"):
        check_pair(TableModel(TABLE), other)
    with pytest.raises(ValueError, match="vocabulary 6 and table has 5"):
        list(speculate(TableModel(TABLE), NetDrafter("table", TableModel(random_table(1, 5))), [Request((1,), 3)],
                       FixedGamma(1)))  # fmt: skip


def test_adaptive_gamma_drafts_long_where_all_stands_and_stops_where_nothing_does() -> None:
    policy = AdaptiveGamma(longest=6)
    always, never = policy.start(), policy.start()
    for _ in range(60):
        gamma = always.next()
        always.learn(gamma, gamma)
    for _ in range(60):
        gamma = never.next()
        never.learn(min(gamma, 1), 0)
    assert always.next() == 6
    later = [never.next() for _ in range(18)]
    assert sorted(set(later)) == [0, 1] and later.count(1) == 2


def test_adaptive_gamma_is_the_length_that_pays_most() -> None:
    policy = AdaptiveGamma(c=0.2, verify_slope=0.1)
    # By hand at acceptance 0.6: 1.6/1.3, 1.96/1.6, 2.176/1.9 for one, two and three drafts.
    assert policy.best(0.6) == 1
    assert policy.best(0.8) == 3  # 2.952/1.9 against 2.44/1.6 and 3.3616/2.2
    assert policy.best(0.0) == 0


def test_the_tally_counts_places_that_were_reached() -> None:
    tally = Tally()
    for turn in speculate(
        TableModel(TABLE), NetDrafter("t", TableModel(FAR)), [Request((1, 2), 18, seed=2)], FixedGamma(3)
    ):
        tally.add_turn(turn)
    assert tally.emitted == 18 and tally.accepted + tally.rounds == 18
    assert tally.reached[0] == sum(tally.reached) - sum(tally.reached[1:])
    assert tally.stood[0] >= tally.reached[1]
    assert np.array(tally.stood).sum() == tally.accepted
