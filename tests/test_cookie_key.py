"""The key that signs cookies: kept in a file for this user alone, safe before a network is let in, never printed."""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli import main
from app.config import BadSetting, Settings, read_settings
from app.store import NotSaved, Reason
from app.web.signing import KEY_FILE, KeyExposed, Seal, keep_key, key_in_danger

POSIX = os.name == "posix"


def test_the_key_file_is_made_once_and_for_this_user_alone(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    assert key_in_danger(settings) is None
    path = tmp_path / KEY_FILE
    key = path.read_text()
    assert re.fullmatch("[0-9a-f]{64}", key)
    assert not POSIX or path.stat().st_mode & 0o777 == 0o600
    seal = Seal(settings)
    seal.make_key()
    assert path.read_text() == key
    assert [one.name for one in tmp_path.iterdir()] == [KEY_FILE]


@pytest.mark.parametrize(("host", "is_refused"), [("127.0.0.1", False), ("0.0.0.0", True), ("lab.example.org", True)])
def test_a_network_needs_a_safe_key(tmp_path: Path, host: str, is_refused: bool) -> None:
    path = tmp_path / KEY_FILE
    path.write_text("short")
    settings = Settings(data=tmp_path, host=host)
    if is_refused:
        with pytest.raises(KeyExposed, match="needs a safe key: mend that, or set SERVELAB_SECRET_KEY"):
            key_in_danger(settings)
    else:
        assert "it holds no key; delete it" in str(key_in_danger(settings))
    assert key_in_danger(Settings(data=tmp_path, host=host, secret_key="x" * 40)) is None
    path.unlink()
    assert key_in_danger(settings) is None


def test_a_key_file_that_others_can_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / KEY_FILE
    path.write_text("x" * 64)
    path.chmod(0o644)
    # What the mode means is decided by the system's kind; a POSIX one is assumed here.
    monkeypatch.setattr("app.web.signing.os.name", "posix")
    assert "Run: chmod 600" in str(key_in_danger(Settings(data=tmp_path)))
    done = CliRunner().invoke(main, ["serve", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)])
    assert done.exit_code == 1
    assert "Listening on 0.0.0.0 needs a safe key" in done.output


@pytest.mark.parametrize(
    ("variable", "text", "words"),
    [
        ("SERVELAB_SECRET_KEY", "hunter2", "has 7 characters; it must have at least 32"),
        ("SERVELAB_DATABASE_URL", "mysql://ann:hunter2@host/db", "must begin with postgresql://"),
        ("SERVELAB_DATABASE_URL", "hunter2", "must begin with postgresql://"),
    ],
)
def test_a_bad_secret_is_explained_without_repeating_it(variable: str, text: str, words: str) -> None:
    with pytest.raises(BadSetting, match=words) as refusal:
        read_settings({variable: text})
    assert "hunter2" not in str(refusal.value)


def test_settings_do_not_print_secrets(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, secret_key="hunter2", database_url="postgresql+psycopg://ann:hunter2@host/db")
    assert "hunter2" not in repr(settings)


def test_two_starts_at_once_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        assert len(set(pool.map(lambda _: keep_key(tmp_path / KEY_FILE), range(16)))) == 1


def test_a_key_that_cannot_be_made_is_not_invented(tmp_path: Path) -> None:
    seal = Seal(Settings(data=tmp_path / "none"))
    with pytest.raises(NotSaved, match="can neither read nor make the key that signs cookies") as refusal:
        seal.make_key()
    assert refusal.value.reason is Reason.NO_KEY
    assert not seal.has_key()


def test_a_key_file_that_is_lost_while_serving_does_not_change_the_key(tmp_path: Path) -> None:
    seal = Seal(Settings(data=tmp_path))
    seal.make_key()
    signed = seal.sign("ann")
    (tmp_path / KEY_FILE).unlink()
    seal.make_key()
    assert seal.unsign(signed) == "ann"


def test_a_database_url_names_its_driver_or_the_package_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    environ = {"SERVELAB_DATABASE_URL": "postgresql://ann:hunter2@host/db"}
    monkeypatch.setattr("app.config.find_spec", lambda name: None)
    with pytest.raises(BadSetting, match=r"needs the psycopg package.*servelab\[postgresql\]"):
        read_settings(environ)
    monkeypatch.setattr("app.config.find_spec", lambda name: name)
    assert read_settings(environ).database_url == "postgresql+psycopg://ann:hunter2@host/db"
