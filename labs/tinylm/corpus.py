"""The training stream: token arrays a group, and batches drawn from them by seed and step alone.
Knows the mix of groups; not how a model is built or trained."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from labs.tinylm import bpe_training, sources, texts
from labs.tinylm.tensor_file import read_tensors, write_tensors
from labs.tinylm.tokenizer import END, Tokenizer, read_tokenizer

Tokens = NDArray[np.int64]

# Shares of the stream. Rare text is about 0.7 % of the bytes and is shown about twelve times as often.
MIX: Mapping[str, float] = {"english": 0.50, "code": 0.32, "rare": 0.10, "repetitive": 0.08}
NUM_MERGES = 767  # with 256 bytes and the end token: 1,024 entries
_MERGE_WEIGHTS: Mapping[str, int] = {"english": 1, "code": 1, "rare": 12, "repetitive": 1}


@dataclass(frozen=True)
class Corpus:
    """Training tokens a group, one document after another with the end token between."""

    tokenizer: Tokenizer
    groups: Mapping[str, Tokens]

    def batch(self, seed: int, step: int, rows: int, length: int) -> Tokens:
        """[rows, length + 1] tokens: windows at random places of random groups; the same arguments, the same batch."""
        rng = np.random.default_rng([seed, step])
        names = list(self.groups)
        shares = np.array([MIX[name] for name in names])
        chosen = rng.choice(len(names), size=rows, p=shares / shares.sum())
        out = np.empty((rows, length + 1), dtype=np.int64)
        for row, index in enumerate(chosen):
            tokens = self.groups[names[index]]
            start = int(rng.integers(0, len(tokens) - length))
            out[row] = tokens[start : start + length + 1]
        return out


def build(folder: Path) -> dict[str, texts.Split]:
    """Fetch, read, learn the tokenizer and write tokens under folder; returns the documents a group."""
    splits = texts.read_all(sources.fetch(folder / "archives"))
    weighted = [(text, _MERGE_WEIGHTS[name]) for name in MIX for text in splits[name].train]
    tokenizer = bpe_training.learn(bpe_training.count_pieces(weighted), NUM_MERGES)
    arrays = {name: encode_documents(tokenizer, splits[name].train) for name in MIX}
    body = write_tensors({name: array.astype(np.uint16) for name, array in arrays.items()})
    (folder / "tokens.safetensors").write_bytes(body)
    (folder / "tokenizer.json").write_text(tokenizer.to_json(), encoding="utf-8")
    digests = {name: hashlib.sha256("\0".join(splits[name].train).encode()).hexdigest() for name in MIX}
    (folder / "corpus.json").write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")
    return splits


def encode_documents(tokenizer: Tokenizer, documents: tuple[str, ...]) -> Tokens:
    """All documents as one array, an end token before each and after the last."""
    ids = [END]
    for document in documents:
        ids += tokenizer.encode(document)
        ids.append(END)
    return np.array(ids, dtype=np.int64)


def load(folder: Path) -> Corpus:
    """The corpus that build wrote; FileNotFoundError when it was not built."""
    path = folder / "tokens.safetensors"
    if not path.exists():
        raise FileNotFoundError(f"{path.name} is not in {folder}: run `python -m labs.tinylm.train corpus` first")
    arrays = read_tensors(path.read_bytes())
    groups = {name: arrays[name].astype(np.int64) for name in MIX}
    tokenizer = read_tokenizer((folder / "tokenizer.json").read_text(encoding="utf-8"))
    return Corpus(tokenizer, groups)
