"""The wheel holds what the program needs and nothing else, and serves from another folder.

It is built here without network: the libraries are already in static/dist.
"""

import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from app.assets import CONTENT_TYPES, load_assets
from app.places import static_dir
from tests.servers import DEADLINE_SECONDS, ROOT, StartServer


def pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    environ = {**os.environ, "PIP_NO_INDEX": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), ".")
    (built,) = folder.glob("servelab-*.whl")
    return built


def test_the_wheel_holds_only_what_the_program_needs(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"app", "labs", wheel.name.rsplit("-", 3)[0] + ".dist-info"}
    words = ("node_modules", "tests/", "dist-test", "build.py", "package.json", "package-lock", "npmrc", "__pycache__")
    assert [name for name in names if any(word in name for word in words)] == []
    assert len(names) == len(set(names))


def test_the_wheel_holds_every_shipped_file(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    expected = {f"app/static/dist/{file}" for file in (path.name for path in (static_dir() / "dist").iterdir())}
    expected |= {f"app/static/{path.name}" for path in static_dir().iterdir() if path.suffix in CONTENT_TYPES}
    for folder in ("app", "labs", "templates", "content"):
        for path in (ROOT / folder).rglob("*"):
            inside = path.relative_to(ROOT).as_posix()
            if path.is_file() and "__pycache__" not in inside and not path.name.startswith("."):
                expected.add(inside if folder in ("app", "labs") else f"app/{inside}")
    assert expected - names == set()


def test_the_installed_wheel_serves_from_another_folder(wheel: Path, start_server: StartServer, tmp_path: Path) -> None:
    place = tmp_path / "installed"
    pip("install", "--no-deps", "--no-compile", "--target", str(place), str(wheel))
    running = start_server(
        "-m", "app", "serve", "--port", "0", "--data", str(tmp_path / "data"), cwd=tmp_path, PYTHONPATH=str(place)
    )
    address = running.address()
    file = load_assets(static_dir()).by_name["htmx.min.js"].file
    with urlopen(f"{address}healthz") as answer:
        assert answer.status == 200
    with urlopen(f"{address}static/{file}") as answer:
        assert answer.read() == (place / "app" / "static" / "dist" / file).read_bytes()


def test_the_installed_wheel_says_where_its_tests_are(wheel: Path, start_server: StartServer, tmp_path: Path) -> None:
    place = tmp_path / "installed"
    pip("install", "--no-deps", "--no-compile", "--target", str(place), str(wheel))
    running = start_server("-m", "app", "test", cwd=tmp_path, PYTHONPATH=str(place))
    running.wait_for("The tests are not part of the installed package.")
    assert running.process.wait(timeout=DEADLINE_SECONDS) == 1
