"""The requests that both releases serve: a trace by name or by the hash of a file, its window, its callers, its load.
It refuses to schedule; what cannot be used is said at the setting that asked for it."""

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

import numpy as np

from labs.batching_replay.asked import SYNTHETIC, UPLOADED
from labs.batching_replay.naming import PLAIN, unveiled, veiled
from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.small import small_workload
from labs.lab import Files
from labs.params import BadParams, FieldError
from labs.replay import Workload
from labs.traces import BadTrace, Limits, describe, head, open_trace, overlay, read_trace, scale, window
from labs.units import number

UPLOAD_LIMITS = Limits()
LAST_S = 4_000_000_000
TICKS = 1_000_000
RARE = "rare"
# Requests/s below which six decimals are fewer than four digits.
RARELY = 0.001


@dataclass(frozen=True)
class Source:
    """Which requests, before their load is set. Equal sources give equal requests: a file is named by its hash.
    `is_veiled`: the releases get other names, which must not be put into those of groups."""

    trace: str
    file: str | None
    start_s: Decimal
    requests: int
    seed: int | None
    files: Files | None
    is_veiled: bool = False


def source_of(params: ReplayParams, files: Files | None) -> Source:
    """The part of the settings that chooses requests."""
    uploaded = params.trace == UPLOADED
    return Source(
        params.trace,
        params.file if uploaded else None,
        params.start_s,
        params.requests,
        params.seed if params.overlay else None,
        files if uploaded else None,
        uploaded and params.names != PLAIN,
    )


@lru_cache(maxsize=4)
def recorded(source: Source) -> Workload:
    """The requests as recorded, cut to the window, with drawn callers when asked for."""
    found = _cut(_whole(source.trace, source.file, source.files), source)
    found = found if source.seed is None else overlay(found, source.seed)
    if not source.is_veiled:
        return found
    groups, notes = (tuple(veiled(each) for each in texts) for texts in (found.groups, found.notes))
    return replace(found, groups=groups, notes=notes)


@lru_cache(maxsize=2)
def _whole(trace: str, file: str | None, files: Files | None) -> Workload:
    small = small_workload(trace)
    if small is not None:
        return small
    return open_trace(SYNTHETIC).workload if trace == SYNTHETIC else _given(file, files)


def _given(file: str | None, files: Files | None) -> Workload:
    if files is None or file is None:
        raise _refused("file", "Your file cannot be opened here: files are kept by the server. Start `servelab serve`.")
    try:
        with files.open(file) as stream:
            found = read_trace(stream, "trace.csv", None, UPLOAD_LIMITS)
            report = tuple(line.strip() for line in found.report.text().splitlines())
            return replace(found.workload, notes=report)
    except FileNotFoundError:
        raise _refused("file", "Your file is not kept on this server. Give it again in the form below.") from None
    except BadTrace as bad:
        raise _refused("file", f"Your file cannot be read: {bad}") from None


def _cut(workload: Workload, source: Source) -> Workload:
    last = workload.arrival[-1] / TICKS
    if source.start_s > last:
        found = f"Window begins at is {source.start_s:,f} s; the last of these requests comes at {number(last, 3)} s."
        raise _refused("start_s", f"{found} Type no more than that.")
    inside = window(workload, source.start_s, LAST_S) if source.start_s else workload
    return head(inside, source.requests)


def _refused(name: str, sentence: str) -> BadParams:
    return BadParams([FieldError(name, sentence)])


def recorded_rate(workload: Workload) -> Decimal | None:
    """Requests/s as recorded, to six decimals, or six digits of a rate so small that these would be few; None when all
    come at once."""
    rate = describe(workload).rate
    if rate is None:
        return None
    return round(Decimal(rate), 6) if rate >= RARELY else Decimal(f"{rate:.6g}")


def rate_said(load: Decimal | float) -> str:
    """Requests a second in words: `7.2 requests/s`, `1 request/s`."""
    return f"{number(float(load))} {'request' if load == 1 else 'requests'}/s"


def at_load(workload: Workload, load: Decimal | None) -> Workload:
    """The requests at so many a second; as recorded without a load, or when all come at once."""
    rate = recorded_rate(workload)
    if load is None or not rate:
        return workload
    try:
        return scale(workload, load / rate)
    except BadTrace:
        found = f"Load is {rate_said(load)} and these arrivals have {number(float(rate))} as recorded"
        sentence = f"{found}, which can be drawn together or apart a thousandfold. Leave Load empty to keep them."
        raise _refused("load", sentence) from None


def watched_group(workload: Workload) -> str | None:
    """The group whose tail is told apart: rare where there is one, else the smallest; None with a single group."""
    if not len(workload.group):
        return None
    counts = np.bincount(np.array(workload.group, dtype=np.int64), minlength=len(workload.groups))
    present = [(int(count), name) for name, count in zip(workload.groups, counts, strict=True) if count]
    if len(present) < 2:
        return None
    return (
        RARE
        if RARE in [name for _, name in present]
        else min(present, key=lambda each: (each[0], unveiled(each[1])))[1]
    )
