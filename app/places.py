"""Where the shipped folders are, in a checkout and in an installed wheel alike.

It knows paths only; it refuses to read what lies there.
"""

from pathlib import Path


def templates_dir() -> Path:
    return _shipped("templates")


def static_dir() -> Path:
    """The own css, js and svg files; the libraries that the build fetched are in its `dist`."""
    return _shipped("static")


def content_dir() -> Path:
    return _shipped("content")


def checkout_dir() -> Path | None:
    """The root of the checkout that this code runs from, or None when it runs from an installed wheel."""
    root = _package().parent
    return root if (root / "pyproject.toml").is_file() and (root / "static" / "build.py").is_file() else None


def _package() -> Path:
    return Path(__file__).resolve().parent


def _shipped(name: str) -> Path:
    checkout = checkout_dir()
    return (checkout or _package()) / name
