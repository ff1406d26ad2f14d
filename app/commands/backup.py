"""`servelab backup` and `servelab restore-check`: a copy of the answers, and the proof that a copy can be put back.
They refuse to copy; app/store/backup.py does."""

import os
from pathlib import Path

import click

from app.config import BadSetting, read_settings
from app.store import FILE_NAME
from app.store.backup import BadBackup, Counts, back_up, check_backup
from labs import count


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--data", metavar="FOLDER", help="The data folder to copy from (SERVELAB_DATA).")
def backup(path: Path, data: str | None) -> None:
    """Copy the answers to the new file PATH while the server runs, restore the copy elsewhere and compare."""
    try:
        settings = read_settings(os.environ, {"data": data})
        if settings.database_url:
            raise BadBackup("The answers are in PostgreSQL. Copy them with its own tool, pg_dump.")
        counts = back_up(settings.data / FILE_NAME, path)
    except (BadSetting, BadBackup) as problem:
        raise click.ClickException(str(problem)) from problem
    click.echo(f"Saved to {path}, restored and compared: {_shown(counts)}.")


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
def restore_check(path: Path) -> None:
    """Restore the copy PATH into a folder of its own and test every page of it; nothing else is touched."""
    try:
        counts = check_backup(path)
    except BadBackup as problem:
        raise click.ClickException(str(problem)) from problem
    click.echo(f"{path} can be restored: {_shown(counts)}.")


def _shown(counts: Counts) -> str:
    names = ("learner", "attempt", "evidence", "file")
    return ", ".join(f"{count(counts.get(name, 0), 'row')} in {name}" for name in names)
