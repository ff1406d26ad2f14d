"""A checkpoint behind the decoder's interface: built by the library transformers, its cache cropped after a refusal.
It refuses to let the library see the folder: it gets the shape that we checked and the tensors that we name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import torch
import transformers
from safetensors import safe_open
from torch import Tensor
from transformers import DynamicCache

from labs.checkpoints.checkpoint import Checkpoint
from labs.decoding.models import Logits, Whole, cropped

# Prompt tokens that are read at once, so that what is in between stays small.
AT_ONCE: Final = 256


class TransformersSession:
    """A cache for each row, since the library's own crops all rows of one to the same length."""

    def __init__(self, model: TransformersModel, rows: int) -> None:
        self._model = model
        self._caches = [DynamicCache() for _ in range(rows)]
        self._lengths = np.zeros(rows, dtype=np.int64)

    @property
    def lengths(self) -> Whole:
        return self._lengths

    def feed(self, tokens: Whole, counts: Whole) -> Logits:
        self._check(counts)
        logits = np.zeros((*tokens.shape, self._model.vocabulary), dtype=np.float32)
        for row, count in enumerate(counts.tolist()):
            if count:
                logits[row, :count] = self._forward(row, tokens[row, :count], 0)
        self._lengths = self._lengths + counts
        return logits

    def read(self, tokens: Whole, counts: Whole) -> None:
        self._check(counts)
        for row, count in enumerate(counts.tolist()):
            for start in range(0, count, AT_ONCE):
                # One row of logits at least; all of a prompt would be gigabytes with a large vocabulary.
                self._forward(row, tokens[row, start : min(count, start + AT_ONCE)], 1)
        self._lengths = self._lengths + counts

    def crop(self, row: int, length: int) -> None:
        shorter = cropped(self._lengths, row, length)
        # The library counts what goes, as a negative number, and takes 0 for nothing.
        self._caches[row].crop(length - int(self._lengths[row]))
        self._lengths = shorter

    def _check(self, counts: Whole) -> None:
        most = int((self._lengths + counts).max(initial=0))
        if most > self._model.context:
            raise ValueError(f"{most} tokens do not fit: the context holds {self._model.context}; shorten the text")

    def _forward(self, row: int, tokens: Whole, keep: int) -> Logits:
        """Logits [new, vocabulary], only of the last `keep` tokens when that is not 0."""
        model = self._model
        with torch.inference_mode():
            ids = torch.from_numpy(np.ascontiguousarray(tokens)).to(model.device)[None]
            found = model.net(input_ids=ids, cache=self._caches[row], use_cache=True, logits_to_keep=keep)
            logits: Logits = found.logits[0, :, : model.vocabulary].float().cpu().numpy()
        if model.gaps:
            logits[:, model.gaps] = -np.inf
        return logits


class TransformersModel:
    """A network of the library; `vocabulary` counts the tokenizer's ids, and those without an entry never come."""

    def __init__(self, name: str, checkpoint: Checkpoint, device: str) -> None:
        vocabulary = checkpoint.vocabulary
        self.name, self.tokenizer, self.vocabulary = name, vocabulary.digest, vocabulary.size
        self.context, self.gaps, self.device = checkpoint.shape.context, list(vocabulary.gaps), device
        self.net = _net(checkpoint).to(device).eval()

    def open(self, rows: int) -> TransformersSession:
        return TransformersSession(self, rows)


def _net(checkpoint: Checkpoint) -> Any:
    kind = getattr(transformers, checkpoint.shape.architecture)
    # Attention by name, so that no other code is looked for; a window is never reached within our context.
    config = kind.config_class(**checkpoint.config, attn_implementation="sdpa")
    transformers.utils.logging.disable_progress_bar()
    state = dict(_weights(checkpoint))
    net = kind.from_pretrained(None, config=config, state_dict=state, dtype=torch.float32)
    return net.requires_grad_(False)


def _weights(checkpoint: Checkpoint) -> Iterator[tuple[str, Tensor]]:
    """Tensors in float32 by the library's names, one after another."""
    if checkpoint.form == "gguf":
        from labs.checkpoints.gguf_weights import gguf_weights

        yield from gguf_weights(checkpoint)
        return
    for path in sorted({checkpoint.file(each) for each in checkpoint.tensors.values()}):
        with safe_open(path, framework="pt") as opened:
            for name, each in checkpoint.tensors.items():
                if checkpoint.file(each) == path:
                    yield name, opened.get_tensor(name).float()
