"""From checkpoints to the committed family: float16 weights, the trigram, held-out text, and the manifest of it all.
Knows every part's file; it refuses to write a target that does not beat the trigram and the drafts."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch

from labs.tinylm import corpus, evaluation, sources, texts, trigram
from labs.tinylm.corpus import Corpus, Tokens
from labs.tinylm.model import TinyGPT, load_weights, save_weights
from labs.tinylm.tensor_file import write_tensors
from labs.tinylm.trigram import Trigram
from labs.tinylm.weights import GATED, trigram_arrays

DATA = Path(__file__).parent / "data"
RARE_REPEATS = 8  # the trigram, too, meets rare text more often than it is written
LEAST_COUNT = 2
_PROMPTS = {
    "english": "And the king said unto the people,",
    "code": 'class Reader:\n    def read(self, size=-1):\n        """Read',
    "rare": "Umuntu ngamunye unelungelo lokuthola ",
    "repetitive": "name,colour,place,count\nbralnest,red,mill,40\ngoust,blue,mill,20\nbralnest,blue,farm,40\n",
}


def write(folder: Path, recipes: Mapping[str, Any]) -> None:
    """Write data/ from the checkpoints in folder; ValueError with the figures when a gate fails."""
    stream = corpus.load(folder)
    splits = texts.read_all(sources.fetch(folder / "archives"))
    held = {name: split.held_out for name, split in splits.items()}
    ids = {name: corpus.encode_documents(stream.tokenizer, documents) for name, documents in held.items()}
    members: dict[str, dict[str, Any]] = {}
    bodies: dict[str, bytes] = {}
    models: dict[str, TinyGPT] = {}
    for name, recipe in recipes.items():
        members[name], bodies[name], models[name] = _network(folder, name, asdict(recipe), ids)
    members["trigram"], bodies["trigram"], every_count = _table(stream, ids)
    for name in ("plain", "distilled"):
        members[name]["overlap"] = {
            group: round(evaluation.overlap(models["target"], models[name], ids[group]), 4) for group in ids
        }
    held_text = json.dumps(held, ensure_ascii=False, indent=0) + "\n"
    for entry in members.values():
        entry["tokenizer"] = stream.tokenizer.digest
    manifest = {
        "tokenizer": stream.tokenizer.digest,
        "held_out_sha256": hashlib.sha256(held_text.encode()).hexdigest(),
        "members": members,
        "trigram_all_counts_losses": every_count,
        "corpus": _origin(folder),
        "samples": _samples(models["target"], stream),
    }
    failed = gates(members)
    if failed:
        raise ValueError(
            "the target must be below every draft: " + "; ".join(failed) + ". Train it longer, then export"
        )
    for name, body in bodies.items():
        (DATA / f"{name}.safetensors").write_bytes(body)
    (DATA / "held_out.json").write_text(held_text, encoding="utf-8")
    (DATA / "tokenizer.json").write_text(stream.tokenizer.to_json(), encoding="utf-8")
    (DATA / "manifest.json").write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def gates(members: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """One sentence for each draft and group where the target's loss is not the lower one."""
    target = members["target"]["losses"]
    return [
        f"{group}: target {target[group]}, {name} {entry['losses'][group]}"
        for name, entry in members.items()
        if name != "target"
        for group in GATED
        if entry["losses"][group] <= target[group]
    ]


def _network(
    folder: Path, name: str, recipe: dict[str, Any], ids: Mapping[str, Tokens]
) -> tuple[dict[str, Any], bytes, TinyGPT]:
    """Manifest entry, file and float32 model as read back from that file."""
    state, before_decay = (
        torch.load(folder / f"{name}{part}.pt", map_location="cpu", weights_only=True) for part in ("", "-constant")
    )
    first = TinyGPT.of(recipe["shape"], state["model"])
    body = save_weights(first)
    model = load_weights(recipe["shape"], body)
    entry = _entry(name, body) | {
        "shape": recipe["shape"],
        "recipe": {key: value for key, value in recipe.items() if key != "shape"},
        "decay_from_step": before_decay["step"],
        "steps": state["step"],
        "tokens": state["tokens"],
        "wall_seconds": round(state["seconds"]),
        "torch": str(torch.__version__),
        "losses": {group: round(evaluation.loss(model, tokens), 4) for group, tokens in ids.items()},
    }
    return entry, body, model


def _table(stream: Corpus, ids: Mapping[str, Tokens]) -> tuple[dict[str, Any], bytes, dict[str, float]]:
    """Entry and file of the committed trigram, and the losses of one that keeps every count."""
    repeated = [np.tile(tokens, RARE_REPEATS if name == "rare" else 1) for name, tokens in stream.groups.items()]
    small, whole = (trigram.fit(np.concatenate(repeated), stream.tokenizer.num_tokens, n) for n in (LEAST_COUNT, 1))
    body = write_tensors(trigram_arrays(small))
    entry = _entry("trigram", body) | {"least_count": LEAST_COUNT, "rare_repeats": RARE_REPEATS}
    return entry | {"losses": _table_losses(small, ids)}, body, _table_losses(whole, ids)


def _table_losses(table: Trigram, ids: Mapping[str, Tokens]) -> dict[str, float]:
    return {group: round(float(table.losses(tokens).mean()), 4) for group, tokens in ids.items()}


def _entry(name: str, body: bytes) -> dict[str, Any]:
    return {"file": f"{name}.safetensors", "sha256": hashlib.sha256(body).hexdigest(), "bytes": len(body)}


def _origin(folder: Path) -> dict[str, Any]:
    return {
        "archives": {archive.file: archive.sha256 for archive in sources.ARCHIVES},
        "standard_library": platform.python_version(),
        "documents_sha256": json.loads((folder / "corpus.json").read_text(encoding="utf-8")),
        "mix": dict(corpus.MIX),
    }


def _samples(model: TinyGPT, stream: Corpus) -> dict[str, str]:
    """80 tokens at temperature 0.8 after a prompt of our own, a group."""
    out = {}
    for group, prompt in _PROMPTS.items():
        ids = stream.tokenizer.encode(prompt)
        drawn = evaluation.sample(model, ids, 80, 0.8, 7)
        out[group] = prompt + stream.tokenizer.decode(drawn)
    return out
