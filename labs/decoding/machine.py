"""On what a run was made: processor, versions, threads, load and date, so that a figure can say where it comes from.
It refuses to measure."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from labs.decoding.settings import RunSettings


def machine(settings: RunSettings) -> dict[str, Any]:
    """Plain values; the load average is None where the system has none."""
    found: dict[str, Any] = {
        "engine": settings.engine.name,
        "device": _processor(),
        "cores": os.cpu_count(),
        "threads": 1,
        "precision": "float32",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "system": platform.system(),
        "date": datetime.now(UTC).date().isoformat(),
        "load": [round(each, 2) for each in os.getloadavg()] if hasattr(os, "getloadavg") else None,
    }
    if settings.engine.name == "torch":
        import torch

        found["torch"] = torch.__version__
        if settings.engine.device == "cuda":
            found["device"] = torch.cuda.get_device_name()
    return found | settings.pair.versions()


def _processor() -> str:
    """The name that the system gives its processor."""
    listed = Path("/proc/cpuinfo")
    if listed.exists():
        for line in listed.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
