"""Results of slow runs at hand for the servers of a test run, so that they are computed once and not by each server.
It refuses to outlive the run; nothing stale can come from an earlier one."""

import os
import shutil
from pathlib import Path

import pytest

from app import kept_runs
from app.web.runs import SLOW_S
from labs import all_labs, parse


def with_kept_runs(data: Path, folders: pytest.TempPathFactory) -> Path:
    """The data folder with the shared results in it, which the server takes for its own."""
    (data / "runs").symlink_to(_shared(folders, "kept-runs"), target_is_directory=True)
    return data


def with_defaults(data: Path, folders: pytest.TempPathFactory) -> Path:
    """The data folder with results of its own: the defaults of slow labs, which a server computes at its start."""
    shared = _shared(folders, "kept-defaults")
    for lab in (each for each in all_labs().values() if each.seconds > SLOW_S):
        params = parse(lab, [])
        if kept_runs.load(shared, lab, params) is None:
            kept_runs.save(shared, lab, params, lab.run(params))
    shutil.copytree(shared, data / "runs", ignore=shutil.ignore_patterns("new-*"))
    return data


def _shared(folders: pytest.TempPathFactory, name: str) -> Path:
    """A folder that all processes of this test run have in common."""
    base = folders.getbasetemp()
    shared = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / name
    shared.mkdir(exist_ok=True)
    return shared
