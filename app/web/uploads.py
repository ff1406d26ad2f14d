"""A file given on a lab's page: bounded, checked by the lab while it streams, and stored only when accepted.
It refuses to know what the file holds and how the page looks."""

import os
from typing import BinaryIO, cast
from urllib.parse import parse_qsl

from flask import Flask, current_app, request
from werkzeug.exceptions import RequestEntityTooLarge

from app.config import Settings
from app.files import NoRoom, StoredFiles
from app.listen import is_loopback
from app.web.runs import data_folder
from app.web.shares import Amounts
from labs import BadParams, FieldError, Lab, number

# What a form needs around a file: boundaries, names, the settings of the page.
AROUND_BYTES = 64_000
MEGABYTE = 1_000_000
# Of all room for files; a class behind one address still fits.
ADDRESS_PART = 4
STAYS = "Nothing was kept of yours; files that were given before stay, and so do your settings."


def register(app: Flask) -> None:
    settings: Settings = app.config["SETTINGS"]
    app.extensions["given_bytes"] = Amounts(settings.files_mb * MEGABYTE // ADDRESS_PART)


def bound_upload(lab: Lab) -> None:
    """Let a form with a file be as long as the lab's files may be; BadParams when it is longer. To be called before the
    form is read."""
    for name, upload in lab.uploads.items():
        request.max_content_length = upload.most_bytes + AROUND_BYTES
        try:
            request.files.get(name)
        except RequestEntityTooLarge:
            sentence = f"The file is larger than the {upload.most_bytes:,} bytes allowed. Cut it to fewer rows."
            raise BadParams([FieldError(name, sentence)]) from None


def bound_paste(lab: Lab) -> None:
    """BadParams beside the box when a form without files is too long. To be called before the form is read."""
    if lab.readers and not lab.uploads and _is_too_long():
        most = f"{(request.max_content_length or 0) / MEGABYTE:.0f} MB"
        name = next(iter(lab.readers))
        sentence = f"The text is longer than the {most} that is read in one go, so it was neither read nor kept."
        advice = f"A {name}.json has a few kB; paste that file only. Your settings are as they were."
        raise BadParams([FieldError(name, f"{sentence} {advice}")])


def unread_settings(lab: Lab) -> list[tuple[str, str]]:
    """The settings at the head of a form that is too long to be read, where our own pages put them; else none."""
    if lab.uploads or not _is_too_long():
        return []
    head = cast(bytes, request.environ["wsgi.input"].read(AROUND_BYTES)).partition(b"&")[0]
    sent = dict(parse_qsl(head.decode("ascii", "replace"), keep_blank_values=True))
    return [pair for pair in parse_qsl(sent.get("settings", ""), keep_blank_values=True) if pair[0] != "v"]


def _is_too_long() -> bool:
    return (request.content_length or 0) > (request.max_content_length or 0)


def received(lab: Lab) -> dict[str, str]:
    """The settings that come with the file that was given; BadParams beside the field, and nothing stored."""
    name, upload = next(iter(lab.uploads.items()))
    given = request.files.get(name)
    if given is None or not given.filename:
        raise BadParams([FieldError(name, f"No file was chosen. {upload.help}")])
    stream = cast(BinaryIO, given.stream)
    try:
        upload.check(stream, given.filename)
    except ValueError as refused:
        raise BadParams([FieldError(name, str(refused))]) from refused
    return {**upload.sets, name: _stored(stream, name)}


def _stored(stream: BinaryIO, name: str) -> str:
    """The sha256 that the file is kept under; BadParams when there is no room for it, and nothing is lost."""
    settings: Settings = current_app.config["SETTINGS"]
    given: Amounts = current_app.extensions["given_bytes"]
    size, address = stream.seek(0, os.SEEK_END), request.remote_addr or ""
    stream.seek(0)
    if not is_loopback(address) and not given.take(address, size):
        sentence = f"From this address more files would come than the {_mb(given.most)} that one may give. {STAYS}"
        raise BadParams([FieldError(name, sentence)])
    try:
        return StoredFiles(data_folder()).store(stream, settings.files_mb * MEGABYTE)
    except NoRoom as full:
        sentence = (
            f"This server keeps {_mb(full.most)} of given files at most. It has {_mb(full.kept)}, and yours is "
            f"{_mb(full.size)}. {STAYS} Whoever runs the server can raise SERVELAB_FILES_MB."
        )
        raise BadParams([FieldError(name, sentence)]) from full


def _mb(size: int) -> str:
    return f"{number(size / MEGABYTE, 1)} MB"
