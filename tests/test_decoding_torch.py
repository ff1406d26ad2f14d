"""The torch form of the pair: equal to the numpy form in logits and tokens, rows ragged or alone.
Not run where torch is not installed, and it says so."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")

from labs.decoding import (  # noqa: E402
    AdaptiveGamma,
    CannotRun,
    Engine,
    FixedGamma,
    NetDrafter,
    Request,
    RunSettings,
    Sampling,
    distribution,
    drafter_on,
    live,
    plainly,
    speculate,
)
from labs.decoding.device_round import speculate_on_device  # noqa: E402
from labs.decoding.models import padded  # noqa: E402
from labs.decoding.prompts import prompts_of  # noqa: E402
from labs.decoding.sampling import draw  # noqa: E402
from labs.decoding.threads import one_thread  # noqa: E402
from labs.decoding.torch_sampling import Wishes, law  # noqa: E402
from labs.decoding.torch_sampling import draw as torch_draw  # noqa: E402
from labs.decoding.turns import steps_of, turns_of  # noqa: E402

ENGINE = Engine("torch")
PROMPTS = [prompts_of(group, 2)[1] for group in ("english", "rare", "repetitive")]


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        assert torch.get_num_threads() == 1
        yield


def test_ragged_logits_are_those_of_numpy() -> None:
    ours, theirs = ENGINE.model("target").open(3), Engine().model("target").open(3)
    for fed in ([[5, 6, 7], [8], [9, 10]], [[1], [], [2, 3, 4, 5]], [[7, 7], [7], []]):
        tokens, counts = padded(fed)
        logits, expected = ours.feed(tokens, counts), theirs.feed(tokens, counts)
        for row, count in enumerate(counts):
            np.testing.assert_allclose(logits[row, :count], expected[row, :count], atol=2e-3, rtol=2e-3)
        for session in (ours, theirs):
            session.crop(0, int(session.lengths[0]) - 1)
        assert ours.lengths.tolist() == theirs.lengths.tolist()


def test_a_context_that_is_full_is_said() -> None:
    session = ENGINE.model("distilled").open(1)
    with pytest.raises(ValueError, match="257 tokens do not fit"):
        session.feed(np.zeros((1, 257), dtype=np.int64), np.array([257]))


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_tokens_are_those_of_numpy(temperature: float) -> None:
    wishes = [Request(prompt, 20, Sampling(temperature), 3) for prompt in PROMPTS]
    texts = []
    for engine in (ENGINE, Engine()):
        rows: list[list[int]] = [[] for _ in wishes]
        draft = NetDrafter("distilled", engine.model("distilled"))
        for turn in speculate(engine.model("target"), draft, wishes, FixedGamma(4)):
            for done in turn.rounds:
                rows[done.row] += done.emitted
        texts.append(rows)
    assert texts[0] == texts[1]


def test_a_round_on_the_device_gives_the_tokens_of_the_plain_loop() -> None:
    """Mixed wishes in one ragged batch: greedy, cut and uncut, one that ends at once, one at a stop token."""
    wishes = [
        Request(PROMPTS[0], 20, Sampling(1), 3),
        Request(PROMPTS[1][:7], 14, Sampling(0), 4),
        Request(PROMPTS[2], 1, Sampling(0.7, 40, 0.9), 5),
        Request((256,), 20, Sampling(1.2, 0, 0.8), 6, stop=268),
    ]
    target, draft = ENGINE.model("target"), ENGINE.model("distilled")
    for gamma in (1, 4):
        expected = list(speculate(target, NetDrafter("distilled", draft), wishes, FixedGamma(gamma)))
        found = list(speculate_on_device(target, draft, wishes, gamma))
        assert [[done.emitted for done in turn.rounds] for turn in found] == [
            [done.emitted for done in turn.rounds] for turn in expected
        ]
        for turn, other in zip(found, expected, strict=True):
            for done, wanted in zip(turn.rounds, other.rounds, strict=True):
                assert (done.kind, done.ending, done.accepted) == (wanted.kind, wanted.ending, wanted.accepted)
                for each, judged in zip(done.drafted, wanted.drafted, strict=True):
                    assert (each.token, each.uniform, each.stood) == (judged.token, judged.uniform, judged.stood)
                    assert (each.p, each.q) == pytest.approx((judged.p, judged.q), abs=1e-3)


def test_plain_steps_on_the_device_are_rounds_without_drafts_and_give_the_plain_text() -> None:
    wishes = [Request(PROMPTS[0], 12, Sampling(1), 3), Request(PROMPTS[1], 7, Sampling(0), 4)]
    target = ENGINE.model("target")
    # The branch that CUDA takes, with models that lie on the CPU.
    found = [step.tokens for step in steps_of(target, wishes, "cuda")]
    assert found == [step.tokens for step in plainly(target, wishes)]


def test_captured_rounds_are_taken_for_a_network_with_a_fixed_length_only() -> None:
    target, wish = ENGINE.model("target"), [Request(PROMPTS[0], 6, Sampling(1), 3)]
    net = NetDrafter("distilled", ENGINE.model("distilled"))
    for drafter, gamma, taken in ((net, FixedGamma(2), True), (net, AdaptiveGamma(), False),
                                  (drafter_on(ENGINE, "trigram"), FixedGamma(2), False)):  # fmt: skip
        turns = turns_of(target, drafter, wish, gamma, 1.0, "cuda")
        assert (turns.__name__ == "speculate_on_device") is taken  # type: ignore[attr-defined]
        assert sum(len(turn.rounds[0].emitted) for turn in turns) == 6


def test_a_round_on_the_device_always_accepts_a_target_that_drafts_for_itself() -> None:
    target = ENGINE.model("target")
    turns = speculate_on_device(target, target, [Request(PROMPTS[0], 24, Sampling(1), 2)], 3)
    rounds = [turn.rounds[0] for turn in turns]
    assert all(done.accepted == len(done.drafted) for done in rounds)


@pytest.mark.parametrize("sampling", [Sampling(0), Sampling(1), Sampling(0.5, 3), Sampling(1.5, 0, 0.7)])
def test_laws_and_draws_in_torch_are_those_of_numpy(sampling: Sampling) -> None:
    logits = np.random.default_rng(1).normal(size=(2, 3, 9)).astype(np.float32)
    logits[0, 0, :4] = 2.0  # ties
    found = law(torch.from_numpy(logits), Wishes.of([sampling] * 2, torch.device("cpu")))
    expected = distribution(logits, sampling)
    np.testing.assert_allclose(found.numpy(), expected, atol=1e-12)
    for uniform in (0.0, 0.3, 1 - 2**-53):
        tokens = torch_draw(found[:, 0], torch.tensor([uniform, uniform], dtype=torch.float64))
        assert tokens.tolist() == [draw(row, uniform) for row in expected[:, 0]]


def test_greedy_text_is_that_of_plain_decoding() -> None:
    target, draft = ENGINE.model("target"), NetDrafter("distilled", ENGINE.model("distilled"))
    for prompt in PROMPTS[:2]:
        wish = Request(prompt, 20, Sampling(0))
        plain = [step.tokens[0][1] for step in plainly(target, [wish])]
        for gamma in (1, 3, 8):
            turns = speculate(target, draft, [wish], FixedGamma(gamma))
            assert [token for turn in turns for token in turn.rounds[0].emitted] == plain


def test_in_bfloat16_a_text_comes_that_is_the_targets_but_for_ties() -> None:
    """Greedy equality is not asked for: where texts part, the two likeliest tokens are within rounding."""
    engine = Engine("torch", precision="bfloat16")
    target, draft = engine.model("target"), NetDrafter("distilled", engine.model("distilled"))
    assert next(target.net.parameters()).dtype == torch.bfloat16  # type: ignore[attr-defined]
    for prompt in PROMPTS:
        wish = Request(prompt, 20, Sampling(0))
        plain = [step.tokens[0][1] for step in plainly(target, [wish])]
        turns = list(speculate(target, draft, [wish], FixedGamma(4)))
        text = [token for turn in turns for token in turn.rounds[0].emitted]
        assert len(text) == 20
        if text != plain:
            place = next(at for at, pair in enumerate(zip(plain, text, strict=True)) if pair[0] != pair[1])
            tokens, counts = padded([[*prompt, *plain[:place]]])
            ranked = np.sort(target.open(1).feed(tokens, counts)[0, -1])
            assert ranked[-1] - ranked[-2] <= 2**-6 * abs(ranked[-1])
        device = speculate_on_device(target, draft.model, [wish], 4)  # type: ignore[arg-type]
        assert sum(len(turn.rounds[0].emitted) for turn in device) == 20
    *_, last = live(RunSettings(max_new=8, engine=engine), beside=False)
    assert last.data["machine"]["precision"] == last.data["settings"]["precision"] == "bfloat16"


def test_a_wrong_draw_is_never_captured() -> None:
    wish = [Request(PROMPTS[0], 6, Sampling(1), 3, drawn_with=Sampling(2))]
    net = NetDrafter("distilled", ENGINE.model("distilled"))
    turns = turns_of(ENGINE.model("target"), net, wish, FixedGamma(2), 1.0, "cuda")
    assert turns.__name__ == "speculate"  # type: ignore[attr-defined]


def test_a_run_tells_that_torch_computed_it_and_gives_the_tokens_of_numpy() -> None:
    settings = RunSettings(max_new=16, engine=ENGINE)
    *_, last = live(settings)
    *_, other = live(RunSettings(max_new=16))
    assert last.data["tokens"] == other.data["tokens"]
    assert last.data["machine"]["torch"] == torch.__version__
    assert last.data["settings"]["engine"] == "torch"


@pytest.mark.skipif(torch.cuda.is_available(), reason="a CUDA device is here")
def test_a_missing_cuda_device_is_said() -> None:
    with pytest.raises(CannotRun, match="No CUDA device is here: choose the device cpu"):
        next(live(RunSettings(engine=Engine("torch", "cuda"))))
