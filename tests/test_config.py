"""The settings: one reading, clear refusals, flags above the environment."""

from dataclasses import fields
from pathlib import Path

import pytest

from app.config import PREFIX, BadSetting, Settings, read_settings


def test_no_setting_is_needed() -> None:
    settings = read_settings({})
    assert (settings.host, settings.port, settings.threads, settings.chromium) == ("127.0.0.1", 8000, 16, None)
    assert settings.data.is_absolute()
    assert settings.data.name == "servelab"


def test_the_environment_is_read(tmp_path: Path) -> None:
    settings = read_settings({"SERVELAB_DATA": str(tmp_path), "SERVELAB_PORT": "9001", "SERVELAB_THREADS": "4"})
    assert settings == Settings(data=tmp_path, port=9001, threads=4)


def test_a_flag_wins_over_the_environment() -> None:
    assert read_settings({"SERVELAB_PORT": "9001"}, {"port": "9002", "host": None}).port == 9002


@pytest.mark.parametrize("text", ["http", "", "-1", "65536", "1_0", "８０", "8e3", " 80", "9" * 400])
def test_a_bad_port_is_named_with_what_is_allowed(text: str) -> None:
    with pytest.raises(BadSetting, match=r"SERVELAB_PORT is .*; it must be a whole number from 0 to 65535\."):
        read_settings({"SERVELAB_PORT": text})


def test_no_proxy_is_trusted_and_two_gigabytes_of_files_are_kept_unless_said() -> None:
    assert (read_settings({}).proxies, read_settings({}).files_mb) == (0, 2000)
    given = read_settings({"SERVELAB_PROXIES": "1", "SERVELAB_FILES_MB": "50"})
    assert (given.proxies, given.files_mb) == (1, 50)
    for variable in ("SERVELAB_PROXIES", "SERVELAB_FILES_MB"):
        with pytest.raises(BadSetting, match=f"{variable} is '-1'"):
            read_settings({variable: "-1"})


def test_no_threads_are_refused() -> None:
    with pytest.raises(BadSetting, match=r"SERVELAB_THREADS is '0'; it must be a whole number from 1 to 256\."):
        read_settings({"SERVELAB_THREADS": "0"})


def test_a_bad_flag_is_named_as_typed() -> None:
    with pytest.raises(BadSetting, match=r"^--port is 'x'"):
        read_settings({}, {"port": "x"})


@pytest.mark.parametrize("variable", ["SERVELAB_HOST", "SERVELAB_DATA", "SERVELAB_CHROMIUM"])
def test_an_empty_setting_is_refused(variable: str) -> None:
    with pytest.raises(BadSetting, match=f"{variable} is empty"):
        read_settings({variable: " "})


def test_every_setting_has_help() -> None:
    assert [one.name for one in fields(Settings) if not one.metadata["help"].endswith(".")] == []


def test_the_readme_lists_every_setting() -> None:
    readme = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
    for one in fields(Settings):
        assert f"| `{PREFIX}{one.name.upper()}` |" in readme
        assert one.metadata["help"] in readme
