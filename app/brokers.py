"""Finds the programs of Redis and PostgreSQL for the tests of the queue, or gets them; says how when neither works.
It refuses to start them, and the server never needs it."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from app.debian import Say, install_packages


def redis_server() -> Path | None:
    """The program redis-server."""
    found = shutil.which("redis-server")
    return Path(found) if found else None


def postgres_folder() -> Path | None:
    """The folder with initdb and postgres of the newest PostgreSQL; Debian keeps them off PATH."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name, reverse=True)
    return next((folder for folder in folders if (folder / "initdb").is_file()), None)


# By Debian's package: how its program is found.
PROGRAMS: Final[Mapping[str, Callable[[], Path | None]]] = MappingProxyType(
    {"redis-server": redis_server, "postgresql": postgres_folder}
)


def missing_brokers() -> list[str]:
    """Debian's names of what is not here."""
    return [package for package, find in PROGRAMS.items() if find() is None]


def brokers_for_tests(say: Say) -> None:
    """Get what is missing where that is possible; else say what is not run and how to get it."""
    missing = missing_brokers()
    if missing:
        install_packages(missing, say)
    for package in missing_brokers():
        say(how_to_get(package))


def how_to_get(package: str) -> str:
    """A sentence for whoever runs the tests without it."""
    return f"The tests of the queue need {package}, which is not here. Install it (Debian: apt-get install {package})."
