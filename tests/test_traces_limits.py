"""A file that cannot be a trace is refused in the reader's words, within the first bytes over a limit.
It refuses to know formats."""

import gzip
import io
import tracemalloc

import pytest

from labs.traces import BadTrace, Limits, open_trace, read_trace
from tests.trace_files import PLAIN, columns, read_text

MB = 1_000_000


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "The file is empty"),
        (b"\n\r\n  \n", "only empty lines"),
        (gzip.compress(b"", mtime=0), "packed file is empty"),
        (PLAIN.encode(), "no rows"),
        (b"prompt\n5\n", "one column"),
        (b"arrival_s;prompt;output\n0;1;1\n", "semicolons"),
        (b"arrival_s\tprompt\toutput\n0\t1\t1\n", "tabs"),
        (b"0,1,1\n1,1,1\n", "not column names"),
        (b"2023-11-16 18:17:03.9799600,4808,10\n", "not column names"),
        (b"when,prompt,output\n0,1,1\n", "No column for arrival among when"),
        (b"arrival_s,tokens\n0,1\n", "No column for prompt and output"),
        (b"arrival_s,arrival_ms,prompt,output\n0,0,1,1\n", "both say arrival"),
        (b"arrival_s,prompt,prompt,output\n0,1,1,1\n", "twice"),
        (b"arrival_s,prompt,output\r0,1,1\r", "carriage return"),
        (b'"arrival_s,prompt,output\n0,1,1\n', "unclosed quotation"),
        (PLAIN.encode("utf-16"), "UTF-16"),
        (PLAIN.encode() + b"0,1,\xe9\n", "Line 2 is not UTF-8 text .byte 0xE9"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "binary"),
        (b"PK\x03\x04rest", "zip archive or a spreadsheet"),
        (b"%PDF-1.7", "PDF"),
        (b"[{}, {}]", "one JSON list"),
        (b'{"arrival_s": 0,\n', "not a whole JSON object"),
        (gzip.compress(PLAIN.encode() + b"0,1,1\n" * 999, mtime=0)[:-9], "end before their end"),
        (gzip.compress(PLAIN.encode(), mtime=0)[:12] + b"x" * 40, "damaged"),
        (gzip.compress(PLAIN.encode(), mtime=0) + b"junk", "damaged"),
        (gzip.compress(PLAIN.encode(), mtime=0) + gzip.compress(b"", mtime=0) * 10_000, "10,000 gzip members"),
    ],
)
def test_what_is_no_trace_is_refused_with_a_sentence(data: bytes, said: str) -> None:
    with pytest.raises(BadTrace, match=said) as refusal:
        read_text(data)
    assert str(refusal.value).endswith(".")


def test_a_text_mark_and_padding_behind_gzip_are_no_fault() -> None:
    packed = gzip.compress(b"\xef\xbb\xbf" + PLAIN.encode() + b"0,1,1\n", mtime=0) + b"\0" * 512
    assert columns(read_text(packed)) == [(0, 1, 1)]


@pytest.mark.parametrize("name", ["trace.xlsx", "trace.tar.gz", "trace.py", "a.parquet"])
def test_a_name_that_says_another_kind_of_file_is_refused(name: str) -> None:
    with pytest.raises(BadTrace, match=r"file name ends in"):
        read_text(PLAIN + "0,1,1\n", name)


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (Limits(bytes_in=100), "larger than the 100 bytes"),
        (Limits(rows=9), "more than the 9 rows"),
        (Limits(columns=2), "3 columns; 2 are allowed"),
        (Limits(line=20), "line 1 is longer than the 20 bytes"),
    ],
)
def test_each_limit_has_its_sentence(limits: Limits, said: str) -> None:
    text = PLAIN + "0,1,1\n" * 40
    with pytest.raises(BadTrace, match=said):
        read_text(text, limits=limits)


def test_endless_blank_lines_are_refused_as_too_many_rows() -> None:
    with pytest.raises(BadTrace, match="more than the 300,000 rows"):
        read_trace(Endless(PLAIN.encode(), b"\n" * 65_536), "trace.csv")


def test_exactly_as_many_rows_as_allowed_are_read() -> None:
    assert len(read_text(PLAIN + "0,1,1\n" * 9, limits=Limits(rows=9)).workload) == 9


def test_too_many_names_are_refused() -> None:
    rows = "".join(f"0,1,1,g{each}\n" for each in range(33))
    with pytest.raises(BadTrace, match=r'more than 32 different names .the last is "g32"'):
        read_text("arrival_s,prompt,output,group\n" + rows)


class Endless(io.RawIOBase):
    """A stream that gives the same bytes for ever and counts what was taken."""

    def __init__(self, start: bytes, block: bytes) -> None:
        self.taken, self._start, self._block = 0, start, block

    def read(self, size: int = -1) -> bytes:
        given, self._start = (self._start or self._block)[:size], b""
        self.taken += len(given)
        return given


def refused_within(stream: Endless, limits: Limits) -> tuple[str, int]:
    tracemalloc.start()
    try:
        with pytest.raises(BadTrace) as refusal:
            read_trace(stream, "trace.csv", limits=limits)
        return str(refusal.value), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_an_endless_line_is_refused_within_its_limit() -> None:
    stream = Endless(b"", b"a" * 65_536)
    said, peak = refused_within(stream, Limits())
    assert "longer than the 262,144 bytes" in said
    assert stream.taken <= 6 * 65_536
    assert peak < 2 * MB


def test_an_upload_over_the_size_limit_is_refused_with_flat_memory() -> None:
    stream = Endless(PLAIN.encode(), (b"1," + b"x" * 1_000 + b",1\n") * 64)
    said, peak = refused_within(stream, Limits(bytes_in=3 * MB))
    assert "3,000,000 bytes" in said
    assert stream.taken <= 3 * MB + 65_536
    assert peak < 2 * MB


def test_a_gzip_bomb_is_refused_before_it_unfolds() -> None:
    bomb = gzip.compress(PLAIN.encode() + (b"x" * 1_000 + b"\n") * 50_000, mtime=0)
    stream = Endless(bomb, b"")
    said, peak = refused_within(stream, Limits())
    assert "more than 200 times its size" in said
    assert peak < 2 * MB


def test_a_slow_bomb_is_refused_at_the_unpacked_limit() -> None:
    packed = gzip.compress(PLAIN.encode() + (b"x" * 1_000 + b"\n") * 3_000, mtime=0)
    with pytest.raises(BadTrace, match="Unpacked, the file is over the 2,000,000 bytes"):
        read_text(packed, limits=Limits(bytes_out=2 * MB, ratio=10_000))


def test_many_bad_rows_keep_memory_flat() -> None:
    text = (PLAIN + "0,1,1\n" + "1,x,1\n" * 20_000).encode()
    tracemalloc.start()
    report = read_text(text).report
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert report.read - report.kept == 20_000
    assert peak < 2 * MB


@pytest.mark.parametrize("name", ["no-such-trace", "bad\0name"])
def test_a_trace_that_is_not_there_names_those_that_are(name: str) -> None:
    with pytest.raises(BadTrace, match="synthetic-conversation"):
        open_trace(name)


@pytest.mark.parametrize(("given", "said"), [({"max_len": 1}, "2 tokens or more"), ({"unit": "us"}, "s and ms")])
def test_settings_that_cannot_be_are_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(BadTrace, match=said):
        read_text(PLAIN + "0,1,1\n", **given)
