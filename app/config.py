"""Every setting once: its name, default and help; read once from the environment, flags of a command on top.

It refuses to know who uses a setting, and it touches no file or network.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

PREFIX = "SERVELAB_"


class BadSetting(ValueError):
    """A setting that cannot be used; the message says what was found, what is allowed and where it came from."""


def read_text(name: str, text: str) -> str:
    if not text.strip():
        raise BadSetting(f"{name} is empty; give it a value or leave it out.")
    return text.strip()


def read_path(name: str, text: str) -> Path:
    return Path(read_text(name, text)).expanduser().absolute()


def whole(low: int, high: int) -> Callable[[str, str], int]:
    """A reader of whole numbers from low to high, both allowed."""

    def read(name: str, text: str) -> int:
        # isdecimal alone takes other scripts' digits, and int() takes 1_0.
        if not (text.isascii() and text.isdecimal() and len(text) <= 9 and low <= int(text) <= high):
            raise BadSetting(f"{name} is {text!r}; it must be a whole number from {low} to {high}.")
        return int(text)

    return read


def setting(summary: str, read: Callable[[str, str], Any], **default: Any) -> Any:
    return field(metadata={"help": summary, "read": read}, **default)


def user_data_folder() -> Path:
    return user_data_path("servelab", appauthor=False)


@dataclass(frozen=True)
class Settings:
    """The values the program runs with; the environment's names are these in capitals behind SERVELAB_."""

    data: Path = setting(
        "Folder of everything that is kept; by default the system's place for a user's data.",
        read_path,
        default_factory=user_data_folder,
    )
    host: str = setting("Name or address to listen on.", read_text, default="127.0.0.1")
    port: int = setting("Port to listen on; 0 takes any free one.", whole(0, 65535), default=8000)
    threads: int = setting("Requests answered at the same time.", whole(1, 256), default=16)
    chromium: Path | None = setting("Chromium program that the browser tests start.", read_path, default=None)


@dataclass(frozen=True)
class Declared:
    """One declared setting, as help texts and the README's list need it."""

    name: str
    variable: str
    help: str


def declared_settings() -> tuple[Declared, ...]:
    return tuple(Declared(one.name, PREFIX + one.name.upper(), one.metadata["help"]) for one in fields(Settings))


def read_settings(environ: Mapping[str, str], flags: Mapping[str, str | None] | None = None) -> Settings:
    """Settings from the environment; a flag that was given wins. Raises BadSetting on the first bad value."""
    given = {name: text for name, text in (flags or {}).items() if text is not None}
    values: dict[str, Any] = {}
    for one in fields(Settings):
        variable = PREFIX + one.name.upper()
        if one.name in given:
            values[one.name] = one.metadata["read"](f"--{one.name}", given[one.name])
        elif variable in environ:
            values[one.name] = one.metadata["read"](variable, environ[variable])
    return Settings(**values)
