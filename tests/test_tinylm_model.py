"""The small GPT: shapes, the cache against the whole, and a few steps of training.
Random weights only; the committed ones are in test_tinylm_family.py."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")

from labs.tinylm import evaluation, export, training  # noqa: E402
from labs.tinylm.corpus import Corpus  # noqa: E402
from labs.tinylm.model import Shape, TinyGPT, load_weights, save_weights  # noqa: E402
from labs.tinylm.muon import orthogonal  # noqa: E402
from labs.tinylm.numpy_model import NumpyGPT  # noqa: E402
from labs.tinylm.tensor_file import read_tensors  # noqa: E402
from labs.tinylm.tokenizer import Tokenizer  # noqa: E402
from labs.tinylm.training import Phase, Plan, Recipe, Run  # noqa: E402
from labs.tinylm.weights import GATED  # noqa: E402

SHAPE = Shape(layers=2, width=32, heads=2, context=24, vocabulary=40)
RECIPE = Recipe(SHAPE, (Phase(0, 4, 12), Phase(10, 2, 24)), warmup_steps=5)


def random_model(seed: int = 1) -> TinyGPT:
    torch.manual_seed(seed)
    model = TinyGPT(SHAPE)
    for weight in model.parameters():
        torch.nn.init.normal_(weight, std=0.3)
    return model.eval().requires_grad_(False)


def pattern_corpus() -> Corpus:
    """A stream that a model can learn in a few steps: each id is followed by the next one."""
    ids = np.arange(400, dtype=np.int64) % SHAPE.vocabulary
    names = ("english", "code", "rare", "repetitive")
    return Corpus(Tokenizer(()), dict.fromkeys(names, ids))


def test_logits_have_a_row_for_each_token() -> None:
    assert random_model()(torch.zeros(3, 7, dtype=torch.long)).shape == (3, 7, SHAPE.vocabulary)


@pytest.mark.parametrize("cuts", [(24,), (1,) * 24, (5, 1, 9, 9), (23, 1)])
def test_the_cache_gives_what_the_whole_gives(cuts: tuple[int, ...]) -> None:
    model, tokens = random_model(), torch.arange(48).reshape(2, 24) % SHAPE.vocabulary
    cache = model.new_cache(2)
    parts = [model(part, cache) for part in tokens.split(cuts, dim=1)]
    assert cache.length == 24
    torch.testing.assert_close(torch.cat(parts, dim=1), model(tokens), atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("cuts", [(24,), (1,) * 24, (5, 1, 9, 9)])
def test_the_numpy_form_gives_what_torch_gives(cuts: tuple[int, ...]) -> None:
    model, tokens = random_model(), torch.arange(24) * 7 % SHAPE.vocabulary
    twin = NumpyGPT(vars(SHAPE), read_tensors(save_weights(model)))
    model = load_weights(vars(SHAPE), save_weights(model))
    cache = twin.new_cache()
    parts = [twin(part[None].numpy(), cache)[0] for part in tokens.split(cuts)]
    np.testing.assert_allclose(np.concatenate(parts), model(tokens[None])[0].numpy(), atol=2e-4, rtol=2e-4)
    with pytest.raises(ValueError, match="25 tokens do not fit"):
        twin(np.array([[0]]), cache)


def test_rows_of_different_lengths_are_as_if_alone_in_the_numpy_form() -> None:
    model = random_model()
    twin = NumpyGPT(vars(SHAPE), read_tensors(save_weights(model)))
    model = load_weights(vars(SHAPE), save_weights(model))
    texts = [list(range(3, 3 + size)) for size in (9, 1, 16)]
    cache, at = twin.new_cache(3), [0, 0, 0]
    for counts in ((4, 1, 2), (0, 0, 9), (5, 0, 5)):
        fed = np.zeros((3, max(counts)), dtype=np.int64)
        for row, count in enumerate(counts):
            fed[row, :count] = texts[row][at[row] : at[row] + count]
        logits = twin(fed, cache, np.array(counts))
        for row, count in enumerate(counts):
            whole = model(torch.tensor([texts[row]]))[0].numpy()[at[row] : at[row] + count]
            np.testing.assert_allclose(logits[row, :count], whole, atol=2e-4, rtol=2e-4)
            at[row] += count
    assert cache.lengths.tolist() == [9, 1, 16]


def test_setting_the_length_back_is_a_rollback() -> None:
    model, tokens = random_model(), torch.arange(10)[None]
    cache = model.new_cache(1)
    model(tokens, cache)
    model(torch.full((1, 4), 39), cache)
    cache.length = 10
    torch.testing.assert_close(model(torch.tensor([[5]]), cache), model(torch.tensor([[*range(10), 5]]))[:, -1:])


def test_a_later_token_changes_nothing_before_it() -> None:
    model, tokens = random_model(), torch.arange(12)[None]
    changed = tokens.clone()
    changed[0, 7] = 30
    before, after = model(tokens)[0], model(changed)[0]
    torch.testing.assert_close(before[:7], after[:7])
    assert not torch.allclose(before[7], after[7])


def test_more_tokens_than_the_context_are_refused() -> None:
    with pytest.raises(ValueError, match="25 tokens do not fit: the context holds 24"):
        random_model()(torch.zeros(1, 25, dtype=torch.long))


@pytest.mark.parametrize(("width", "heads"), [(30, 4), (0, 1)])
def test_an_impossible_shape_is_refused(width: int, heads: int) -> None:
    with pytest.raises(ValueError, match=f"{width}"):
        Shape(1, width, heads)


def test_weights_come_back_from_their_file_to_half_precision() -> None:
    model = random_model()
    sizes = {"layers": 2, "width": 32, "heads": 2, "context": 24, "vocabulary": 40}
    again = load_weights(sizes, save_weights(model))
    for name, weight in model.state_dict().items():
        torch.testing.assert_close(again.state_dict()[name], weight.half().float())


def test_a_file_of_another_shape_is_refused() -> None:
    sizes = {"layers": 1, "width": 32, "heads": 2, "context": 24, "vocabulary": 40}
    with pytest.raises(ValueError, match=r"blocks\.1\.down\.weight"):
        load_weights(sizes, save_weights(random_model()))


@pytest.mark.parametrize("size", [(16, 16), (8, 32), (32, 8)])
def test_the_optimiser_makes_matrices_nearly_orthogonal(size: tuple[int, int]) -> None:
    singular = torch.linalg.svdvals(orthogonal(torch.randn(size, generator=torch.Generator().manual_seed(2))))
    assert 0.5 < float(singular.min()) <= float(singular.max()) < 1.4


def test_twenty_steps_of_training_lower_the_loss() -> None:
    run, corpus, plan = Run(RECIPE, "cpu"), pattern_corpus(), Plan(20, 15)
    losses = [run.learn(corpus, plan, training.cross_entropy) for _ in range(20)]
    assert losses[0] == pytest.approx(np.log(SHAPE.vocabulary), abs=0.01)
    assert losses[-1] < 0.8 * losses[0]
    assert run.tokens == 20 * 48


def test_a_resumed_run_equals_one_that_was_not_stopped(tmp_path: Path) -> None:
    corpus, straight = pattern_corpus(), Run(RECIPE, "cpu")
    for name, plan in (("a", Plan(12, 8)), ("b", Plan(6, 6)), ("b", Plan(12, 8))):
        run = Run(RECIPE, "cpu")
        training.follow(run, corpus, plan, training.cross_entropy, tmp_path / f"{name}.pt", tmp_path / "log", 1e9)
        straight = run if name == "a" else straight
    for weight, again in zip(straight.model.parameters(), run.model.parameters(), strict=True):
        torch.testing.assert_close(again, weight, atol=0, rtol=0)


def test_a_checkpoint_of_another_recipe_is_refused(tmp_path: Path) -> None:
    Run(RECIPE, "cpu").save(tmp_path / "a.pt")
    with pytest.raises(ValueError, match="made by"):
        Run(Recipe(SHAPE, RECIPE.phases, seed=8), "cpu").restore(tmp_path / "a.pt")


def test_a_draft_that_equals_its_teacher_has_the_least_loss_and_full_overlap() -> None:
    teacher, other = random_model(1), random_model(2)
    tokens = torch.arange(20)[None]
    soft = training.distillation(teacher)
    assert soft(teacher(tokens), tokens, tokens) < soft(other(tokens), tokens, tokens)
    assert evaluation.overlap(teacher, teacher, np.arange(20)) == pytest.approx(1.0)
    assert evaluation.overlap(teacher, other, np.arange(20)) < 0.9


def test_overlapping_windows_judge_each_token_once() -> None:
    flat = TinyGPT(SHAPE).eval()
    for length in (2, 12, 13, 24, 25, 61):
        ids = np.arange(length, dtype=np.int64) % SHAPE.vocabulary
        assert evaluation.loss(flat, ids) == pytest.approx(np.log(SHAPE.vocabulary), abs=1e-5)


def test_greedy_text_is_the_likeliest_token_each_time_and_a_seed_repeats() -> None:
    model = random_model()
    drawn = evaluation.sample(model, [3, 4], 5, 0.0, 1)
    whole = model(torch.tensor([[3, 4, *drawn[:-1]]]))[0, 1:].argmax(-1).tolist()
    assert drawn == whole
    assert evaluation.sample(model, [3], 8, 1.0, 5) == evaluation.sample(model, [3], 8, 1.0, 5)


def test_export_names_each_group_where_the_target_does_not_lead() -> None:
    low, high = dict.fromkeys(GATED, 2.0), dict.fromkeys(GATED, 3.0)
    assert export.gates({"target": {"losses": low}, "plain": {"losses": high}}) == []
    behind = export.gates({"target": {"losses": low | {"rare": 3.0}}, "plain": {"losses": high}})
    assert behind == ["rare: target 3.0, plain 3.0"]
