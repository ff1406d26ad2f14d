"""`servelab vectors`: check files of reference cases with the project's formulas.
It refuses to compute; the door of the labs does."""

from pathlib import Path

import click

from labs import UnreadableVectors, check_vectors, report_lines


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
def vectors(paths: tuple[Path, ...]) -> None:
    """Check the cases in PATHS. Exit code 1 when one fails, 2 when a file cannot be read."""
    failed = unreadable = False
    for path in paths:
        try:
            report = check_vectors(path)
        except UnreadableVectors as problem:
            click.echo(str(problem), err=True)
            unreadable = True
            continue
        failed = failed or bool(report.failed)
        for line in report_lines(report):
            click.echo(line)
    raise SystemExit(2 if unreadable else int(failed))
