"""What a machine needs to serve and to test: each check gives one line that says what was found and what to do.
It refuses to change anything; a file that it writes to see whether it may is gone at once."""

from collections.abc import Callable, Iterator

from app.config import Settings
from app.doctor.kept import answers, data_folder, key, space
from app.doctor.line import Line
from app.doctor.machine import chromium, port, python, sqlite, torch
from app.doctor.own_models import own_models
from app.doctor.shipped import assets, content

__all__ = ["CHECKS", "Line", "examine"]

# The content comes last, because it takes longest.
CHECKS: tuple[Callable[[Settings], Line], ...] = (
    python,
    sqlite,
    data_folder,
    space,
    answers,
    key,
    assets,
    port,
    torch,
    own_models,
    chromium,
    content,
)


def examine(settings: Settings) -> Iterator[Line]:
    """All checks in order, each as soon as it is done."""
    for check in CHECKS:
        yield check(settings)
