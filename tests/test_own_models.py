"""`servelab models`: what is taken, what is refused before anything is loaded, and in which words.
It refuses to run a model; no model library is needed here."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from labs import quote
from labs.checkpoints import pair as pair_module
from tests.own_models import CONFIG, ran, write_model


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_model(tmp_path / "tiny")


def test_a_folder_is_added_listed_described_and_forgotten(
    data: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair_module, "find_spec", lambda name: True)
    said = ran(data, "models", "add", "tiny", str(folder)).output
    assert "LlamaForCausalLM, 2 layers, hidden size 16, 4 heads" in said
    assert "261 tokens, 59 rows of padding" in said and "context here: 512 tokens" in said
    assert "servelab speculate --target tiny --draft lookup" in said
    assert ran(data, "models", "list").output.startswith("tiny: ")
    assert str(folder) in ran(data, "models", "describe", "tiny").output
    held = sorted(each.name for each in folder.iterdir())
    ran(data, "models", "remove", "tiny")
    assert ran(data, "models", "list").output == "None is registered: servelab models add NAME PATH\n"
    assert sorted(each.name for each in folder.iterdir()) == held
    assert 'There is no model "tiny".' in ran(data, "models", "remove", "tiny", fails=1).output


def test_a_model_that_cannot_run_is_kept_and_what_is_missing_is_said_in_place_of_a_command_to_try(
    data: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair_module, "find_spec", lambda name: None if name == "transformers" else True)
    *_, missing, last = ran(data, "models", "add", "tiny", str(folder)).output.splitlines()
    assert missing.startswith("tiny can't run. The model tiny needs transformers, which") and "pip install" in missing
    assert last == "The name is kept. When that is mended, ask again: servelab models describe tiny"
    assert "tiny: can't run." in ran(data, "models", "list").output
    monkeypatch.setattr(pair_module, "find_spec", lambda name: True)
    monkeypatch.setattr(pair_module, "available_bytes", lambda: 1_000.0)
    *_, missing, last = ran(data, "models", "add", "tiny", str(folder)).output.splitlines()
    assert "of memory (" in missing and "Try it" not in last


@pytest.mark.parametrize("name", ["lookup", "self", "target", "Big", "a/b", "", "x" * 41, "..", "-v", "é"])
def test_a_name_that_means_something_else_is_refused(data: Path, folder: Path, name: str) -> None:
    said = ran(data, "models", "add", "--", name, str(folder), fails=1).output
    assert f'The name "{quote(name)}" can\'t be taken.' in said
    assert not data.exists()


def test_missing_files_are_all_named(data: Path, folder: Path) -> None:
    for gone, said in (
        ("tokenizer.json", "The folder lacks tokenizer.json. "),
        ("model.safetensors", "The folder lacks tokenizer.json, model.safetensors. "),
        ("config.json", "The folder lacks config.json, tokenizer.json, model.safetensors. "),
    ):
        (folder / gone).unlink()
        assert said in ran(data, "models", "add", "tiny", str(folder), fails=1).output
    assert "There is no nowhere" in ran(data, "models", "add", "tiny", "nowhere", fails=1).output
    (folder / "weights.onnx").write_bytes(b"x")
    assert (
        "is neither a folder nor a GGUF file"
        in ran(data, "models", "add", "tiny", str(folder / "weights.onnx"), fails=1).output
    )


class Trap:
    """Unpickled, it makes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return (Path.touch, (self.path,))  # type: ignore[return-value]


def test_pickled_weights_are_refused_and_never_opened(data: Path, folder: Path, tmp_path: Path) -> None:
    (folder / "model.safetensors").unlink()
    sprung = tmp_path / "sprung"
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Trap(sprung)))
    for path in (folder, folder / "pytorch_model.bin"):
        said = ran(data, "models", "add", "tiny", str(path), fails=1).output
        assert "The weights are pickle files (pytorch_model.bin), which can run any code" in said
        assert "convert it once: python -c" in said
    assert not sprung.exists()
    # Beside safetensors they are left alone.
    write_model(folder)
    ran(data, "models", "add", "tiny", str(folder))
    assert not sprung.exists()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"architectures": ["MambaForCausalLM"]}, 'names "MambaForCausalLM"; models of LlamaForCausalLM, Mistral'),
        ({"architectures": None}, "names no architecture"),
        ({"auto_map": {"AutoModel": "x.Y"}}, 'asks for code of its own, which is never run here ("auto_map")'),
        ({"quantization_config": {"bits": 4}}, "says that the weights are quantised"),
        ({"hidden_size": "16"}, "\"hidden_size\" in config.json is '16'; a whole number from 1 is needed."),
        ({"num_key_value_heads": 3}, "has 4 heads in 3 groups of keys"),
        ({"hidden_size": 18}, '"hidden_size" 18, which its 4 heads do not divide'),
        ({"tie_word_embeddings": "yes"}, "true or false is needed"),
        ({"vocab_size": 260}, "The tokenizer has 261 tokens and the model 260 rows"),
        ({"vocab_size": 384}, "model.embed_tokens.weight is 320 x 16 in the weights; config.json asks for 384 x 16."),
        ({"num_hidden_layers": 3}, "The weights lack model.layers.2."),
    ],
)
def test_a_config_that_can_not_run_is_refused(data: Path, folder: Path, changes: dict[str, Any], said: str) -> None:
    (folder / "config.json").write_text(json.dumps(CONFIG | changes), encoding="utf-8")
    assert said in ran(data, "models", "add", "tiny", str(folder), fails=1).output


def test_weights_that_are_not_whole_are_refused(data: Path, folder: Path) -> None:
    path = folder / "model.safetensors"
    whole = path.read_bytes()
    for bad, said in (
        (whole[:-1], "it was not copied whole"),
        (whole[:20], "is not a whole safetensors file"),
        (b"", "is not a whole safetensors file"),
        (whole.replace(b'"F32"', b'"U32"', 1), "is stored as U32; F32, F16, BF16 are allowed"),
        (whole.replace(b'"shape":[16]', b'"shape":[17]', 1), "a size that is not that of its shape"),
        (whole.replace(b'{"model', b'["model', 1), "is not JSON that can be read"),
    ):
        path.write_bytes(bad)
        assert said in ran(data, "models", "add", "tiny", str(folder), fails=1).output


def test_parts_are_found_by_their_index_and_only_in_the_folder(data: Path, folder: Path) -> None:
    (folder / "model.safetensors").rename(folder / "model-1.safetensors")
    index = folder / "model.safetensors.index.json"
    for part, said in (
        ("../secret.safetensors", "which is no safetensors file of this folder"),
        ("model.bin", "which is no safetensors file of this folder"),
        ("model-2.safetensors", "The folder lacks model-2.safetensors, which model.safetensors.index.json names"),
    ):
        index.write_text(json.dumps({"weight_map": {"a": part, "b": "model-1.safetensors"}}), encoding="utf-8")
        assert said in ran(data, "models", "add", "tiny", str(folder), fails=1).output
    index.write_text(json.dumps({"weight_map": {"b": "model-1.safetensors"}}), encoding="utf-8")
    ran(data, "models", "add", "tiny", str(folder))


def test_tokenizers_of_other_kinds_are_refused(data: Path, folder: Path) -> None:
    path = folder / "tokenizer.json"
    for text, said in (
        ('{"model": {"type": "Unigram"}}', "is of the kind 'Unigram'; only BPE"),
        ("[]", "holds list, not an object"),
        ("[" * 100_000, "is not JSON that can be read"),
        ('{"model": {"type": "BPE", "vocab": {"a": -1}, "merges": []}}', "has ids outside 0"),
        ('{"model": {"type": "BPE", "vocab": {"a": 10000000}, "merges": []}}', "has ids outside 0"),
        ('{"model": {"type": "BPE", "vocab": {"a": 1}, "merges": [5]}}', "can't be read"),
    ):
        path.write_text(text, encoding="utf-8")
        assert said in ran(data, "models", "add", "tiny", str(folder), fails=1).output


def test_a_folder_that_moved_or_changed_is_said_without_its_path(data: Path, folder: Path, tmp_path: Path) -> None:
    ran(data, "models", "add", "tiny", str(folder))
    folder.rename(tmp_path / "elsewhere")
    said = ran(data, "speculate", "--target", "tiny", fails=1).output
    assert "tiny: its files are no longer where they were when it was added." in said
    assert "servelab models add tiny PATH" in said and str(tmp_path) not in said
    assert "can't run. tiny: its files are no longer" in ran(data, "models", "list").output
    write_model(folder, vocab_size=384)
    said = ran(data, "speculate", "--target", "tiny", fails=1).output
    assert "tiny: its files have changed since it was added." in said and str(tmp_path) not in said
    ran(data, "models", "add", "tiny", str(folder))
    (folder / "tokenizer.json").unlink()
    said = ran(data, "speculate", "--target", "tiny", fails=1).output
    assert "tiny: The folder lacks tokenizer.json." in said and str(tmp_path) not in said
