"""Scripts, styles and pictures under hashed names, all in memory: /static/NAME.HASH12.EXT is looked up, never joined.

It refuses to know which page uses what; templates ask asset_url(name).
"""

import hashlib
import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request

from app.places import checkout_dir, static_dir
from app.web.compress import encode, etag
from app.web.encoding import Encoding, choose_encoding

CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".woff2": "font/woff2",
}
FOREVER = "public, max-age=31536000, immutable"
FAVICON = "favicon.svg"
# A page waits for its style, and comments are a seventh of it. Our own files have no string with such marks.
CSS_COMMENT = re.compile(rb"/\*.*?\*/\n?", re.DOTALL)
# Own files that every page needs together travel as one.
BUNDLES = {
    "site.css": ("tokens.css", "base.css", "lab.css", "run.css", "figure.css"),
    "course.css": ("lesson.css", "code.css"),
    "course.js": ("lesson.js", "sweep.js", "typed.js"),
    "site.js": (
        *("settings.js", "sliders.js", "stepped.js", "explore.js", "share.js", "later.js", "live.js"),
        *("job.js", "run.js"),
    ),
    "runs.js": ("job.js", "run.js"),
}


class AssetsMissing(RuntimeError):
    """The built libraries are not there; the message says how to build them."""


@dataclass(frozen=True)
class Asset:
    """One file in every encoding that is worth sending."""

    file: str
    digest: str
    content_type: str
    bodies: dict[Encoding, bytes]


@dataclass(frozen=True)
class Assets:
    """All files, by the name templates use and by the hashed name in addresses."""

    by_name: dict[str, Asset]
    by_file: dict[str, Asset]


def register(app: Flask) -> None:
    assets = load_assets(static_dir())

    def asset_url(name: str) -> str:
        """The address of an asset by its plain name, as in asset_url('site.css'); KeyError names an unknown one."""
        return f"/static/{assets.by_name[name].file}"

    def static_file(file: str) -> Response:
        asset = assets.by_file.get(file)
        if asset is None:
            abort(404)
        return answer(asset, FOREVER)

    def favicon() -> Response:
        # The address carries no hash, so it is asked again after a day.
        return answer(assets.by_name[FAVICON], "public, max-age=86400")

    app.add_url_rule("/static/<file>", "static_file", static_file)
    app.add_url_rule("/favicon.ico", "favicon", favicon)
    app.jinja_env.globals["asset_url"] = asset_url


def load_assets(folder: Path) -> Assets:
    """The own files of the folder and the built libraries of its dist. Raises AssetsMissing."""
    manifest = read_manifest(folder)
    found = {path.name: _own(path.name, path.read_bytes()) for path in _single_files(folder)}
    found |= {name: _own(name, b"".join((folder / part).read_bytes() for part in BUNDLES[name])) for name in BUNDLES}
    found |= {name: _built(folder / "dist" / file) for name, file in manifest["files"].items()}
    return Assets(found, {asset.file: asset for asset in found.values()})


def read_manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads((folder / "dist" / "manifest.json").read_text(encoding="utf-8"))
    except FileNotFoundError as problem:
        raise AssetsMissing(
            "The front-end libraries are not built (static/dist/manifest.json is missing). "
            "Run `pip install -e .` in the checkout; it fetches them."
        ) from problem
    return manifest


def stale_assets_warning() -> str | None:
    """A sentence when the checkout's lock has moved on since the libraries were built."""
    checkout = checkout_dir()
    if checkout is None:
        return None
    lock = (checkout / "static" / "package-lock.json").read_bytes()
    if read_manifest(static_dir())["lock_sha256"] == hashlib.sha256(lock).hexdigest():
        return None
    return "The assets are stale: static/package-lock.json has changed. Run `pip install -e .` again."


def answer(asset: Asset, cache_control: str) -> Response:
    encoding = choose_encoding(request.accept_encodings)
    if encoding not in asset.bodies:
        encoding = "identity"
    response = Response(asset.bodies[encoding])
    response.headers["Content-Type"] = asset.content_type
    response.headers["Cache-Control"] = cache_control
    response.set_etag(etag(asset.digest, encoding))
    if len(asset.bodies) > 1:
        response.headers["Vary"] = "Accept-Encoding"
    if encoding != "identity":
        response.headers["Content-Encoding"] = encoding
    response.make_conditional(request)
    return response


def _single_files(folder: Path) -> list[Path]:
    bundled = {part for parts in BUNDLES.values() for part in parts}
    return [path for path in sorted(folder.iterdir()) if path.suffix in CONTENT_TYPES and path.name not in bundled]


# To compress a file that hard takes longer than all else that an application is made of, and a process may make many.
@lru_cache(maxsize=64)
def _own(name: str, body: bytes) -> Asset:
    stem, suffix = Path(name).stem, Path(name).suffix
    if suffix == ".css":
        body = CSS_COMMENT.sub(b"", body)
    digest = hashlib.sha256(body).hexdigest()[:12]
    bodies: dict[Encoding, bytes] = {"identity": body}
    if suffix != ".woff2":
        bodies |= {"gzip": encode(body, "gzip", gzip_level=9), "br": encode(body, "br", quality=11)}
    return Asset(f"{stem}.{digest}{suffix}", digest, CONTENT_TYPES[suffix], bodies)


def _built(path: Path) -> Asset:
    bodies: dict[Encoding, bytes] = {
        "identity": path.read_bytes(),
        "gzip": Path(f"{path}.gz").read_bytes(),
        "br": Path(f"{path}.br").read_bytes(),
    }
    digest = path.name.split(".")[-2]
    return Asset(path.name, digest, CONTENT_TYPES[path.suffix], bodies)
