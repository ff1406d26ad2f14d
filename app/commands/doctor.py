"""`servelab doctor`: whether this machine is ready, a line a check, each with what to do.
It refuses to look; app/doctor does."""

import os

import click

from app.config import BadSetting, read_settings
from app.doctor import examine

WORDS = {"ok": "ok", "note": "note", "bad": "NOT OK"}


@click.command()
@click.option("--host", metavar="NAME", help="Name or address to listen on (SERVELAB_HOST, 127.0.0.1).")
@click.option("--port", metavar="NUMBER", help="Port to listen on (SERVELAB_PORT, 8000).")
@click.option("--data", metavar="FOLDER", help="Where everything is kept (SERVELAB_DATA, the user's data folder).")
@click.option("--content", metavar="FOLDER", help="The course to check (SERVELAB_CONTENT, the built-in one).")
def doctor(host: str | None, port: str | None, data: str | None, content: str | None) -> None:
    """Say whether this machine is ready to serve, and what to do where it is not. It changes nothing.

    The course is checked last, which may take half a minute. Exit code 1 when something is not ok; a note is no fault.
    """
    try:
        settings = read_settings(os.environ, {"host": host, "port": port, "data": data, "content": content})
    except BadSetting as problem:
        raise click.ClickException(str(problem)) from problem
    num_bad = 0
    for line in examine(settings):
        click.echo(f"{WORDS[line.state]:<7} {line.name}: {line.says}")
        if line.do:
            click.echo(f"        What to do: {line.do}")
        num_bad += line.state == "bad"
    faults = "1 thing is" if num_bad == 1 else f"{num_bad} things are"
    click.echo(f"{faults} not ok." if num_bad else "Ready to serve: servelab serve")
    raise SystemExit(int(num_bad > 0))
