"""One line of the doctor: what was looked at, what was found, and what to do about it.
It refuses to look."""

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "note", "bad"]
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Line:
    """One check. `bad` keeps the server from serving or saving; a `note` is worth knowing and stops nothing."""

    name: str
    state: State
    says: str
    do: str = ""
