"""`servelab verify`: the results of a release note, run again on this machine and compared.
It refuses to compare; app/release does."""

import os
from pathlib import Path

import click

from app.commands.labs import computed
from app.config import BadSetting, read_settings
from app.files import StoredFiles
from app.release.again import run_again
from app.release.reading import BadNote, read_note
from labs import Lab, Params, Result


@click.command()
@click.argument("note", type=click.Path(path_type=Path))
def verify(note: Path) -> None:
    """Run each result in NOTE, a release note in its JSON form, again.

    Exit code 0 when all are the same, 1 when one is not, 2 when the file cannot be read.
    """
    try:
        taken = read_note(note.read_text(encoding="utf-8"))
        files = StoredFiles(read_settings(os.environ).data)
    except (OSError, UnicodeDecodeError, BadNote, BadSetting) as problem:
        raise _Unreadable(f"{note} cannot be verified. {problem}") from problem

    def run(lab: Lab, params: Params) -> Result:
        return computed(lab, params, files)

    came = [(each, run_again(each, run)) for each in taken]
    for each, again in came:
        click.echo(f"{each.title}: {again.says} ({_shown(each.address)})")
        for difference in again.differences:
            click.echo(f"  {difference.name}: then {difference.then}, now {difference.now}")
    if not came:
        click.echo("The note holds no result of a lab, so there is nothing to run.")
    raise SystemExit(int(not all(again.is_same for _, again in came)))


def _shown(address: str) -> str:
    """An address from a file is printed to a terminal, so what is not printable is left out."""
    return "".join(each for each in address[:200] if each.isprintable())


class _Unreadable(click.ClickException):
    exit_code = 2
