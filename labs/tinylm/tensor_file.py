"""The safetensors form, read and written with numpy: a length, a JSON header, then the numbers of every array.
Knows names, kinds and sizes; not what an array means. Source: the format's published description, version 0.4."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
_KINDS = {"F16": "<f2", "F32": "<f4", "I64": "<i8", "U16": "<u2", "U32": "<u4"}
_LONGEST_HEADER = 1_000_000


def write_tensors(arrays: Mapping[str, Array]) -> bytes:
    """The bytes of a file that holds arrays, in the order given; KeyError for a kind of number not in the list."""
    names = {np.dtype(code): kind for kind, code in _KINDS.items()}
    header: dict[str, Any] = {}
    at = 0
    for name, array in arrays.items():
        header[name] = {
            "dtype": names[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [at, at + array.nbytes],
        }
        at += array.nbytes
    head = json.dumps(header, separators=(",", ":")).encode()
    head += b" " * (-len(head) % 8)  # so that numbers start at a multiple of 8
    return b"".join([len(head).to_bytes(8, "little"), head, *(array.tobytes() for array in arrays.values())])


def read_tensors(body: bytes) -> dict[str, Array]:
    """The arrays of a file; ValueError when the header and the bytes do not agree."""
    size = int.from_bytes(body[:8], "little")
    if not 2 <= size <= min(_LONGEST_HEADER, len(body) - 8):
        raise ValueError(f"a header of {size} bytes in a file of {len(body)}: this is not a whole safetensors file")
    header = json.loads(body[8 : 8 + size])
    numbers, at = memoryview(body)[8 + size :], 0
    out: dict[str, Array] = {}
    for name, entry in sorted(header.items(), key=lambda item: item[1].get("data_offsets", [0])[0]):
        if name == "__metadata__":
            continue
        if entry["dtype"] not in _KINDS:
            raise ValueError(f"{name} holds {entry['dtype']}: allowed are {', '.join(_KINDS)}")
        start, stop = entry["data_offsets"]
        kind = np.dtype(_KINDS[entry["dtype"]])
        if start != at or stop - start != kind.itemsize * int(np.prod(entry["shape"])) or stop > len(numbers):
            raise ValueError(f"{name} says {entry} where byte {at} of {len(numbers)} is next: restore the file")
        out[name] = np.frombuffer(numbers[start:stop], dtype=kind).reshape(entry["shape"])
        at = stop
    if at != len(numbers):
        raise ValueError(f"{len(numbers) - at} bytes follow the last array: restore the file")
    return out
