"""The machine: Python, SQLite, the port, torch and a Chromium.
It refuses to install and to start a server."""

import sqlite3
import sys
from importlib.metadata import version as installed_version
from importlib.util import find_spec

from app.browser import NoChromium, installed_chromium
from app.config import Settings
from app.doctor.line import Line
from app.listen import CannotListen, bind
from app.store.sqlite import sqlite_warning

LEAST_PYTHON = (3, 11)
Version = tuple[int, int, int]


def python(settings: Settings, version: Version = sys.version_info[:3]) -> Line:
    shown = ".".join(map(str, version))
    if version[:2] < LEAST_PYTHON:
        do = "Install Python 3.11 or newer, and make a new virtual environment with it."
        return Line("Python", "bad", f"{shown} is too old.", do)
    return Line("Python", "ok", f"{shown}.")


def sqlite(settings: Settings, version: Version = sqlite3.sqlite_version_info) -> Line:
    shown = ".".join(map(str, version))
    if settings.database_url:
        return Line("SQLite", "ok", f"{shown}, not used: answers are in PostgreSQL.")
    warning = sqlite_warning(version)
    if warning is None:
        return Line("SQLite", "ok", f"{shown}, without the WAL-reset fault.")
    do = "Start one server for each data folder. A Python built with SQLite 3.51.3 or newer is without the fault."
    return Line("SQLite", "note", warning, do)


def port(settings: Settings) -> Line:
    if settings.port == 0:
        return Line("Port", "ok", "Any free one will be taken.")
    try:
        bind(settings.host, settings.port).close()
    except CannotListen as problem:
        do = "If it is Servelab itself that runs there, all is well; else choose the port named above."
        return Line("Port", "bad", str(problem), do)
    return Line("Port", "ok", f"{settings.port} on {settings.host} is free.")


def torch(settings: Settings) -> Line:
    if find_spec("torch") is None:
        do = "Nothing, unless you want to train the small models: pip install -e '.[torch]'."
        return Line("torch", "note", "Not installed. Lessons and labs work without it.", do)
    # Not imported: that takes seconds, and the server does not do it either.
    return Line("torch", "ok", f"{installed_version('torch')}.")


def chromium(settings: Settings) -> Line:
    try:
        found = installed_chromium(settings.chromium)
    except NoChromium as problem:
        return Line("Chromium", "note", str(problem), "Correct or unset SERVELAB_CHROMIUM; only the tests need it.")
    if found is None:
        do = "Nothing to serve. For the tests install one, or let `servelab test` get one."
        return Line("Chromium", "note", "None found. Only the browser tests need it.", do)
    return Line("Chromium", "ok", f"{found}, for the browser tests.")
