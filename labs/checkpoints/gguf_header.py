"""The header of a GGUF file: its keys and where its tensors lie, without reading a number of them.
It refuses to know models. Source: the published description of GGUF, versions 2 and 3."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from labs.checkpoints.refused import BadCheckpoint

_NUMBERS: Final = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_TEXT, _LIST = 8, 9
# Numbers of a block and bytes of it, by the number that the format gives each kind.
BLOCKS: Final = {
    0: (1, 4),
    1: (1, 2),
    30: (1, 2),
    2: (32, 18),
    3: (32, 20),
    6: (32, 22),
    7: (32, 24),
    8: (32, 34),
    10: (256, 84),
    11: (256, 110),
    12: (256, 144),
    13: (256, 176),
    14: (256, 210),
}
MOST_KEYS, MOST_TENSORS, MOST_ITEMS, LONGEST_TEXT = 4_096, 20_000, 1_000_000, 4_000_000


@dataclass(frozen=True)
class Block:
    """A tensor of the file: shape with rows first, the kind of its numbers, and its bytes."""

    shape: tuple[int, ...]
    kind: int
    start: int
    stored: int


@dataclass(frozen=True)
class Header:
    """Keys with plain values, and tensors by name."""

    keys: dict[str, Any]
    tensors: dict[str, Block]


def read_gguf(path: Path) -> Header:
    """The header; BadCheckpoint for another form, an unknown kind of numbers, or a file that ends too early."""
    with path.open("rb") as stream:
        if stream.read(4) != b"GGUF":
            raise BadCheckpoint(f"{path.name} is no GGUF file.")
        try:
            return _header(stream, path)
        except (struct.error, UnicodeDecodeError, RecursionError) as problem:
            raise _broken(path) from problem


def _broken(path: Path) -> BadCheckpoint:
    return BadCheckpoint(f"{path.name} has a header that can't be read; it was not copied whole: restore the file.")


def _header(stream: BinaryIO, path: Path) -> Header:
    version, num_tensors, num_keys = _unpack(stream, "<I"), _unpack(stream, "<Q"), _unpack(stream, "<Q")
    if version not in (2, 3) or num_keys > MOST_KEYS or num_tensors > MOST_TENSORS:
        raise _broken(path)
    keys = {}
    for _ in range(num_keys):
        name = _text(stream)
        keys[name] = _value(stream, _unpack(stream, "<I"))
    listed = [(_text(stream), *_placed(stream)) for _ in range(num_tensors)]
    unit = keys.get("general.alignment", 32)
    if not isinstance(unit, int) or not 1 <= unit <= 65_536:
        raise _broken(path)
    begin, size = -(-stream.tell() // unit) * unit, path.stat().st_size
    tensors = {}
    for name, shape, kind, offset in listed:
        if kind not in BLOCKS:
            raise BadCheckpoint(f"{name} is stored in the kind {kind} of GGUF, which can't be read here.")
        numbers, stored = BLOCKS[kind]
        if not shape or shape[-1] % numbers or min(shape) < 1:
            raise _broken(path)
        tensors[name] = Block(shape, kind, begin + offset, math.prod(shape) // numbers * stored)
        if tensors[name].start + tensors[name].stored > size:
            raise BadCheckpoint(f"{path.name} ends within {name}; it was not copied whole: restore the file.")
    return Header(keys, tensors)


def _placed(stream: BinaryIO) -> tuple[tuple[int, ...], int, int]:
    """Shape, kind and offset; the file writes the fastest axis first."""
    axes = _unpack(stream, "<I")
    if axes > 4:
        raise struct.error
    shape = tuple(_unpack(stream, "<Q") for _ in range(axes))[::-1]
    return shape, _unpack(stream, "<I"), _unpack(stream, "<Q")


def _unpack(stream: BinaryIO, form: str) -> Any:
    (found,) = struct.unpack(form, stream.read(struct.calcsize(form)))
    return found


def _text(stream: BinaryIO) -> str:
    length = _unpack(stream, "<Q")
    if length > LONGEST_TEXT:
        raise struct.error
    data = stream.read(length)
    if len(data) < length:
        raise struct.error
    return data.decode()


def _value(stream: BinaryIO, kind: int) -> Any:
    if kind == _TEXT:
        return _text(stream)
    if kind != _LIST:
        return _unpack(stream, _form(kind))
    inner, length = _unpack(stream, "<I"), _unpack(stream, "<Q")
    if length > MOST_ITEMS or inner == _LIST:
        raise struct.error
    if inner == _TEXT:
        return [_text(stream) for _ in range(length)]
    size = struct.calcsize(_form(inner))
    return [found for (found,) in struct.iter_unpack(_form(inner), _exactly(stream, size * length))]


def _form(kind: int) -> str:
    if kind not in _NUMBERS:
        raise struct.error
    return _NUMBERS[kind]


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise struct.error
    return data
