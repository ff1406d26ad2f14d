"""The safetensors form: bytes written out by hand, a round trip, and files that must be refused.
Knows nothing of models."""

from __future__ import annotations

import numpy as np
import pytest

from labs.tinylm.tensor_file import Array, read_tensors, write_tensors

HEAD = b'{"a":{"dtype":"U16","shape":[2],"data_offsets":[0,4]}}'


def test_a_file_is_its_header_length_its_header_and_its_numbers() -> None:
    padded = HEAD + b" " * (-len(HEAD) % 8)
    by_hand = len(padded).to_bytes(8, "little") + padded + b"\x01\x00\x02\x00"
    assert write_tensors({"a": np.array([1, 2], dtype=np.uint16)}) == by_hand
    assert read_tensors(by_hand)["a"].tolist() == [1, 2]


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.int64, np.uint16, np.uint32])
def test_arrays_come_back_as_they_were(kind: type) -> None:
    arrays: dict[str, Array] = {"x": np.arange(6, dtype=kind).reshape(2, 3), "none": np.zeros((0, 4), dtype=kind)}
    again = read_tensors(write_tensors(arrays))
    for name, array in arrays.items():
        np.testing.assert_array_equal(again[name], array)
        assert again[name].dtype == array.dtype


def test_metadata_is_passed_over() -> None:
    head = b'{"__metadata__":{"made":"here"},' + HEAD[1:]
    assert list(read_tensors(len(head).to_bytes(8, "little") + head + b"\x01\x00\x02\x00")) == ["a"]


@pytest.mark.parametrize(
    ("head", "numbers", "words"),
    [
        (HEAD, b"\x01\x00", "restore the file"),
        (HEAD, b"\x01\x00\x02\x00\x03", "follow the last array"),
        (HEAD.replace(b"[2]", b"[3]"), b"\x01\x00\x02\x00", "restore the file"),
        (HEAD.replace(b"[0,4]", b"[2,6]"), b"\x01\x00\x02\x00\x00\x00", "restore the file"),
        (HEAD.replace(b"U16", b"F8"), b"\x01\x00\x02\x00", "allowed are"),
    ],
)
def test_a_header_that_does_not_fit_its_bytes_is_refused(head: bytes, numbers: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_tensors(len(head).to_bytes(8, "little") + head + numbers)


@pytest.mark.parametrize("body", [b"", b"\xff" * 8, (10**7).to_bytes(8, "little") + b"{}"])
def test_a_file_that_is_cut_short_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match="not a whole safetensors file"):
        read_tensors(body)
