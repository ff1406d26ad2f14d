"""Registered models in the decoder: equal to the library's own forward, exact with drafts, rolled back by cropping.
Not run where transformers is not installed, and it says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("transformers", reason="transformers is not installed")
pytest.importorskip("gguf", reason="gguf is not installed")

from labs.checkpoints import BadCheckpoint, Registry, open_path, pair_of  # noqa: E402
from labs.checkpoints.pair import load  # noqa: E402
from labs.decoding import (  # noqa: E402
    Engine,
    FixedGamma,
    LookupDrafter,
    NetDrafter,
    Request,
    Sampling,
    plainly,
    speculate,
)
from labs.decoding.models import padded  # noqa: E402
from labs.decoding.threads import one_thread  # noqa: E402
from labs.tinylm import propose  # noqa: E402
from tests.own_models import MERGES, tokenizer_of  # noqa: E402
from tests.own_running import save, save_gguf  # noqa: E402

ENGINE = Engine("torch")
PROMPT = (84, 104, 101, 258, 32, 99, 97, 116, 32, 258, 32, 99)
TOKENS = [token for token, _ in sorted(
    {**tokenizer_of()["model"]["vocab"], "<end>": 256}.items(), key=lambda each: each[1]
)]  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Folders of several families by name, and the nets that they were saved from."""
    home = tmp_path_factory.mktemp("models")
    nets = {
        "llama": save(home / "llama"),
        "parts": save(home / "parts", seed=2, part="20KB", tie_word_embeddings=True),
        "small": save(home / "small", seed=3, num_hidden_layers=1, vocab_size=261, tie_word_embeddings=True),
        "biased": save(home / "biased", seed=7, attention_bias=True, mlp_bias=True),
        "qwen2": save(home / "qwen2", "Qwen2ForCausalLM", seed=4),
        "qwen3": save(home / "qwen3", "Qwen3ForCausalLM", seed=5, head_dim=16, vocab_size=300),
        "mistral": save(home / "mistral", "MistralForCausalLM", seed=6, sliding_window=64),
    }
    return home, nets


def model(home: Path, name: str) -> Any:
    return load(name, open_path(home / name), ENGINE)


def test_logits_are_those_of_the_library_without_the_padding(made: tuple[Path, dict[str, Any]]) -> None:
    home, nets = made
    for name, net in nets.items():
        ours = model(home, name)
        with torch.inference_mode():
            expected = net(input_ids=torch.tensor([PROMPT])).logits[0, :, :261].numpy()
        found = ours.open(1).feed(*padded([PROMPT]))[0]
        np.testing.assert_allclose(found, expected, atol=2e-4, rtol=2e-4, err_msg=name)
        assert open_path(home / name).shape.parameters == sum(each.numel() for each in net.parameters())
        assert (ours.vocabulary, ours.context) == (261, 64 if name == "mistral" else 256)
    assert len(list((home / "parts").glob("*.safetensors"))) > 2


def test_a_cropped_row_goes_on_as_if_nothing_had_been_refused(made: tuple[Path, dict[str, Any]]) -> None:
    for name in ("llama", "qwen3"):
        ours = model(made[0], name)
        session, fresh = ours.open(3), ours.open(1)
        session.read(*padded([PROMPT, PROMPT[:5], ()]))
        session.feed(*padded([[5, 6, 7, 8], [], [9]]))
        assert session.lengths.tolist() == [16, 5, 1]
        session.crop(0, 13)
        session.crop(2, 0)
        session.crop(1, 5)
        found = session.feed(*padded([[70, 71], [72], [80, 81, 82]]))
        expected = fresh.feed(*padded([[*PROMPT, 5, 70, 71]]))[0]
        np.testing.assert_allclose(found[0, :2], expected[-2:], atol=1e-4, rtol=1e-4)
        beside = ours.open(1).feed(*padded([[*PROMPT[:5], 72]]))[0, -1]
        np.testing.assert_allclose(found[1, 0], beside, atol=1e-4, rtol=1e-4)
        alone = ours.open(1).feed(*padded([[80, 81, 82]]))[0]
        np.testing.assert_allclose(found[2], alone, atol=1e-4, rtol=1e-4)
        with pytest.raises(ValueError, match="can't be cropped to 9"):
            session.crop(1, 9)


def test_a_long_prompt_is_read_in_pieces_and_a_full_context_is_said(tmp_path: Path) -> None:
    save(tmp_path / "long", max_position_embeddings=600)
    ours = model(tmp_path, "long")
    prompt = [int(each) for each in np.random.default_rng(1).integers(0, 256, 520)]
    session = ours.open(1)
    session.read(*padded([prompt]))
    found = session.feed(*padded([[65]]))[0, 0]
    whole = ours.open(1).feed(*padded([[*prompt, 65]]))[0, -1]
    np.testing.assert_allclose(found, whole, atol=1e-3, rtol=1e-3)
    with pytest.raises(ValueError, match="601 tokens do not fit: the context holds 600"):
        session.read(*padded([[1] * 80]))


@pytest.mark.parametrize(("target", "draft"), [("llama", "small"), ("qwen2", "small"), ("qwen3", "llama")])
def test_greedy_text_is_that_of_plain_decoding_whatever_drafts(
    made: tuple[Path, dict[str, Any]], target: str, draft: str
) -> None:
    ours, other = model(made[0], target), model(made[0], draft)
    drafters = (
        NetDrafter(draft, other),
        NetDrafter("self", ours),
        LookupDrafter("lookup", propose, ours.vocabulary),
    )
    wish = Request(PROMPT, 28, Sampling(0))
    plain = [step.tokens[0][1] for step in plainly(ours, [wish])]
    for gamma in (1, 3, 8):
        for drafter in drafters:
            rounds = [turn.rounds[0] for turn in speculate(ours, drafter, [wish], FixedGamma(gamma))]
            assert [token for each in rounds for token in each.emitted] == plain, (gamma, drafter.name)


def test_a_target_that_drafts_for_itself_is_always_accepted(made: tuple[Path, dict[str, Any]]) -> None:
    for name in ("llama", "qwen2", "qwen3"):
        ours = model(made[0], name)
        wishes = [Request(PROMPT[: 3 + 4 * seed], 30, Sampling(1), seed) for seed in range(3)]
        drafted = accepted = 0
        for turn in speculate(ours, NetDrafter("self", ours), wishes, FixedGamma(3)):
            drafted += sum(len(each.drafted) for each in turn.rounds)
            accepted += sum(each.accepted for each in turn.rounds)
        assert drafted > 60 and accepted / drafted == pytest.approx(1.0, abs=0.0005)


def test_a_gguf_file_is_the_model_and_the_tokenizer_that_it_was_made_of(
    made: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    home, nets = made
    merges = [" ".join(each) for each in MERGES]
    save_gguf(tmp_path / "whole.gguf", nets["llama"], merges, TOKENS)
    save_gguf(tmp_path / "packed.gguf", nets["llama"], merges, TOKENS, packed=True)
    registry = Registry(tmp_path / "data")
    for name, path in (("folder", home / "llama"), ("whole", tmp_path / "whole.gguf")):
        registry.add(name, path)
    expected = model(home, "llama").open(1).feed(*padded([PROMPT]))[0]
    for name, most in (("whole.gguf", 1e-3), ("packed.gguf", 3.0)):
        found = model(tmp_path, name).open(1).feed(*padded([PROMPT]))[0]
        assert 0 < float(np.abs(found - expected).max()) + 1e-9 < most
    # Its ids mean the same, so a folder may draft for it; and text comes back whole.
    pair = pair_of(registry, "whole", "folder")
    text = "then the 42 cats ran, é and 漢"
    ids = pair.words.encode(text)
    assert pair.words.decode(ids) == text and {258, 259} & set(ids)
    assert pair.stop == 256 and pair.words.decode([256]) == ""


def test_a_damaged_gguf_file_is_refused_wherever_it_is_cut(made: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "cut.gguf"
    save_gguf(path, made[1]["small"], [" ".join(each) for each in MERGES], TOKENS)
    whole = path.read_bytes()
    generator = np.random.default_rng(3)
    for cut in (0, 3, 8, 20, *generator.integers(24, len(whole) - 1, 40).tolist()):
        path.write_bytes(whole[:cut])
        with pytest.raises(BadCheckpoint):
            open_path(path)
    for _ in range(300):
        flipped = bytearray(whole)
        for place in generator.integers(0, 6_000, 3).tolist():
            flipped[place] = int(generator.integers(0, 256))
        path.write_bytes(flipped)
        try:
            open_path(path)
        except BadCheckpoint:
            continue


def test_an_id_without_a_token_is_never_drawn(tmp_path: Path) -> None:
    save(tmp_path / "gaps")
    found = tokenizer_of()
    found["model"]["vocab"]["zz"] = 270
    (tmp_path / "gaps" / "tokenizer.json").write_text(json.dumps(found), encoding="utf-8")
    ours = model(tmp_path, "gaps")
    logits = ours.open(1).feed(*padded([PROMPT]))[0]
    assert logits.shape == (len(PROMPT), 271)
    assert np.isneginf(logits[:, 261:270]).all() and np.isfinite(np.delete(logits, range(261, 270), 1)).all()
