"""What a model needs before it is loaded, by the formulas of the memory ledger, and what this machine has left.
It refuses to load and to guess: where a system does not say what is free, that is said."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from labs.checkpoints.checkpoint import Checkpoint
from labs.checkpoints.refused import BadCheckpoint
from labs.kv_cache import kv_bytes_total
from labs.parameters import weight_bytes
from labs.units import number

BITS: Final = 32  # every model computes in float32, so that a greedy text is the same with and without drafts
GIGA: Final = 1e9
# Measured on Linux, PyTorch 2.13 and transformers 5.24 on a CPU: what the libraries themselves hold.
LIBRARIES: Final = 0.4e9
# Drafted decoding, and plain decoding beside it.
SESSIONS: Final = 2
START_SECONDS, BYTES_A_SECOND = 5.0, 0.1e9


@dataclass(frozen=True)
class Needs:
    """Bytes while a model is loaded and runs, and seconds until it does."""

    weights: float
    cache: float
    loading: float
    seconds: float

    @property
    def total(self) -> float:
        """All at once, without the libraries."""
        return self.weights + self.cache + self.loading


def needs_of(checkpoint: Checkpoint) -> Needs:
    """Weights in float32, caches of a whole context, and the stored tensor that is being read beside them."""
    shape = checkpoint.shape
    cache = kv_bytes_total(shape.layers, shape.kv_heads, shape.head_dim, BITS / 8, SESSIONS, shape.context)
    weights = weight_bytes(shape.parameters, BITS)
    return Needs(weights, cache, float(checkpoint.stored), weights / BYTES_A_SECOND)


def whole_need(checkpoints: Sequence[Checkpoint]) -> float:
    """Bytes of all of them in one process."""
    return LIBRARIES + sum(needs_of(each).total for each in checkpoints)


def whole_seconds(checkpoints: Sequence[Checkpoint]) -> float:
    """About how long until they run."""
    return START_SECONDS + sum(needs_of(each).seconds for each in checkpoints)


def check_memory(names: str, checkpoints: Sequence[Checkpoint], free: float | None) -> None:
    """BadCheckpoint, with both numbers, when so much is not free; where nothing is known nothing is refused."""
    need = whole_need(checkpoints)
    if free is None or need <= free:
        return
    parts = [needs_of(each) for each in checkpoints]
    weights, cache = (sum(getattr(each, name) for each in parts) for name in ("weights", "cache"))
    raise BadCheckpoint(
        f"{names} needs {gigabytes(need)} of memory ({gigabytes(weights)} of weights in float32, {gigabytes(cache)} of "
        f"keys and values, the rest for loading and the libraries), and {gigabytes(free)} are available. Close other "
        "programs, or take a smaller model."
    )


def gigabytes(amount: float) -> str:
    """`1.23 GB`; in MB what would read as nothing."""
    if amount < GIGA / 100:
        return f"{number(amount / 1e6, 2)} MB"
    return f"{number(amount / GIGA, 2)} GB"


def available_bytes() -> float | None:
    """Bytes that a new program may take: what the system says, and no more than its control group allows; None where
    the system says nothing."""
    free = _system_bytes()
    allowed = _group_bytes(Path("/sys/fs/cgroup"))
    return min((each for each in (free, allowed) if each is not None), default=None)


def _system_bytes() -> float | None:
    listed = Path("/proc/meminfo")
    if listed.exists():
        for line in listed.read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return 1024.0 * int(line.split()[1])
    if sys.platform == "win32":
        return _windows_bytes()
    names = os.sysconf_names if hasattr(os, "sysconf_names") else {}
    # All that is built in: more than is free, so that it refuses only what can never fit.
    if "SC_PHYS_PAGES" in names:
        return float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE")
    return None


def _group_bytes(folder: Path) -> float | None:
    """What a container may still take; None where there is no limit."""
    most, used = folder / "memory.max", folder / "memory.current"
    if not (most.is_file() and used.is_file()):
        return None
    limit = most.read_text(encoding="ascii").strip()
    return None if limit == "max" else max(0.0, float(limit) - float(used.read_text(encoding="ascii")))


def _windows_bytes() -> float | None:
    import ctypes

    class Status(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_uint32),
            ("load", ctypes.c_uint32),
            *((name, ctypes.c_uint64) for name in ("total", "free", "c", "d", "e", "f", "g")),
        )

    status = Status()
    status.length = ctypes.sizeof(status)
    library = getattr(ctypes, "windll", None)
    found = library is not None and library.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))
    return float(status.free) if found else None
