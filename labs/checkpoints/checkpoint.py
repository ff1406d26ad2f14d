"""A model as it lies on disk, read as far as its headers: shape, vocabulary, tensors, and what loading it takes.
It refuses to load weights and to know names that people give."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from labs.checkpoints.refused import BadCheckpoint
from labs.checkpoints.shape import Shape
from labs.checkpoints.tensors import Tensor
from labs.checkpoints.vocabulary import Vocabulary

Form = Literal["safetensors", "gguf"]


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """`path` is a folder or a GGUF file, `config` what the library may see, `tokenizer` the text of a tokenizer.json,
    `stop` the id that ends a text, `fingerprint` changes with any file that a run reads."""

    path: Path
    form: Form
    shape: Shape
    config: Mapping[str, Any]
    vocabulary: Vocabulary
    tokenizer: str
    tensors: Mapping[str, Tensor]
    stop: int | None
    fingerprint: str

    @property
    def stored(self) -> int:
        """Bytes of the tensors on disk."""
        return sum(each.stored for each in self.tensors.values())

    def file(self, tensor: Tensor) -> Path:
        """Where a tensor lies."""
        return self.path / tensor.file if self.form == "safetensors" else self.path


def check_rows(shape: Shape, vocabulary: Vocabulary) -> None:
    """BadCheckpoint when the tokenizer has ids that the head lacks; more rows than ids are padding and are cut off."""
    if vocabulary.size > shape.rows:
        raise BadCheckpoint(
            f"The tokenizer has {vocabulary.size:,} tokens and the model {shape.rows:,} rows: they do not belong "
            "together. A model may have more rows than tokens, never fewer."
        )


def fingerprint(files: Sequence[Path]) -> str:
    """SHA-256 of names, sizes and times of change: what says that a file is another one without reading it all."""
    digest = hashlib.sha256()
    for path in files:
        found = path.stat()
        digest.update(f"{path.name}\n{found.st_size}\n{found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
