"""The committed family keeps its manifest's word: digests, sizes, losses, and a target below every draft.
Reads the shipped held-out text; trains nothing."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from labs.tinylm import held_out, load_model, load_numpy_model, load_tokenizer, load_trigram, read_manifest, weights
from labs.tinylm.tokenizer import END
from labs.tinylm.weights import GATED, MODELS

DATA = Path(weights.__file__).parent / "data"
GROUPS = ("english", "code", "rare", "unseen", "repetitive")


def group_ids(group: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    tokenizer, ids = load_tokenizer(), [END]
    for document in held_out()[group]:
        ids += [*tokenizer.encode(document), END]
    return np.array(ids, dtype=np.int64)


@pytest.mark.parametrize("name", [*MODELS, "trigram"])
def test_each_file_has_the_digest_of_the_manifest(name: str) -> None:
    entry = read_manifest().member(name)
    assert hashlib.sha256((DATA / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]
    assert entry["tokenizer"] == load_tokenizer().digest


def test_all_weights_together_are_at_most_25_megabytes() -> None:
    assert sum(path.stat().st_size for path in DATA.glob("*.safetensors")) <= 25_000_000


def test_held_out_text_is_about_20_kilobytes_a_group_and_as_it_was_measured() -> None:
    body = (DATA / "held_out.json").read_bytes()
    assert hashlib.sha256(body).hexdigest() == read_manifest().raw["held_out_sha256"]
    for group in GROUPS:
        assert 18_000 <= sum(len(text.encode()) for text in held_out()[group]) <= 22_000


@pytest.mark.parametrize("group", GATED)
def test_the_target_is_below_every_draft(group: str) -> None:
    manifest = read_manifest()
    target = manifest.losses("target")[group]
    for draft in ("distilled", "plain", "trigram"):
        assert target < manifest.losses(draft)[group]
    assert target < manifest.raw["trigram_all_counts_losses"][group]


@pytest.mark.parametrize("group", GATED)
def test_distillation_raises_the_overlap_with_the_target(group: str) -> None:
    manifest = read_manifest()
    assert manifest.member("distilled")["overlap"][group] > manifest.member("plain")["overlap"][group]


@pytest.mark.parametrize("group", GROUPS)
def test_the_trigram_has_the_losses_of_the_manifest(group: str) -> None:
    found = float(load_trigram().losses(group_ids(group)).mean())
    assert found == pytest.approx(read_manifest().losses("trigram")[group], abs=0.02)


@pytest.mark.parametrize("name", MODELS)
def test_the_networks_have_the_losses_of_the_manifest(name: str) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    from labs.tinylm import evaluation

    model = load_model(name)
    for group in GROUPS:
        expected = read_manifest().losses(name)[group]
        assert evaluation.loss(model, group_ids(group)) == pytest.approx(expected, abs=0.02)


def test_a_changed_file_is_refused_before_it_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = json.loads((DATA / "manifest.json").read_text(encoding="utf-8"))
    manifest["members"]["trigram"]["sha256"] = "0" * 64
    monkeypatch.setattr(weights, "read_manifest", lambda: weights.Manifest(manifest))
    with pytest.raises(ValueError, match=r"trigram\.safetensors has SHA-256"):
        weights.load_trigram()


def test_an_unknown_member_is_named_with_those_there_are() -> None:
    with pytest.raises(KeyError, match="target, plain, distilled, trigram"):
        load_model("huge")


@pytest.mark.parametrize("name", ["distilled", "plain"])
def test_the_numpy_drafts_judge_text_as_the_manifest_says(name: str) -> None:
    draft, ids = load_numpy_model(name), group_ids("english")[:2561]
    nats = []
    for start in range(0, len(ids) - 1, 256):
        logits = draft(ids[None, start : start + 256], draft.new_cache())[0].astype(np.float64)
        nats.append(np.log(np.exp(logits).sum(-1)) - logits[np.arange(256), ids[start + 1 : start + 257]])
    # An eighth of the group, and less text before each token: near, not equal.
    assert np.mean(nats) == pytest.approx(read_manifest().losses(name)["english"], abs=0.4)


def test_opening_the_room_loads_no_torch() -> None:
    code = "import sys, labs, labs.tinylm as room; room.load_tokenizer(); sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
