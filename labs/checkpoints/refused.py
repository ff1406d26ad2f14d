"""The one word for a model that can't be taken, and reading small JSON files without trusting them.
It refuses to know what a file is for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from labs.decoding.cannot_run import CannotRun

LARGEST_JSON = 64_000_000


class BadCheckpoint(CannotRun):
    """A model that can't be taken as it lies there; str() says what was found and what to do."""


def read_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file; BadCheckpoint when it is too long, no JSON or no object."""
    size = path.stat().st_size
    if size > LARGEST_JSON:
        raise BadCheckpoint(f"{path.name} has {size:,} bytes; at most {LARGEST_JSON:,} are read.")
    return parse_object(path.name, path.read_bytes())


def parse_object(name: str, text: bytes) -> dict[str, Any]:
    """The JSON object in text; BadCheckpoint otherwise."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadCheckpoint(f"{name} is not JSON that can be read ({problem}): restore the file.") from problem
    if not isinstance(found, dict):
        raise BadCheckpoint(f"{name} holds {type(found).__name__}, not an object: restore the file.")
    return found
