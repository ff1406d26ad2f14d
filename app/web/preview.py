"""The preview's wait: an answer as soon as the course on disk has another version than the page that asks.
It refuses to run in a server for learners; only `servelab preview` registers it."""

from collections.abc import Iterable
from pathlib import Path
from threading import Condition, Event

from flask import Flask, Response, request

from app.web.course import Shelf

WAIT_SECONDS = 20.0
# Editors write a file in several steps some milliseconds apart.
DEBOUNCE_MS, STEP_MS = 60, 15


class Versions:
    """Counts the versions of the course. Safe to share between threads."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._number = 1
        self._changed = Condition()

    def after(self, seen: str) -> str:
        """The version now, or once it is another one than `seen`, or after 20 s."""
        with self._changed:
            self._changed.wait_for(lambda: str(self._number) != seen, timeout=WAIT_SECONDS)
            return str(self._number)

    def follow(self, folder: Path, stop: Event) -> None:
        """Read the course again on each change of the folder, until told to stop."""
        if self.shelf.course.preparing:
            self._renew()
        for _ in self._changes(folder, stop):
            self._renew()

    def _renew(self) -> None:
        self.shelf.read_again()
        with self._changed:
            self._number += 1
            self._changed.notify_all()

    def _changes(self, folder: Path, stop: Event) -> Iterable[object]:
        # Loaded here, because it brings an event loop along that only the preview needs.
        from watchfiles import watch

        return watch(folder, debounce=DEBOUNCE_MS, step=STEP_MS, stop_event=stop, rust_timeout=200)


def register(app: Flask) -> Versions:
    shelf: Shelf = app.extensions["shelf"]
    # Learners see what is published; an author sees what is being written.
    shelf.store.with_drafts = True
    versions = Versions(shelf)

    def version() -> Response:
        text = versions.after(request.args.get("since", ""))
        return Response(text, mimetype="text/plain", headers={"Cache-Control": "no-store"})

    app.config["PREVIEW"] = True
    app.add_url_rule("/preview/version", "preview_version", version)
    return versions
