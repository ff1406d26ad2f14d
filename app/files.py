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


class NoRoom(OSError):
    """The files that are kept would be more than the limit; nothing was kept of this one. Counts in bytes."""

    def __init__(self, kept: int, size: int, most: int) -> None:
        super().__init__(f"{kept} bytes are kept, {size} more do not fit into {most}.")
        self.kept, self.size, self.most = kept, size, most


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

    def store(self, stream: BinaryIO, most_bytes: int | None = None) -> str:
        """Keep all bytes of the stream and return their sha256. Memory stays flat. Raises NoRoom when all files
        together would then be more than `most_bytes`; nothing that is kept is ever dropped for it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256()
        handle, name = tempfile.mkstemp(dir=self.folder, prefix="new-")
        try:
            with os.fdopen(handle, "wb") as out:
                while block := stream.read(CHUNK):
                    digest.update(block)
                    out.write(block)
            place = self.path(digest.hexdigest())
            if most_bytes is not None and not place.exists():
                self._refuse_beyond(most_bytes, Path(name).stat().st_size)
            # Replacing is atomic, so that a reader never sees half a file.
            Path(name).replace(place)
        finally:
            Path(name).unlink(missing_ok=True)
        return digest.hexdigest()

    def _refuse_beyond(self, most_bytes: int, size: int) -> None:
        """Files that are just being written count, this one among them, so that two at once cannot pass together."""
        with os.scandir(self.folder) as entries:
            total = sum(_size(each) for each in entries)
        if total > most_bytes:
            raise NoRoom(total - size, size, most_bytes)


def _size(entry: "os.DirEntry[str]") -> int:
    try:
        return entry.stat(follow_symlinks=False).st_size
    except FileNotFoundError:
        # Another one that was being written has been refused or has got its name.
        return 0
