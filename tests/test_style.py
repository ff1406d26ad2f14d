"""The code is linted, formatted and typed as pyproject.toml asks.

The tools judge; this file refuses to hold a rule of its own.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("tool", ["ruff check", "ruff format --check", "mypy"])
def test_the_tool_finds_nothing(tool: str) -> None:
    done = subprocess.run([sys.executable, "-m", *tool.split()], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
