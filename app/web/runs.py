"""Runs of labs, each computed once while it is remembered; labs are pure, so a remembered run is the run.
It refuses to know requests and pages beyond the data folder of the application."""

import time
from functools import lru_cache
from pathlib import Path

from flask import Flask, current_app

from app import kept_runs
from app.config import Settings
from app.files import StoredFiles
from labs import Params, Result, Table, all_labs, get_lab, parse

REMEMBERED = 256
SLOW_S = 0.1


def data_folder() -> Path:
    """The data folder of this application."""
    settings: Settings = current_app.config["SETTINGS"]
    return settings.data


def run_lab(slug: str, params: Params) -> Result:
    """The result of a lab at these parameters; BadParams when what they name cannot be used."""
    return _run(slug, params, data_folder())


@lru_cache(maxsize=REMEMBERED)
def _run(slug: str, params: Params, data: Path) -> Result:
    lab = get_lab(slug)
    # A quick lab is computed faster than read.
    keeps = lab.seconds > SLOW_S
    kept = kept_runs.load(data / "runs", lab, params) if keeps else None
    if kept is not None:
        return kept
    began = time.perf_counter()
    result = lab.run(params, StoredFiles(data)) if lab.uploads else lab.run(params)
    if keeps and time.perf_counter() - began > SLOW_S:
        kept_runs.save(data / "runs", lab, params, result)
    return result


def run_download(slug: str, name: str, params: Params) -> Table:
    """A table of a lab that is too long for a page; KeyError when the lab has none of that name."""
    lab = get_lab(slug)
    return lab.downloads[name](params, StoredFiles(data_folder()))


def warm(app: Flask) -> None:
    """Compute the defaults of every slow lab, so that whoever comes first need not wait."""
    with app.app_context():
        for slug, lab in all_labs().items():
            if lab.seconds > SLOW_S:
                run_lab(slug, parse(lab, []))
