"""The header of a safetensors file: names, kinds and shapes of its tensors, without reading a number of them.
It refuses every other form; pickle files can run code and are never opened."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from labs.checkpoints.refused import BadCheckpoint, parse_object

LARGEST_HEADER: Final = 16_000_000
WIDTHS: Final = {"F32": 4, "F16": 2, "BF16": 2}


@dataclass(frozen=True)
class Tensor:
    """Where one tensor lies. `kind` is the number that it is stored in; `stored` and `start` are bytes of `file`."""

    file: str
    shape: tuple[int, ...]
    kind: str
    start: int
    stored: int


def read_header(path: Path) -> dict[str, Tensor]:
    """The tensors of a file by name; BadCheckpoint when header and file size do not agree."""
    size = path.stat().st_size
    with path.open("rb") as stream:
        length = int.from_bytes(stream.read(8), "little")
        if not 2 <= length <= min(LARGEST_HEADER, size - 8):
            raise BadCheckpoint(f"{path.name} is not a whole safetensors file: restore it, or convert it anew.")
        header = parse_object(path.name, stream.read(length))
    header.pop("__metadata__", None)
    return {name: _tensor(path.name, name, entry, 8 + length, size) for name, entry in header.items()}


def _tensor(file: str, name: str, entry: Any, begin: int, size: int) -> Tensor:
    try:
        kind, shape = str(entry["dtype"]), tuple(int(each) for each in entry["shape"])
        start, stop = (int(each) for each in entry["data_offsets"])
    except (KeyError, TypeError, ValueError) as problem:
        raise BadCheckpoint(f"{file} says nothing that can be read of {name}: restore the file.") from problem
    if kind not in WIDTHS:
        allowed = ", ".join(WIDTHS)
        raise BadCheckpoint(f"{name} in {file} is stored as {kind}; {allowed} are allowed: save it unquantised.")
    if stop - start != WIDTHS[kind] * math.prod(shape) or start < 0 or min(shape, default=1) < 0:
        raise BadCheckpoint(f"{name} in {file} has a size that is not that of its shape: restore the file.")
    if begin + stop > size:
        raise BadCheckpoint(f"{file} ends within {name}; it was not copied whole: restore the file.")
    return Tensor(file, shape, kind, begin + start, stop - start)


def check_tensors(found: Mapping[str, Tensor], expected: Mapping[str, tuple[int, ...]]) -> None:
    """BadCheckpoint unless every tensor that the shape needs is there in that shape; others are left alone."""
    for name, shape in expected.items():
        if name not in found:
            raise BadCheckpoint(f"The weights lack {name}, which config.json asks for: they belong to another model.")
        if found[name].shape != shape:
            held, asked = (" x ".join(map(str, each)) for each in (found[name].shape, shape))
            raise BadCheckpoint(f"{name} is {held} in the weights; config.json asks for {asked}.")
