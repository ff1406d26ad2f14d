"""The browser of the tests in this folder: the one named by SERVELAB_CHROMIUM, or Debian's.
Knows no server and no page."""

import os
from typing import Any

import pytest


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """How the browser starts; as root Chromium has no sandbox to offer."""
    is_root = getattr(os, "geteuid", lambda: 1)() == 0
    program = os.environ.get("SERVELAB_CHROMIUM", "/usr/bin/chromium")
    return {"executable_path": program, "args": ["--no-sandbox"] if is_root else []}
