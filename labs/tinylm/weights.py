"""The committed family on disk: a manifest, float16 tensors, a digest that is checked before a file is parsed.
Knows files and shapes; torch only where a model is asked for."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from labs.tinylm.numpy_model import NumpyGPT
from labs.tinylm.tensor_file import Array, read_tensors
from labs.tinylm.tokenizer import Tokenizer, read_tokenizer
from labs.tinylm.trigram import Rows, Trigram

if TYPE_CHECKING:
    from labs.tinylm.model import TinyGPT

GATED = ("english", "code", "rare", "repetitive")
MODELS = ("target", "distilled", "plain")


@dataclass(frozen=True)
class Manifest:
    """What data/manifest.json says: a file, its digest and its held-out losses for each member of the family."""

    raw: dict[str, Any]

    def member(self, name: str) -> dict[str, Any]:
        """The entry of one member; KeyError with the names there are."""
        members: dict[str, dict[str, Any]] = self.raw["members"]
        if name not in members:
            raise KeyError(f"no member {name!r}: the family has {', '.join(members)}")
        return members[name]

    def losses(self, name: str) -> dict[str, float]:
        """Nats a token on held-out text, a group."""
        return {group: float(value) for group, value in self.member(name)["losses"].items()}


def _data(name: str) -> bytes:
    return (files("labs.tinylm") / "data" / name).read_bytes()


def read_manifest() -> Manifest:
    return Manifest(json.loads(_data("manifest.json")))


def _checked(manifest: Manifest, entry: dict[str, Any]) -> bytes:
    body = _data(entry["file"])
    found = hashlib.sha256(body).hexdigest()
    if found != entry["sha256"]:
        raise ValueError(f"{entry['file']} has SHA-256 {found}, the manifest says {entry['sha256']}: restore the file")
    if entry.get("tokenizer", manifest.raw["tokenizer"]) != manifest.raw["tokenizer"]:
        raise ValueError(f"{entry['file']} was made for another tokenizer: restore it or the tokenizer")
    return body


def load_tokenizer() -> Tokenizer:
    """The family's tokenizer; ValueError when it is not the one that the manifest names."""
    tokenizer = read_tokenizer(_data("tokenizer.json").decode())
    expected = read_manifest().raw["tokenizer"]
    if tokenizer.digest != expected:
        raise ValueError(
            f"tokenizer.json has digest {tokenizer.digest}, the manifest says {expected}: restore the file"
        )
    return tokenizer


def held_out() -> dict[str, tuple[str, ...]]:
    """Documents a group that no member was trained on, about 20 kB each."""
    return {group: tuple(documents) for group, documents in json.loads(_data("held_out.json")).items()}


def load_model(name: str) -> TinyGPT:
    """A member of MODELS in float32 on the CPU, ready to infer; ValueError when a file is not as the manifest says."""
    manifest = read_manifest()
    entry = manifest.member(name)
    body = _checked(manifest, entry)
    from labs.tinylm.model import load_weights

    return load_weights(entry["shape"], body)


def load_numpy_model(name: str) -> NumpyGPT:
    """The same member in numpy; needs no torch, and for a few rows on a CPU it is quicker."""
    manifest = read_manifest()
    entry = manifest.member(name)
    return NumpyGPT(entry["shape"], read_tensors(_checked(manifest, entry)))


def load_trigram() -> Trigram:
    """The trigram draft; needs no torch."""
    manifest = read_manifest()
    arrays = read_tensors(_checked(manifest, manifest.member("trigram")))
    orders = [Rows(*(arrays[f"{order}.{field}"] for field in Rows.__annotations__)) for order in ("bigram", "trigram")]
    return Trigram(arrays["unigram"], *orders)


def trigram_arrays(trigram: Trigram) -> dict[str, Array]:
    """The arrays that load_trigram reads."""
    out: dict[str, Array] = {"unigram": trigram.unigram}
    for order in ("bigram", "trigram"):
        rows: Rows = getattr(trigram, order)
        out |= {f"{order}.{field}": getattr(rows, field) for field in Rows.__annotations__}
    return out
