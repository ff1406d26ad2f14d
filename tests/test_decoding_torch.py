"""The torch form of the pair: equal to the numpy form in logits and tokens, rows ragged or alone.
Not run where torch is not installed, and it says so."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")

from labs.decoding import (  # noqa: E402
    CannotRun,
    Engine,
    FixedGamma,
    NetDrafter,
    Request,
    RunSettings,
    Sampling,
    live,
    plainly,
    speculate,
)
from labs.decoding.models import padded  # noqa: E402
from labs.decoding.prompts import prompts_of  # noqa: E402

ENGINE = Engine("torch")
PROMPTS = [prompts_of(group, 2)[1] for group in ("english", "rare", "repetitive")]


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> object:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


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


def test_greedy_text_is_that_of_plain_decoding() -> None:
    target, draft = ENGINE.model("target"), NetDrafter("distilled", ENGINE.model("distilled"))
    for prompt in PROMPTS[:2]:
        wish = Request(prompt, 20, Sampling(0))
        plain = [step.tokens[0][1] for step in plainly(target, [wish])]
        for gamma in (1, 3, 8):
            turns = speculate(target, draft, [wish], FixedGamma(gamma))
            assert [token for turn in turns for token in turn.rounds[0].emitted] == plain


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
