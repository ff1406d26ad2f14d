"""Registered models in a run: drafts of other tokens, missing libraries, too little memory, the doctor, the shape.
It refuses to run a model; no model library is needed here."""

import shutil
from pathlib import Path

import pytest

from labs.checkpoints import BadCheckpoint, Registry, check_memory, open_path, pair_of
from labs.checkpoints import pair as pair_module
from labs.checkpoints.memory import _group_bytes
from labs.checkpoints.shape import ARCHITECTURES, read_shape
from tests.own_models import CONFIG, MERGES, ran, tokenizer_of, write_model


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_model(tmp_path / "tiny")


def test_a_draft_with_other_tokens_is_refused_with_the_first_difference(data: Path, tmp_path: Path) -> None:
    swapped = (MERGES[0], MERGES[2], MERGES[1], MERGES[3])
    other_merge = tokenizer_of()
    other_merge["model"]["merges"][2] = ["n", "a"]
    makes = {
        "target": tokenizer_of(),
        "same": tokenizer_of(),
        "swapped": tokenizer_of(swapped),
        "longer": tokenizer_of((*MERGES, ("an", "d"))),
        "ended": tokenizer_of(end="<stop>"),
        "merged": other_merge,
    }
    for name, made in makes.items():
        ran(data, "models", "add", f"m-{name}", str(write_model(tmp_path / name, made)))
    for name, said in (
        ("swapped", "token 258 is 'the' in m-target and 'an' in m-swapped"),
        ("longer", "m-target has 261 tokens and m-longer has 262"),
        ("ended", "token 256 is '<end>' in m-target and '<stop>' in m-ended"),
        ("merged", "merge 2 joins 'a' and 'n' in m-target and 'n' and 'a' in m-merged"),
    ):
        found = ran(data, "speculate", "--target", "m-target", "--draft", f"m-{name}", fails=1).output
        assert f"m-{name} can't draft for m-target, since their tokenizers differ: {said}." in found
    pair = pair_of(Registry(data), "m-target", "m-same")
    assert pair.drafts == ("lookup", "self", "m-same")


def test_wishes_that_can_not_be_are_refused(data: Path, folder: Path) -> None:
    ran(data, "models", "add", "tiny", str(folder))
    for more, said in (
        (("--target", "other"), 'There is no model "other". There are tiny.'),
        (("--target", "tiny", "--draft", "distilled"), "belongs to the pair that ships, which has another tokenizer"),
        (("--target", "tiny", "--draft", "x"), 'There is no draft "x" for tiny. There are lookup, self.'),
        (("--draft", "tiny"), 'There is no draft "tiny". There are distilled, plain, trigram, lookup, self.'),
        (("--target", "tiny", "--engine", "numpy"), "The model tiny runs on the engine torch: choose --engine torch."),
        (
            ("--target", "tiny", "--precision", "bfloat16"),
            "The model tiny computes in float32 only: leave --precision out.",
        ),
    ):
        assert said in ran(data, "speculate", *more, fails=1).output
    assert "leave --target out" in ran(data, "speculate", "--target", "tiny", "--bench", "x.json", fails=2).output


def test_a_missing_library_is_said_with_the_command_that_installs_it(
    data: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran(data, "models", "add", "tiny", str(folder))
    there = {"torch": True}
    monkeypatch.setattr(pair_module, "find_spec", there.get)
    said = "The model tiny needs transformers, tokenizers, safetensors, which are not installed here; pip install"
    assert said in ran(data, "speculate", "--target", "tiny", fails=1).output
    assert said in ran(data, "models", "list").output
    assert "-e '.[models]'" in ran(data, "models", "describe", "tiny").output


def test_too_little_memory_is_said_with_both_numbers_before_loading(
    data: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran(data, "models", "add", "tiny", str(folder))
    monkeypatch.setattr(pair_module, "find_spec", lambda name: True)
    monkeypatch.setattr(pair_module, "available_bytes", lambda: 0.3e9)
    monkeypatch.setattr(pair_module, "load", None)
    said = ran(data, "speculate", "--target", "tiny", fails=1).output
    assert "tiny needs 0.40 GB of memory" in said and "and 0.30 GB are available" in said
    assert "can't run. tiny needs 0.40 GB" in ran(data, "models", "list").output
    # 2 layers x 2 (key, value) x 2 heads x 4 numbers x 4 bytes x 512 tokens x 2 caches, and 9,040 weights of 4 bytes.
    found = open_path(folder)
    check_memory("tiny", [found], 0.4e9 + 2 * 2 * 2 * 4 * 4 * 512 * 2 + 2 * 9_040 * 4)
    with pytest.raises(BadCheckpoint):
        check_memory("tiny", [found], 0.4e9 + 2 * 2 * 2 * 4 * 4 * 512 * 2 + 2 * 9_040 * 4 - 1)
    check_memory("tiny", [found], None)


def test_a_container_may_take_no_more_than_its_limit(tmp_path: Path) -> None:
    assert _group_bytes(tmp_path) is None
    (tmp_path / "memory.current").write_text("400\n")
    for limit, left in (("max", None), ("1000", 600.0), ("300", 0.0)):
        (tmp_path / "memory.max").write_text(f"{limit}\n")
        assert _group_bytes(tmp_path) == left


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("tied", [True, False])
def test_the_ledgers_formula_counts_the_weights_that_are_asked_for(architecture: str, tied: bool) -> None:
    changes = {"architectures": [architecture], "tie_word_embeddings": tied, "attention_bias": True, "mlp_bias": True}
    shape = read_shape(CONFIG | changes)
    numbers = 0
    for sizes in shape.tensors().values():
        numbers += sizes[0] * (sizes[1] if len(sizes) == 2 else 1)
    assert shape.parameters == numbers


def test_a_sliding_window_bounds_the_context(tmp_path: Path) -> None:
    assert read_shape(CONFIG | {"sliding_window": 64}).context == 64
    assert read_shape(CONFIG | {"sliding_window": 64, "use_sliding_window": False}).context == 512
    assert read_shape(CONFIG | {"max_position_embeddings": 131_072}).context == 2_048


def test_the_doctor_lists_registered_models(data: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.config import Settings
    from app.doctor.own_models import own_models

    settings = Settings(data=data)
    assert (own_models(settings).state, own_models(settings).says) == ("ok", "None of your own is registered.")
    ran(data, "models", "add", "tiny", str(folder))
    monkeypatch.setattr(pair_module, "find_spec", lambda name: True)
    assert own_models(settings).state == "ok" and "tiny can run: 0.0 million" in own_models(settings).says
    shutil.rmtree(folder)
    line = own_models(settings)
    assert line.state == "note" and "tiny can't run." in line.says and "models remove NAME" in line.do
    (data / "models.json").write_text("[", encoding="utf-8")
    assert own_models(settings).state == "note"


def test_a_page_asks_for_a_pair_by_name_says_what_is_missing_and_registers_none(
    data: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app import create_app
    from app.config import Settings

    ran(data, "models", "add", "tiny", str(folder))
    app = create_app(Settings(data=data))
    assert [rule.rule for rule in app.url_map.iter_rules() if "model" in rule.rule] == []
    address = "/labs/speculative-decoding?view=live&pair=tiny%2Blookup"
    monkeypatch.setattr(pair_module, "find_spec", lambda name: True)
    page = app.test_client().get(address).get_data(as_text=True)
    assert "Pair of your own" in page and "tiny+lookup" in page and "Run live" in page
    assert str(folder) not in page
    monkeypatch.setattr(pair_module, "find_spec", lambda name: None)
    answer = app.test_client().get(f"{address}&seed=8")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422 and "The model tiny needs torch, transformers, tokenizers, safetensors" in page
    assert "pip install -e" in page and str(folder) not in page
