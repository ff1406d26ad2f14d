"""`servelab worker`: does the long runs that a server asks for, on this machine or another one.
It refuses to serve pages."""

import os

import click

from app.config import BadSetting, read_settings
from app.jobs.consumer import consume
from app.jobs.transport import NoQueue
from app.jobs.worker import new_token


@click.command()
@click.option("--data", metavar="FOLDER", help="Folder of uploaded files and results (SERVELAB_DATA).")
def worker(data: str | None) -> None:
    """Do long runs until stopped with Ctrl-C. Takes SERVELAB_DATABASE_URL and SERVELAB_QUEUE_URL as the server does."""
    try:
        settings = read_settings(os.environ, {"data": data})
        click.echo("This worker waits for long runs (stop with Ctrl-C)")
        consume(settings, new_token(), ends_with_stdin=False)
    except (BadSetting, NoQueue) as problem:
        raise click.ClickException(str(problem)) from problem
