"""One folder of kept results for all servers of a test run, so that slow runs are computed once and not by each.
It refuses to outlive the run; nothing stale can come from an earlier one."""

import os
from pathlib import Path

import pytest


def with_kept_runs(data: Path, folders: pytest.TempPathFactory) -> Path:
    """The data folder with the shared results in it, which the server takes for its own."""
    base = folders.getbasetemp()
    shared = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "kept-runs"
    shared.mkdir(exist_ok=True)
    (data / "runs").symlink_to(shared, target_is_directory=True)
    return data
