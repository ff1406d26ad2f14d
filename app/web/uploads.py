"""A file given on a lab's page: bounded, checked by the lab while it streams, and stored only when accepted.
It refuses to know what the file holds and how the page looks."""

from typing import BinaryIO, cast

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from app.files import StoredFiles
from app.web.runs import data_folder
from labs import BadParams, FieldError, Lab

# What a form needs around a file: boundaries, names, the settings of the page.
AROUND_BYTES = 64_000


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
    stream.seek(0)
    return {**upload.sets, name: StoredFiles(data_folder()).store(stream)}
