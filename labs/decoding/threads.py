"""One thread for matrix products while a model runs: these are too small to share, and threads that wait burn the time
of others. It refuses to know models; where numpy uses another library than OpenBLAS that one is left as it is."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

# Where the wheels of Linux, Windows and macOS put the library, beside or inside the package.
_FOLDERS = ("../numpy.libs", ".dylibs", ".libs")
_ENDINGS = ("64_", "", "_64")


@contextmanager
def one_thread() -> Iterator[int | None]:
    """Products of numpy, and of torch where it is loaded, use one thread inside.

    Gives the number that numpy used before, None where it can't be set from here."""
    found = _switch()
    switches = [found] if found else []
    if torch := sys.modules.get("torch"):
        switches.append((torch.get_num_threads, torch.set_num_threads))
    before = [(int(get()), put) for get, put in switches]
    for _, put in before:
        put(1)
    try:
        yield before[0][0] if found else None
    finally:
        for number, put in before:
            put(number)


def _switch() -> tuple[Any, Any] | None:
    """The functions that read and set the number of threads, of the OpenBLAS that numpy has loaded."""
    package = Path(np.__file__).parent
    for folder in _FOLDERS:
        for path in sorted((package / folder).resolve().glob("*openblas*")):
            library = ctypes.CDLL(str(path))
            for prefix in ("scipy_", ""):
                for ending in _ENDINGS:
                    get = getattr(library, f"{prefix}openblas_get_num_threads{ending}", None)
                    put = getattr(library, f"{prefix}openblas_set_num_threads{ending}", None)
                    if get is not None and put is not None:
                        return get, put
    return None
