"""How much of a file may be read, and the one refusal that says what was found, what is allowed, what to do.
It refuses to know what is inside the file."""

from dataclasses import dataclass


class BadTrace(ValueError):
    """A file that cannot be replayed; the text is the sentence for the reader."""


@dataclass(frozen=True)
class Limits:
    """Bounds that hold while the file streams in, so that a refusal costs no more than the bound.

    `bytes_in` as given, `bytes_out` and `ratio` (bytes out to one byte in) after decompression, `rows` of data,
    `columns` of one row, `line` in bytes. The defaults suit a file that a stranger uploads.
    """

    bytes_in: int = 50_000_000
    bytes_out: int = 200_000_000
    ratio: int = 200
    rows: int = 300_000
    columns: int = 64
    line: int = 262_144


COMMAND_LINE = Limits(bytes_in=4_000_000_000, bytes_out=4_000_000_000, rows=10_000_000)
