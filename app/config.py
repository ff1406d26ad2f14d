"""Every setting once: its name, default and help; read once from the environment, flags of a command on top.

It refuses to know who uses a setting, and it touches no file or network.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

PREFIX = "SERVELAB_"
MIN_SECRET_LENGTH = 32


class BadSetting(ValueError):
    """A setting that cannot be used; the message says what was found, what is allowed and where it came from."""


def read_text(name: str, text: str) -> str:
    if not text.strip():
        raise BadSetting(f"{name} is empty; give it a value or leave it out.")
    return text.strip()


def read_path(name: str, text: str) -> Path:
    return Path(read_text(name, text)).expanduser().absolute()


def read_database_url(name: str, text: str) -> str:
    """A PostgreSQL address with its driver named. The value is never repeated, because it can hold a password."""
    scheme, separator, rest = read_text(name, text).partition("://")
    if not separator or not rest or scheme not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise BadSetting(
            f"{name} must begin with postgresql://, such as postgresql://USER:PASSWORD@HOST/NAME. "
            "Leave it out to keep everything in a SQLite file in the data folder."
        )
    if find_spec("psycopg") is None:
        raise BadSetting(f"{name} needs the psycopg package. Run: pip install 'servelab[postgresql]'")
    return f"postgresql+psycopg://{rest}"


def read_queue_url(name: str, text: str) -> str:
    """A PostgreSQL or Redis address. The value is never repeated, because it can hold a password."""
    scheme, separator, rest = read_text(name, text).partition("://")
    if scheme.startswith("postgres"):
        return read_database_url(name, text)
    if scheme not in ("redis", "rediss", "unix") or not separator or not rest:
        raise BadSetting(
            f"{name} must begin with redis://, rediss:// or postgresql://, such as redis://HOST:6379/0. "
            "Leave it out to keep the queue in a SQLite file in the data folder."
        )
    if find_spec("redis") is None:
        raise BadSetting(f"{name} needs the redis package. Run: pip install 'servelab[redis]'")
    return text.strip()


def read_secret(name: str, text: str) -> str:
    """A secret; the value is never repeated."""
    if len(read_text(name, text)) < MIN_SECRET_LENGTH:
        raise BadSetting(
            f"{name} has {len(text.strip())} characters; it must have at least {MIN_SECRET_LENGTH}, drawn at random. "
            'Make one with: python3 -c "import secrets; print(secrets.token_hex(32))"'
        )
    return text.strip()


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
    content: Path | None = setting(
        "Folder of the course to show, with its course.yml; by default the built-in course.", read_path, default=None
    )
    host: str = setting("Name or address to listen on.", read_text, default="127.0.0.1")
    port: int = setting("Port to listen on; 0 takes any free one.", whole(0, 65535), default=8000)
    threads: int = setting("Requests answered at the same time.", whole(1, 256), default=16)
    database_url: str | None = setting(
        "PostgreSQL address to keep answers in instead of a SQLite file, postgresql://USER:PASSWORD@HOST/NAME.",
        read_database_url,
        default=None,
        repr=False,
    )
    queue_url: str | None = setting(
        "Address of the queue of long runs, redis://HOST or postgresql://USER:PASSWORD@HOST/NAME; by default the "
        "PostgreSQL database above, else a SQLite file.",
        read_queue_url,
        default=None,
        repr=False,
    )
    workers: int = setting(
        "Processes for long runs that serve starts itself, 0 or 1; 0 when only `servelab worker` does them.",
        whole(0, 1),
        default=1,
    )
    compute_seconds: int = setting(
        "Seconds of computing that a visitor from another machine may use in a minute, all behind one address twice as "
        "much; 0 sets no limit.",
        whole(0, 600),
        default=20,
    )
    proxies: int = setting(
        "Proxies in front of this server, each of which adds an address to X-Forwarded-For; 0 takes the address that "
        "connects and ignores that header.",
        whole(0, 8),
        default=0,
    )
    files_mb: int = setting(
        "Megabytes of given files that are kept in all; one address from elsewhere may give a quarter of them.",
        whole(1, 1_000_000),
        default=2_000,
    )
    secret_key: str | None = setting(
        "Secret of 32 characters or more that signs cookies; by default a key file in the data folder.",
        read_secret,
        default=None,
        repr=False,
    )
    chromium: Path | None = setting("Chromium program that the browser tests start.", read_path, default=None)


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
