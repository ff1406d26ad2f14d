"""A finding and the way a check asks its question inside the page.
Knows no check; the scripts beside it hold the questions, one idea a file."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Finding:
    """One fault: the number of the check that saw it, what is wrong, and the element or address that has it."""

    check: int
    message: str
    where: str

    def __str__(self) -> str:
        return f"[{self.check}] {self.message} ({self.where})"


@cache
def script(name: str) -> str:
    """The function of `name`.js; its arguments are what is given, words (`say`), colours (`paint`), marks (`drawn`).

    Only the tools that it names are sent along: a walk asks a hundred times, and a browser reads all that it gets."""
    body = _text(name)
    needs_marks = "drawn" in body
    say = f"({_text('words')})()" if needs_marks or "say" in body else "null"
    paint = f"({_text('paint')})()" if needs_marks or "paint" in body else "null"
    drawn = f"({_text('marks')})(say, paint)" if needs_marks else "null"
    made = f"const say = {say}; const paint = {paint}; const drawn = {drawn};"
    return f"(given) => {{ {made} return ({body})(given, say, paint, drawn); }}"


def _text(name: str) -> str:
    return (HERE / f"{name}.js").read_text(encoding="utf-8")


def ask(page: Page, name: str, given: object = None) -> Any:
    """What the page answers to `name`.js; works under a strict policy because it is evaluated, not inserted."""
    return page.evaluate(script(name), given)


def collect(check: int, pairs: Iterable[tuple[str, str]]) -> list[Finding]:
    """Findings of one check from (message, where) pairs."""
    return [Finding(check, message, where) for message, where in pairs]


def ask_findings(check: int, page: Page, name: str, given: object = None) -> list[Finding]:
    """The findings of a script that answers with [message, where] pairs."""
    return collect(check, ((message, where) for message, where in ask(page, name, given)))
