"""A file given on a lab's page: bounded, checked by the lab while it streams, and stored only when accepted.
It refuses to know what the file holds and how the page looks."""

from typing import BinaryIO, cast
from urllib.parse import parse_qsl

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from app.files import StoredFiles
from app.web.runs import data_folder
from labs import BadParams, FieldError, Lab

# What a form needs around a file: boundaries, names, the settings of the page.
AROUND_BYTES = 64_000


def received(lab: Lab) -> list[tuple[str, str]]:
    """The page's settings with the file that was given among them; BadParams beside the field, and nothing stored."""
    name, upload = next(iter(lab.uploads.items()))
    request.max_content_length = upload.most_bytes + AROUND_BYTES
    try:
        given = request.files.get(name)
    except RequestEntityTooLarge:
        sentence = f"The file is larger than the {upload.most_bytes:,} bytes allowed. Cut it to fewer rows."
        raise BadParams([FieldError(name, sentence)]) from None
    if given is None or not given.filename:
        raise BadParams([FieldError(name, f"No file was chosen. {upload.help}")])
    stream = cast(BinaryIO, given.stream)
    try:
        upload.check(stream, given.filename)
    except ValueError as refused:
        raise BadParams([FieldError(name, str(refused))]) from refused
    stream.seek(0)
    pairs = dict(parse_qsl(request.form.get("settings", ""), keep_blank_values=True)) | dict(upload.sets)
    pairs.pop("v", None)
    return list((pairs | {name: StoredFiles(data_folder()).store(stream)}).items())
