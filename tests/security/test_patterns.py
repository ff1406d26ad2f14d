"""Every pattern of the program stays linear on text made against it (OWASP ASVS 1.3.12).
It refuses to know what the patterns are for."""

import importlib
import inspect
import pkgutil
import re
import time
from collections import deque
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import pytest

import app
import labs

WAYS = "search|match|fullmatch|finditer|findall|sub|split"
SIZE = 4_000
PIECES = (
    "a",
    " ",
    "0",
    "-",
    ".",
    "{",
    ":",
    "`",
    "\t",
    "1e",
    "a1",
    "a ",
    "0.",
    ", ",
    "--",
    "::",
    "](",
    "$",
    "{#a ",
    "=a",
    "\n",
)
MOST_GROWTH = 2.5
# Under this a clock tells nothing.
QUICK_S = 0.01


@dataclass(frozen=True)
class Used:
    """A pattern and how the program applies it: `fullmatch` tries one place, `search` every one."""

    pattern: re.Pattern[str]
    ways: tuple[str, ...]


def all_used() -> dict[str, Used]:
    """By module and name; a pattern that another module imports is there too, as that one applies it; one that is
    applied through another name is taken to begin at one place."""
    found = {}
    names = chain.from_iterable(pkgutil.walk_packages(each.__path__, f"{each.__name__}.") for each in (app, labs))
    for module in (importlib.import_module(name.name) for name in names if needs_no_torch(name.name)):
        source = inspect.getsource(module)
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                ways = set(re.findall(rf"\b{name}\.({WAYS})\b", source))
                found[f"{module.__name__}.{name}"] = Used(value, tuple(sorted(ways or {"match"})))
    return dict(sorted(found.items()))


def needs_no_torch(name: str) -> bool:
    """Modules that import torch hold no patterns; `__main__` runs the program."""
    if name.endswith("__main__"):
        return False
    spec = find_spec(name)
    return spec is not None and "import torch" not in Path(spec.origin or "").read_text(encoding="utf-8")


def seconds(used: Used, text: str) -> float:
    took = []
    for _ in range(3):
        start = time.process_time()
        for way in used.ways:
            if way == "sub":
                used.pattern.sub("", text)
            elif way == "finditer":
                deque(used.pattern.finditer(text), maxlen=0)
            else:
                getattr(used.pattern, way)(text)
        took.append(time.process_time() - start)
    return min(took)


ALL = all_used()


def test_the_program_has_patterns_and_they_are_found() -> None:
    assert len(ALL) > 20


@pytest.mark.parametrize("name", ALL)
def test_a_pattern_is_linear(name: str) -> None:
    for piece in PIECES:
        for end in ("", "!"):
            once = (piece * SIZE)[:SIZE] + end
            slow = seconds(ALL[name], once)
            if slow > QUICK_S:
                assert seconds(ALL[name], (piece * SIZE * 2)[: SIZE * 2] + end) / slow <= MOST_GROWTH, piece
