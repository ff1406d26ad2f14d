"""`servelab serve`: the settings, the warnings worth a line, then the server.

It refuses to know pages; create_app makes them.
"""

import os
import webbrowser
from contextlib import ExitStack
from threading import Thread

import click
from flask import Flask

from app import create_app
from app.assets import AssetsMissing, stale_assets_warning
from app.config import BadSetting, Settings, read_settings
from app.course.outline import places
from app.course.store import Course
from app.footprint import keep_small
from app.listen import CannotListen, bind, page_address, reach_warning
from app.serving import run
from app.warming import ahead
from app.web.course import Shelf
from app.web.jobs import close_jobs, end_streams, look_after_jobs
from app.web.learner import close_store, store_warnings
from app.web.signing import KeyExposed, key_in_danger
from app.web.sweeps import warm_sweeps


@click.command()
@click.option("--host", metavar="NAME", help="Name or address to listen on (SERVELAB_HOST, 127.0.0.1).")
@click.option("--port", metavar="NUMBER", help="Port to listen on, 0 for any free one (SERVELAB_PORT, 8000).")
@click.option("--data", metavar="FOLDER", help="Where everything is kept (SERVELAB_DATA, the user's data folder).")
@click.option("--content", metavar="FOLDER", help="The course to show (SERVELAB_CONTENT, the built-in one).")
@click.option("--open", "open_browser", is_flag=True, help="Open the first page in the browser.")
def serve(host: str | None, port: str | None, data: str | None, content: str | None, open_browser: bool) -> None:
    """Serve the course until stopped with Ctrl-C."""
    try:
        settings = read_settings(os.environ, {"host": host, "port": port, "data": data, "content": content})
        _prepare_data_folder(settings)
        app = create_app(settings)
        key_warning = key_in_danger(settings)
        listener = bind(settings.host, settings.port)
    except (BadSetting, AssetsMissing, CannotListen, KeyExposed) as problem:
        raise click.ClickException(str(problem)) from problem
    with listener:
        app.extensions["shelf"].read_again(app.extensions["shelf"].quick)
        for warning in (stale_assets_warning(), reach_warning(settings.host), key_warning, *store_warnings(app)):
            if warning:
                click.echo(warning, err=True)
        address = page_address(settings.host, listener)
        keep_small()
        with ahead(settings, then=lambda: _warm(app)), ExitStack() as ends:
            ends.callback(close_jobs, app)
            run(
                app,
                listener,
                settings.threads,
                on_ready=lambda: _begin(app, address, open_browser),
                on_stop=lambda: end_streams(app),
                is_behind_proxy=settings.proxies > 0,
            )
    close_store(app)


def _begin(app: Flask, address: str, open_browser: bool) -> None:
    _announce(address, open_browser)
    look_after_jobs(app)


def _warm(app: Flask) -> None:
    """What is slow is read from the disk now; where the process ahead failed, a lesson's runs are computed here."""
    shelf: Shelf = app.extensions["shelf"]
    with app.app_context():
        for bench in (shelf.quick, None):
            if shelf.course.preparing:
                shelf.read_again(bench, _warm_sweeps)
        warm_sweeps(each.block for each in shelf.places.values())
    keep_small()


def _warm_sweeps(course: Course) -> None:
    warm_sweeps(each.block for each in places(course.lessons).values())


def _announce(address: str, open_browser: bool) -> None:
    click.echo(f"Servelab is at {address} (stop with Ctrl-C)")
    if open_browser:
        # In a thread, because a text browser would hold the server until it is closed.
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _prepare_data_folder(settings: Settings) -> None:
    try:
        # For this user alone, because other people's answers are in it.
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise BadSetting(
            f"The data folder {settings.data} cannot be made ({problem.strerror}). "
            "Choose another with --data FOLDER or SERVELAB_DATA."
        ) from problem
