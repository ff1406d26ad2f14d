"""A group of commands that refuses briefly: what was given is quoted, never printed back at any length.
It refuses to know the commands."""

import errno
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from labs import quote

# A path stands whole up to here, since a person has to find the fault in it.
MOST_SHOWN = 200
UNBROKEN = re.compile(rf"\S{{{MOST_SHOWN + 1},}}")
GIVEN = "given"


def brief(words: str, given: Sequence[str]) -> str:
    """A refusal with long values shortened: those that were given, and any run without a blank, such as a number."""
    for value in (part.strip() for each in given for part in (each, each.partition("=")[2])):
        if len(value) > MOST_SHOWN:
            for form in (value, repr(value)[1:-1]):
                words = words.replace(form, quote(value))
    return UNBROKEN.sub(lambda run: quote(run[0]), words)


class Brief(click.Group):
    """Commands whose refusals are brief."""

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **extra: Any) -> click.Context:
        given = tuple(args)
        with _briefly(given):
            made = super().make_context(info_name, args, *rest, **extra)
        made.meta[GIVEN] = given
        return made

    def invoke(self, ctx: click.Context) -> Any:
        with _briefly(ctx.meta[GIVEN]):
            return super().invoke(ctx)


@contextmanager
def _briefly(given: Sequence[str]) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        if problem.errno != errno.ENAMETOOLONG:
            raise
        said = f'"{quote(str(problem.filename))}" is longer than the name of a file may be. Give a shorter path.'
        raise click.ClickException(said) from problem
    except click.ClickException as problem:
        words = problem.format_message()
        short = brief(words, given)
        if short == words:
            raise
        if isinstance(problem, click.UsageError):
            raise click.UsageError(short, problem.ctx) from problem
        raise click.ClickException(short) from problem
