"""Results of slow runs kept on disk by (slug, version, settings), so that they answer at once after a restart.

It refuses to trust a file: what does not read back as a whole result is computed again.
"""

import hashlib
import json
import os
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from labs import Column, Fact, Figure, Lab, Line, Params, Result, Table, query

MOST_FILES = 400
MOST_BYTES = 4_000_000


def load(folder: Path, lab: Lab, params: Params) -> Result | None:
    """The kept result, or None when there is none that can be read."""
    path = folder / _name(lab, params)
    try:
        if path.stat().st_size > MOST_BYTES:
            return None
        digest, _, text = path.read_text(encoding="utf-8").partition("\n")
        if digest != hashlib.sha256(text.encode()).hexdigest():
            return None
        # The oldest are forgotten first, and what is read is in use.
        os.utime(path)
        return from_text(text)
    except (OSError, ValueError):
        return None


def as_text(result: Result) -> str:
    """The whole result as JSON text, in one line."""
    return json.dumps(asdict(result), ensure_ascii=False, allow_nan=False)


def from_text(text: str) -> Result | None:
    """The result that as_text wrote, or None when the text is none."""
    try:
        return _result(json.loads(text))
    except (ValueError, TypeError, KeyError):
        return None


def save(folder: Path, lab: Lab, params: Params, result: Result) -> None:
    """Keep a result; a disk that is full or read-only costs only the speed of the next start."""
    text = as_text(result)
    if len(text) > MOST_BYTES:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder, prefix="new-")
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}")
        Path(name).replace(folder / _name(lab, params))
        _forget_oldest(folder)
    except OSError:
        return


def _name(lab: Lab, params: Params) -> str:
    address = f"{lab.slug}\n{lab.version}\n{query(params)}"
    return f"{lab.slug}-{hashlib.sha256(address.encode()).hexdigest()[:32]}.json"


def _forget_oldest(folder: Path) -> None:
    kept = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)
    for path in kept[:-MOST_FILES]:
        path.unlink(missing_ok=True)


def _result(form: dict[str, Any]) -> Result:
    return Result(
        says=form["says"],
        because=form["because"],
        facts={name: Fact(**each) for name, each in form["facts"].items()},
        tables=tuple(_table(each) for each in form["tables"]),
        figures=tuple(_figure(each) for each in form["figures"]),
        notes=tuple(form["notes"]),
    )


def _table(form: dict[str, Any]) -> Table:
    columns = tuple(Column(**each) for each in form["columns"])
    return Table(form["name"], form["caption"], columns, tuple(tuple(row) for row in form["rows"]), form["now"])


def _figure(form: dict[str, Any]) -> Figure:
    lines = tuple(Line(**each) for each in form["lines"])
    interval = tuple(form["interval"]) if form["interval"] else None
    return Figure(**(form | {"lines": lines, "y": tuple(form["y"]), "interval": interval}))
