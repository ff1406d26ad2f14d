"""Bytes from outside to lines of text, gzip known by its content, every limit kept while streaming.
It refuses to know formats, columns and what a line means."""

import zlib
from collections.abc import Iterator
from typing import BinaryIO

from labs.traces.limits import BadTrace, Limits

CHUNK = 65_536
RATIO_FROM = 1_000_000
# Lines that are no rows: names, comments, blank lines; without a bound, blank lines alone would keep the reader busy.
SPARE = 1_000
GZIP = b"\x1f\x8b"
# Blocked gzip has a member for each 64 KiB; a flood of tiny ones would cost a copy of the chunk each.
MEMBERS = 10_000
PACKED = {
    b"PK": "a zip archive or a spreadsheet",
    b"BZh": "packed with bzip2",
    b"\xfd7zXZ": "packed with xz",
    b"\x28\xb5\x2f\xfd": "packed with zstd",
    b"7z\xbc\xaf": "a 7z archive",
    b"%PDF": "a PDF document",
}
WIDE_TEXT = (b"\xff\xfe", b"\xfe\xff")
TEXT_MARK = b"\xef\xbb\xbf"


def lines(stream: BinaryIO, limits: Limits) -> Iterator[str]:
    """The lines of the file without their ends (LF or CRLF, the last one optional); BadTrace where a limit ends it."""
    pending, number = b"", 0
    for chunk in _checked(stream, limits):
        block = pending + chunk
        end = block.rfind(b"\n") + 1
        pending = block[end:]
        if end:
            whole = block[:end]
            texts = _decode(whole, number).replace("\r\n", "\n").split("\n")[:-1]
            if len(whole) > limits.line and max(map(len, texts)) > limits.line:
                raise _long(number + 1, limits)
            number += len(texts)
            if number > limits.rows + SPARE:
                raise too_many_rows(limits)
            yield from texts
        if len(pending) > limits.line:
            raise _long(number + 1, limits)
    if pending:
        yield _decode(pending, number).removesuffix("\r")


def too_many_rows(limits: Limits) -> BadTrace:
    """The refusal past the allowed number of rows."""
    return BadTrace(f"The file has more than the {limits.rows:,} rows allowed. Cut it to fewer rows.")


def _long(number: int, limits: Limits) -> BadTrace:
    return BadTrace(
        f"A line near line {number:,} is longer than the {limits.line:,} bytes allowed. Write one request a line."
    )


def _decode(block: bytes, before: int) -> str:
    try:
        return block.decode("utf-8")
    except UnicodeDecodeError as error:
        number = before + block.count(b"\n", 0, error.start) + 1
        raise BadTrace(
            f"Line {number:,} is not UTF-8 text (byte 0x{block[error.start]:02X}). Save the file as UTF-8."
        ) from None


def _checked(stream: BinaryIO, limits: Limits) -> Iterator[bytes]:
    first = True
    for chunk in _unpacked(stream, limits):
        if first:
            if chunk.startswith(WIDE_TEXT):
                raise BadTrace("The file is UTF-16 text; UTF-8 is read here. Save the file as UTF-8.")
            chunk = chunk.removeprefix(TEXT_MARK)
            first = False
        if b"\0" in chunk:
            raise BadTrace("The file is binary, not text. Give a CSV or JSONL file, plain or packed with gzip.")
        yield chunk


def _unpacked(stream: BinaryIO, limits: Limits) -> Iterator[bytes]:
    raw = _raw(stream, limits)
    first = next(raw, b"")
    if not first:
        raise BadTrace("The file is empty. A trace has a line of column names and a line for each request.")
    for mark, kind in PACKED.items():
        if first.startswith(mark):
            raise BadTrace(f"The file is {kind}; plain text and gzip are read. Unpack it and give the CSV or JSONL.")
    if first.startswith(GZIP):
        yield from _inflated(first, raw, limits)
    else:
        yield first
        yield from raw


def _raw(stream: BinaryIO, limits: Limits) -> Iterator[bytes]:
    total = 0
    while block := stream.read(CHUNK):
        total += len(block)
        if total > limits.bytes_in:
            raise BadTrace(f"The file is larger than the {limits.bytes_in:,} bytes allowed. Cut it to fewer rows.")
        yield block


def _inflated(first: bytes, raw: Iterator[bytes], limits: Limits) -> Iterator[bytes]:
    inflater, taken, given, block = zlib.decompressobj(31), 0, 0, first
    open_member, members = True, 1
    while block:
        taken += len(block)
        out = b"\0" * CHUNK
        while block or len(out) == CHUNK:
            if not open_member:
                inflater, open_member, members = zlib.decompressobj(31), True, members + 1
            if members > MEMBERS:
                raise BadTrace(f"The file has more than {MEMBERS:,} gzip members; pack it again as one.")
            try:
                out = inflater.decompress(block, CHUNK)
            except zlib.error:
                raise BadTrace("The gzip data are damaged. Pack the file again, or give it unpacked.") from None
            given += len(out)
            _refuse_bomb(taken, given, limits)
            if out:
                yield out
            block = inflater.unconsumed_tail
            if inflater.eof:
                open_member = False
                block = inflater.unused_data.lstrip(b"\0")
                out = b""
        block = next(raw, b"") if open_member else next(raw, b"").lstrip(b"\0")
    if open_member:
        raise BadTrace("The gzip data end before their end. Copy the file again; the download may be incomplete.")
    if not given:
        raise BadTrace("The packed file is empty. A trace has a line of column names and a line for each request.")


def _refuse_bomb(taken: int, given: int, limits: Limits) -> None:
    if given > limits.bytes_out:
        raise BadTrace(f"Unpacked, the file is over the {limits.bytes_out:,} bytes allowed. Cut it to fewer rows.")
    if given > RATIO_FROM and given > taken * limits.ratio:
        raise BadTrace(
            f"The file unpacks to more than {limits.ratio} times its size, which no trace of requests does. "
            "Give it unpacked if it is one."
        )
