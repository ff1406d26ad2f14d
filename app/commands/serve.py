"""`servelab serve`: the settings, the warnings worth a line, then the server.

It refuses to know pages; create_app makes them.
"""

import os
import webbrowser
from contextlib import ExitStack
from subprocess import Popen
from threading import Thread

import click
from flask import Flask

from app import create_app, warming
from app.assets import AssetsMissing, stale_assets_warning
from app.config import BadSetting, Settings, read_settings
from app.course.outline import places
from app.footprint import keep_small
from app.listen import CannotListen, bind, page_address, reach_warning
from app.serving import run
from app.web.course import Shelf
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
        with ExitStack() as ends:
            run(app, listener, settings.threads, on_ready=lambda: _begin(app, address, open_browser, ends))
    close_store(app)


def _begin(app: Flask, address: str, open_browser: bool, ends: ExitStack) -> None:
    _announce(address, open_browser)
    ahead = ends.enter_context(warming.started(app.config["SETTINGS"]))
    # In a thread, because the server answers meanwhile.
    Thread(target=_warm, args=(app, ahead), daemon=True).start()


def _warm(app: Flask, ahead: Popen[bytes]) -> None:
    shelf: Shelf = app.extensions["shelf"]
    is_kept = ahead.wait() == 0
    with app.app_context():
        if shelf.course.preparing:
            # What is slow is read from the disk now; where the process ahead failed it is computed here.
            bench = shelf.quick if is_kept else None
            shelf.read_again(bench, lambda course: warm_sweeps(each.block for each in places(course.lessons).values()))
        elif is_kept:
            warm_sweeps(each.block for each in shelf.places.values())


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
