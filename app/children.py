"""What a process of our own needs to run the same code as this one, wherever it was started from.
It refuses to start one: each knows its own pipes."""

import os
from pathlib import Path

PACKAGE_PARENT = Path(__file__).resolve().parents[1]
NICE = 10


def own_environment(**more: str) -> dict[str, str]:
    """This process' environment with the server's own code first on the path, and with what is given."""
    paths = [str(PACKAGE_PARENT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, **more, "PYTHONPATH": os.pathsep.join(paths)}


def step_back() -> None:
    """Let whoever is at a page go first, where the system knows such an order."""
    if hasattr(os, "nice"):
        os.nice(NICE)
