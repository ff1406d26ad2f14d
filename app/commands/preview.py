"""`servelab preview`: the pages of a course that is being written, renewed at each save, with the findings beside them.
It refuses to serve learners; it listens on this machine only."""

import os
from pathlib import Path
from threading import Event, Thread

import click

from app import create_app
from app.assets import AssetsMissing
from app.config import BadSetting, read_settings
from app.listen import CannotListen, bind, page_address
from app.places import content_dir
from app.serving import run
from app.web import preview as pages
from app.web.learner import close_store, store_warnings

HOST = "127.0.0.1"


@click.command()
@click.option("--content", metavar="FOLDER", help="The course being written (SERVELAB_CONTENT, the built-in one).")
@click.option("--port", metavar="NUMBER", help="Port to listen on, 0 for any free one (SERVELAB_PORT, 8000).")
@click.option("--data", metavar="FOLDER", help="Where answers are kept (SERVELAB_DATA, the user's data folder).")
def preview(content: str | None, port: str | None, data: str | None) -> None:
    """Show a course while it is written: each save renews the page and the list of findings."""
    try:
        settings = read_settings(os.environ, {"host": HOST, "port": port, "data": data, "content": content})
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        app = create_app(settings)
        listener = bind(settings.host, settings.port)
    except (BadSetting, AssetsMissing, CannotListen, OSError) as problem:
        raise click.ClickException(str(problem)) from problem
    folder: Path = settings.content or content_dir()
    versions, stop = pages.register(app), Event()
    with listener:
        app.extensions["shelf"].read_again(app.extensions["shelf"].quick)
        for warning in store_warnings(app):
            click.echo(warning, err=True)
        Thread(target=versions.follow, args=(folder, stop), daemon=True).start()
        address = page_address(settings.host, listener)
        run(app, listener, settings.threads, on_ready=lambda: click.echo(f"Preview of {folder} at {address}"))
        stop.set()
    close_store(app)
