"""The code is linted, formatted and typed as pyproject.toml asks.

The tools judge; this file refuses to hold a rule of its own.
"""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Where torch is not installed its types are unknown, so the rooms that need it are typed only where it is.
TYPED = ["mypy"] if find_spec("torch") else ["mypy", "--exclude", "^labs/(tinylm|decoding|checkpoints)/"]


@pytest.mark.parametrize("tool", [["ruff", "check"], ["ruff", "format", "--check"], TYPED], ids=" ".join)
def test_the_tool_finds_nothing(tool: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *tool], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
