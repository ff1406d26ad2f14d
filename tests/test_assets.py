"""Hashed files: right bytes, right twin, kept for a year, and nothing but what was found at start."""

import gzip
import json
import re
from pathlib import Path

import brotli
import pytest
from flask.testing import FlaskClient
from werkzeug.http import parse_accept_header

from app import create_app
from app.assets import BUNDLES, AssetsMissing, load_assets, read_manifest, stale_assets_warning
from app.config import Settings
from app.places import static_dir
from app.web.encoding import choose_encoding

MANIFEST = read_manifest(static_dir())
DECODERS = {"identity": bytes, "gzip": gzip.decompress, "br": brotli.decompress}


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(Settings(data=tmp_path)).test_client()


def asset_address(name: str) -> str:
    return f"/static/{load_assets(static_dir()).by_name[name].file}"


@pytest.mark.parametrize("encoding", ["identity", "gzip", "br"])
@pytest.mark.parametrize("name", ["htmx.min.js", "plotly-cartesian.min.js", "favicon.svg"])
def test_each_encoding_holds_the_same_file(client: FlaskClient, name: str, encoding: str) -> None:
    address = asset_address(name)
    plain = client.get(address)
    answer = client.get(address, headers={"Accept-Encoding": encoding})
    assert answer.headers.get("Content-Encoding", "identity") == encoding
    assert DECODERS[encoding](answer.data) == plain.data
    assert len(answer.data) <= len(plain.data)
    assert answer.headers["Content-Type"].endswith("; charset=utf-8")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Vary"] == "Accept-Encoding"


def test_each_encoding_has_its_own_etag_and_answers_304_to_no_other(client: FlaskClient) -> None:
    address = asset_address("htmx.min.js")
    tags = {
        encoding: client.get(address, headers={"Accept-Encoding": encoding}).headers["ETag"] for encoding in DECODERS
    }
    assert len(set(tags.values())) == 3
    for asked in DECODERS:
        for held, tag in tags.items():
            answer = client.get(address, headers={"Accept-Encoding": asked, "If-None-Match": tag})
            assert answer.status_code == (304 if asked == held else 200), (asked, held)
            assert answer.status_code == 200 or answer.data == b""


@pytest.mark.parametrize(
    "address",
    [
        "/static/htmx.min.000000000000.js",
        "/static/htmx.min.js",
        "/static/manifest.json",
        "/static/build.py",
        "/static/../pyproject.toml",
        "/static/%2e%2e/pyproject.toml",
        "/static/..%2fpyproject.toml",
    ],
)
def test_what_was_not_found_at_start_is_not_there(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_favicon_is_our_own_picture(client: FlaskClient) -> None:
    answer = client.get("/favicon.ico")
    assert answer.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answer.data == (static_dir() / "favicon.svg").read_bytes()


def test_a_template_gets_the_hashed_address(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path))
    with app.test_request_context():
        address = app.jinja_env.from_string("{{ asset_url('htmx.min.js') }}").render()
    assert address == f"/static/{MANIFEST['files']['htmx.min.js']}"


def test_missing_libraries_are_said_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(AssetsMissing, match=r"pip install -e \."):
        load_assets(tmp_path)


def test_a_lock_that_moved_on_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stale_assets_warning() is None
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "package-lock.json").write_text("{}")
    monkeypatch.setattr("app.assets.checkout_dir", lambda: tmp_path)
    assert "Run `pip install -e .` again" in str(stale_assets_warning())


def test_the_manifest_names_the_pinned_versions() -> None:
    wanted = json.loads((static_dir() / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert MANIFEST["packages"] == wanted


def test_the_lock_holds_digests_and_no_addresses() -> None:
    lock = json.loads((static_dir() / "package-lock.json").read_text(encoding="utf-8"))
    entries = {path: entry for path, entry in lock["packages"].items() if path}
    assert entries
    assert [path for path, entry in entries.items() if not entry["integrity"].startswith("sha512-")] == []
    assert [path for path, entry in entries.items() if "resolved" in entry] == []


@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("", "identity"),
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("gzip;q=0.9, br;q=0.2", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0, *", "gzip"),
        ("*", "br"),
        ("*;q=0", "identity"),
        ("gzip;q=0, br;q=0", "identity"),
        ("identity, gzip;q=0.5", "identity"),
        ("deflate", "identity"),
        ("GZIP", "gzip"),
    ],
)
def test_the_preferred_encoding_is_chosen(header: str, encoding: str) -> None:
    assert choose_encoding(parse_accept_header(header)) == encoding


def test_styles_travel_without_comments_and_lose_nothing_else() -> None:
    site = load_assets(static_dir()).by_name["site.css"].bodies["identity"].decode()
    own = "".join((static_dir() / name).read_text(encoding="utf-8") for name in BUNDLES["site.css"])
    assert "/*" not in site and "/*" in own
    assert site.count("{") == re.sub(r"/\*.*?\*/", "", own, flags=re.DOTALL).count("{")
