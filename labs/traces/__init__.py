"""Traces: files of requests read into a replay's workload, described, scaled, cut to a window, given callers.
It refuses to know schedulers; it reads what it is given and stores nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO, cast

from labs.traces.limits import COMMAND_LINE, BadTrace, Limits
from labs.traces.measured import measured_times
from labs.traces.overlay import GroupShare, Overlay, overlay
from labs.traces.reading import Trace, read_trace
from labs.traces.report import ImportReport
from labs.traces.shaping import head, scale, window
from labs.traces.summary import QUANTILES, Description, Spread, describe

__all__ = [
    "COMMAND_LINE",
    "QUANTILES",
    "BadTrace",
    "Bundled",
    "Description",
    "GroupShare",
    "ImportReport",
    "Limits",
    "Overlay",
    "Spread",
    "Trace",
    "describe",
    "head",
    "list_traces",
    "measured_times",
    "open_trace",
    "overlay",
    "read_trace",
    "scale",
    "window",
]


@dataclass(frozen=True)
class Bundled:
    """A trace that ships: the name to open it by, its file in data/, and what it is."""

    name: str
    file: str
    about: str


def list_traces() -> tuple[Bundled, ...]:
    """All traces that ship."""
    return (
        Bundled(
            "synthetic-conversation",
            "synthetic-conversation.csv.gz",
            "Synthetic: 25,000 requests at 1 request/s, fitted to the published quantiles of the Azure 2023 "
            "conversation trace; groups english, code and rare.",
        ),
    )


def open_trace(
    name_or_path: str | Path, max_len: int | None = None, limits: Limits = COMMAND_LINE, unit: str | None = None
) -> Trace:
    """A trace that ships, by name, or a file, by path; `max_len` and `unit` as in read_trace.

    BadTrace when there is no such trace or file, or when it cannot be replayed.
    """
    with _opened(name_or_path) as (stream, name):
        return read_trace(stream, name, max_len, limits, unit)


@contextmanager
def _opened(name_or_path: str | Path) -> Iterator[tuple[BinaryIO, str]]:
    bundled = next((each for each in list_traces() if each.name == str(name_or_path)), None)
    try:
        source = files("labs.traces").joinpath("data", bundled.file) if bundled else Path(name_or_path)
        stream = cast(BinaryIO, source.open("rb"))
    except (OSError, ValueError) as error:
        names = ", ".join(each.name for each in list_traces())
        reason = error.strerror if isinstance(error, OSError) else "not a path"
        raise BadTrace(f'"{name_or_path}" cannot be opened ({reason}). Give a file, or one of: {names}.') from None
    with stream:
        yield stream, bundled.file if bundled else Path(name_or_path).name
