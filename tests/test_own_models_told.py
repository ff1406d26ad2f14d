"""Registered models as a person meets them: the command, the events of a run, the watched run of the lab.
Not run where transformers is not installed, and it says so."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("transformers", reason="transformers is not installed")
pytest.importorskip("gguf", reason="gguf is not installed")

from app.files import StoredFiles  # noqa: E402
from labs import BadParams, Event, get_lab, parse, result_form, run_apart  # noqa: E402
from labs.checkpoints import Registry, pair_of  # noqa: E402
from labs.decoding import Engine, RunSettings, live  # noqa: E402
from labs.decoding.live import _token  # noqa: E402
from labs.speculative_decoding.run_words import seen  # noqa: E402
from tests.own_models import ran  # noqa: E402
from tests.own_running import save  # noqa: E402

ENGINE = Engine("torch")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two folders, a target and a draft."""
    folder = tmp_path_factory.mktemp("models")
    save(folder / "llama")
    save(folder / "small", seed=3, num_hidden_layers=1, vocab_size=261, tie_word_embeddings=True)
    return folder


def test_the_command_runs_a_registered_pair_and_says_first_what_loading_costs(home: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    for name in ("llama", "small"):
        ran(data, "models", "add", name, str(home / name))
    asked = ("speculate", "--target", "llama", "--temperature", "0", "--max-new", "12", "--format", "json")
    done = ran(data, *asked, "--draft", "small")
    assert done.stderr.startswith("Loading llama with small: about 0.40 GB of memory and ")
    first = json.loads(done.stdout)
    assert [first["params"][name] for name in ("target", "draft", "engine")] == ["llama", "small", "torch"]
    assert first["tokens"] == first["plain_tokens"] and len(first["tokens"]) == 12
    assert first["machine"]["transformers"] and first["machine"]["torch"] == torch.__version__
    for more in (("--draft", "self"), ("--prompt", "The king"), ()):
        found = json.loads(ran(data, *asked, *more).stdout)
        assert found["tokens"] == found["plain_tokens"]
        if "self" in more:
            assert found["facts"]["acceptance"]["value"] == 1
            assert found["tokens"] == first["tokens"]
    compared = ("--compare", "--slice", "rare", "--prompts", "2", "--max-new", "6", "--draft", "small")
    said = ran(data, "speculate", "--target", "llama", *compared)
    assert "rare: drafting is" in said.stdout and "Loading llama with small" in said.stderr
    assert ran(data, "models", "list").output.count("can run: ") == 2


def test_an_event_says_what_loading_costs_and_tokens_repeat_by_seed(home: Path, tmp_path: Path) -> None:
    registry = Registry(tmp_path)
    registry.add("llama", home / "llama")
    settings = RunSettings(draft="lookup", max_new=10, engine=ENGINE, pair=pair_of(registry, "llama", "lookup"))
    events = list(live(settings))
    assert events[0].data["words"].startswith("Loading llama: about 0.40 GB of memory")
    *_, again = live(replace(settings, pair=pair_of(registry, "llama", "lookup")))
    assert again.data["tokens"] == events[-1].data["tokens"]
    assert settings == replace(settings, pair=pair_of(registry, "llama", "lookup"))


def test_what_only_the_library_finds_wrong_is_said_too(home: Path, tmp_path: Path) -> None:
    data, folder = tmp_path / "data", tmp_path / "odd"
    for file, key, value, said in (
        ("config.json", "hidden_act", "sine", "odd: transformers can't build it from its config.json"),
        ("config.json", "rope_parameters", {"rope_type": "spiral"}, "odd: transformers can't build it"),
        ("tokenizer.json", "pre_tokenizer", {"type": "Scissors"}, "The library tokenizers can't read tokenizer.json"),
    ):
        shutil.copytree(home / "small", folder, dirs_exist_ok=True)
        found = json.loads((folder / file).read_text(encoding="utf-8")) | {key: value}
        (folder / file).write_text(json.dumps(found), encoding="utf-8")
        ran(data, "models", "add", "odd", str(folder))
        assert said in ran(data, "speculate", "--target", "odd", "--max-new", "2", fails=1).output


def _ids(events: list[Event]) -> list[int]:
    rounds = [event.data for event in events if event.name == "round"]
    return [each["id"] for told in rounds for each in (*told["drafted"], told["extra"]) if each]


def test_a_watched_run_takes_a_pair_by_its_names_and_tells_no_path(home: Path, tmp_path: Path) -> None:
    lab, files = get_lab("speculative-decoding"), StoredFiles(tmp_path)
    for name in ("llama", "small"):
        Registry(tmp_path).add(name, home / name)

    def watched(pair: str, **more: str) -> tuple[Any, list[Event], Any]:
        params = parse(lab, {"view": "live", "pair": pair, "temperature": "0", "max_new": "8", **more}.items())
        events: list[Event] = []
        return params, events, run_apart(lab, params, files, events.append)

    params, events, result = watched("llama+small")
    assert events[0].data["words"].startswith("Loading llama with small: about 0.40 GB")
    assert "On this machine, llama drafted for by small, for this English prompt, drafting " in result.says
    assert "transformers" in result.facts["answer"].source
    assert result.facts["tokens"].value == 8 and lab.so_far is not None
    half = lab.so_far(params, events[:4])
    assert half is not None and half.table("rounds").rows[0] == result.table("rounds").rows[0]
    # The pieces are of the pair's own tokenizer, whose token 258 is "the".
    cells = zip(result.table("tokens").values("token"), _ids(events), strict=True)
    table = pair_of(Registry(tmp_path), "llama", "lookup").words.token_bytes
    assert all(cell == seen(_token(token, table)) for cell, token in cells)
    alone = watched("llama")[2]
    assert alone.table("texts").rows[0][2:] == result.table("texts").rows[0][2:]
    told = json.dumps([event.data for event in events]) + json.dumps(result_form(lab, params, result))
    assert str(home) not in told
    for pair, said in (
        ("other", 'There is no model "other". There are llama, small.'),
        ("llama+other", 'There is no draft "other" for llama. There are lookup, self, small.'),
    ):
        with pytest.raises(BadParams, match=re.escape(said)) as refused:
            watched(pair)
        assert refused.value.errors[0].name == "pair"
    with pytest.raises(BadParams, match="runs on the engine torch"):
        watched("llama", device="numpy")
