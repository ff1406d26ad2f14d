"""Numbers of a GGUF file as float32 tensors, each read and unpacked by itself.
It refuses to know shapes that the header did not say; the package gguf knows how each kind is packed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gguf
import numpy as np
import torch
from torch import Tensor

from labs.checkpoints.checkpoint import Checkpoint
from labs.checkpoints.gguf_header import BLOCKS


def gguf_weights(checkpoint: Checkpoint) -> Iterator[tuple[str, Tensor]]:
    """Tensors by the library's names."""
    shape = checkpoint.shape
    turned = {"q_proj": shape.heads, "k_proj": shape.kv_heads}
    with checkpoint.path.open("rb") as stream:
        for name, each in checkpoint.tensors.items():
            kind, (numbers, size) = int(each.kind), BLOCKS[int(each.kind)]
            stream.seek(each.start)
            packed = np.frombuffer(stream.read(each.stored), dtype=np.uint8)
            rows = packed.reshape(*each.shape[:-1], each.shape[-1] // numbers * size)
            array = np.array(gguf.dequantize(rows, gguf.GGMLQuantizationType(kind)), dtype=np.float32)
            heads = turned.get(name.split(".")[-2])
            yield name, torch.from_numpy(array if heads is None else unturned(array, heads))


def unturned(array: np.ndarray[Any, Any], heads: int) -> np.ndarray[Any, Any]:
    """Rows [heads x head size, hidden] in the library's order: the file keeps the two halves of a rotation side by
    side, the library one behind the other."""
    half = array.shape[0] // heads // 2
    return np.ascontiguousarray(array.reshape(heads, half, 2, -1).swapaxes(1, 2).reshape(array.shape))
