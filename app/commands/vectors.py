"""`servelab vectors`: check files of reference cases with the project's formulas, or with the lab that they name.
It refuses to compute; the door of the labs does."""

from pathlib import Path

import click

from app.brief import brief
from labs import UnknownLab, UnreadableVectors, check_cases, check_vectors, get_lab, lab_named_in, report_lines


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
def vectors(paths: tuple[Path, ...]) -> None:
    """Check the cases in PATHS, of formulas or of a lab. Exit code 1 when one fails, 2 when a file cannot be read."""
    failed = unreadable = False
    for path in paths:
        try:
            slug = lab_named_in(path)
            lines, wrong = _formulas(path) if slug is None else _lab(path, slug)
        except (UnreadableVectors, UnknownLab) as problem:
            click.echo(brief(str(problem), [str(path)]), err=True)
            unreadable = True
            continue
        failed = failed or wrong
        for line in lines:
            click.echo(line)
    raise SystemExit(2 if unreadable else int(failed))


def _formulas(path: Path) -> tuple[list[str], bool]:
    report = check_vectors(path)
    return list(report_lines(report)), bool(report.failed)


def _lab(path: Path, slug: str) -> tuple[list[str], bool]:
    """A line for the file, and one for each fact that is not as expected."""
    cases = check_cases(get_lab(slug), path)
    wrong = [case for case in cases if not case.passed]
    told = [f"{path}: {len(cases) - len(wrong)} passed, {len(wrong)} failed"]
    told += [f"  {case.id}: {case.fact} is {case.computed}, expected {case.expected}" for case in wrong]
    return told, bool(wrong)
