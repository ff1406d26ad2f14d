"""`servelab check`: everything wrong with the lessons, in one run.
It refuses to find and to word anything; app/course does.
"""

from pathlib import Path

import click

from app.course.bench import door
from app.course.checking import check_content
from app.course.report import as_github, as_json, as_text
from app.places import content_dir


@click.command()
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option("--strict", is_flag=True, help="Warnings fail the check too.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "github"]), default="text", help="How to print it."
)
def check(path: Path | None, strict: bool, form: str) -> None:
    """Check the course in PATH, a content folder or one lesson of it; the built-in course when left out.

    Worked code is run again and its output compared. Exit code 1 when there is an error, 2 when there is no course.
    """
    folder, only = _folder(path)
    checked = check_content(folder, door())
    if only:
        checked = checked.only(only)
    checked = checked.under(_from_here(folder).as_posix())
    findings = checked.findings
    if form == "json":
        click.echo(as_json(findings))
    elif form == "github":
        click.echo(as_github(findings), nl=bool(findings))
    else:
        click.echo(as_text(findings, checked.sources))
    raise SystemExit(int(any(strict or each.severity == "error" for each in findings)))


def _folder(path: Path | None) -> tuple[Path, str]:
    """The content folder, and the name of the one file to report on."""
    if path is None:
        return content_dir(), ""
    if path.is_dir() and (path / "course.yml").is_file():
        return path, ""
    if path.is_file() and (path.parent.parent / "course.yml").is_file():
        return path.parent.parent, f"{path.parent.name}/{path.name}"
    if path.is_file() and (path.parent / "course.yml").is_file():
        return path.parent, path.name
    raise _NoCourse(f'There is no course at "{path}". Give a folder with a course.yml, or a lesson in its lessons/.')


def _from_here(folder: Path) -> Path:
    """The folder as a person in this directory would write it."""
    here = Path.cwd()
    return folder.resolve().relative_to(here) if folder.resolve().is_relative_to(here) else folder


class _NoCourse(click.ClickException):
    exit_code = 2
