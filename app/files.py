"""Files that people gave, in the data folder under the sha256 of their bytes; written whole or not at all.

It refuses to know what is in a file; whoever stores one has had it checked.
"""

import hashlib
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

CHUNK = 65_536
NAME = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True)
class StoredFiles:
    """The files of one data folder. Equal values open equal files, because a name is a digest."""

    data: Path

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self.data / "files"

    def path(self, sha256: str) -> Path:
        """The place of a file, there or not; ValueError for anything that is no digest."""
        if not NAME.fullmatch(sha256):
            raise ValueError(f"{sha256!r} is not a sha256; give 64 hexadecimal digits.")
        return self.folder / sha256

    def open(self, sha256: str) -> BinaryIO:
        """The bytes of a file; FileNotFoundError when it is not kept here."""
        return self.path(sha256).open("rb")

    def store(self, stream: BinaryIO) -> str:
        """Keep all bytes of the stream and return their sha256. Memory stays flat."""
        self.folder.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256()
        handle, name = tempfile.mkstemp(dir=self.folder, prefix="new-")
        try:
            with os.fdopen(handle, "wb") as out:
                while block := stream.read(CHUNK):
                    digest.update(block)
                    out.write(block)
            # Replacing is atomic, so that a reader never sees half a file.
            Path(name).replace(self.path(digest.hexdigest()))
        finally:
            Path(name).unlink(missing_ok=True)
        return digest.hexdigest()
