"""`servelab labs` and `servelab lab`: what exists, and one result as text, JSON or CSV.
They refuse to compute; the door of the labs does."""

import json
import os

import click

from app.config import BadSetting, read_settings
from app.files import StoredFiles
from app.jobs.words import work_words
from labs import (
    BadParams,
    Event,
    Fact,
    Files,
    Lab,
    Params,
    Result,
    Table,
    TooMuchAtOnce,
    UnknownLab,
    all_labs,
    get_lab,
    number,
    parse,
    quote,
    result_form,
    run_apart,
    runs_apart,
    table_csv,
    with_unit,
)


@click.command()
def labs() -> None:
    """List the labs: slug and question."""
    for slug, each in all_labs().items():
        click.echo(f"{slug}: {each.question}")


@click.command()
@click.argument("slug")
@click.argument("settings", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--format", "form", type=click.Choice(["text", "json", "csv"]), default="text", help="How to print it.")
@click.option("--table", metavar="NAME", help="Which table --format csv prints; the first one when left out.")
def lab(slug: str, settings: tuple[str, ...], form: str, table: str | None) -> None:
    """Run the lab SLUG with these settings and print its result."""
    try:
        found = get_lab(slug)
        params = parse(found, [_pair(text) for text in settings])
        files = StoredFiles(read_settings(os.environ).data)
        if table and table in found.downloads:
            click.echo(table_csv(found.downloads[table](params, *_taken(found, files))), nl=False)
            return
        result = computed(found, params, files)
    except BadSetting as problem:
        raise click.ClickException(str(problem)) from problem
    except UnknownLab as problem:
        raise click.ClickException(str(problem)) from problem
    except BadParams as bad:
        raise click.ClickException("\n".join(f"{error.name}: {error.message}" for error in bad.errors)) from bad
    if form == "json":
        click.echo(json.dumps(result_form(found, params, result), indent=2, ensure_ascii=False))
    elif form == "csv":
        click.echo(table_csv(_named(result, table)), nl=False)
    else:
        click.echo(as_lines(result))


def _taken(lab: Lab, files: Files) -> list[Files]:
    """Files, for a lab that reads what was given."""
    return [files] if lab.uploads else []


def computed(lab: Lab, params: Params, files: Files) -> Result:
    """Also what is too much for a page: a terminal can wait, and sees how far it is."""
    try:
        return lab.run(params, *_taken(lab, files))
    except TooMuchAtOnce as much:
        if not runs_apart(lab):
            raise
        click.echo(f"This takes {work_words(much.seconds)} or longer.", err=True)
        return run_apart(lab, params, files, _Told())


class _Told:
    """Prints each unit of work once."""

    def __init__(self) -> None:
        self._last = ""

    def __call__(self, event: Event) -> None:
        words = str(event.data.get("words", ""))
        if words not in ("", self._last):
            click.echo(words, err=True)
            self._last = words


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f'"{quote(text)}" is not a setting. Write NAME=VALUE, such as microbatch=54.')
    return name, value


def _named(result: Result, name: str | None) -> Table:
    for table in result.tables:
        if name in (None, table.name):
            return table
    raise click.UsageError(
        f'There is no table "{quote(name or "")}". There are {", ".join(table.name for table in result.tables)}.'
    )


def as_lines(result: Result) -> str:
    """The sentence, the facts and the notes, as a person reads them in a terminal."""
    width = max(len(fact.label) for fact in result.facts.values())
    # A fact that has two names, such as the answer, is one number and one line.
    facts = [f"  {fact.label:<{width}}  {_value(fact)}" for fact in dict.fromkeys(result.facts.values())]
    return "\n".join((result.summary, "", *facts, *(f"\n{note}" for note in result.notes)))


def _value(fact: Fact) -> str:
    if fact.value is None:
        return fact.absent
    if isinstance(fact.value, bool):
        return "yes" if fact.value else "no"
    text = fact.value if isinstance(fact.value, str) else number(fact.value, fact.places)
    return f"{with_unit(text, fact.unit)} ({fact.kind})"
