"""Every command and option given a value of five thousand characters: the refusal is a sentence that quotes it.
It refuses to give servers and tests what they would begin to work with."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from app.cli import main

LONG = {"digits": "5" * 5_000, "digits that are a number": "5" * 4_000, "words": "no such thing " * 360}
# These take almost any value and go on; options that are refused first are tried all the same.
GO_ON = {"test": (), "serve": ("--host", "--port"), "preview": (), "worker": (), "doctor": ()}


def commands(group: click.Group, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, each in group.commands.items():
        if isinstance(each, click.Group):
            yield from commands(each, (*above, name))
        else:
            yield (*above, name), each


def calls(name: tuple[str, ...], command: click.Command, value: str) -> Iterator[list[str]]:
    """The command with the value in the place of each of its options and arguments."""
    arguments = [each for each in command.params if isinstance(each, click.Argument) and each.required]
    for each in command.params:
        if name[0] in GO_ON and each.opts[0] not in GO_ON[name[0]]:
            continue
        if isinstance(each, click.Option) and not each.is_flag:
            yield [*name, *("x" for _ in arguments), each.opts[0], value]
            yield [*name, *("x" for _ in arguments), f"{each.opts[0]}={value}"]
        elif isinstance(each, click.Argument):
            yield [*name, *(value if one is each else "x" for one in arguments or [each])]
    if name[0] != "test":
        yield [*name, f"--{value}"]


@pytest.mark.parametrize("kind", list(LONG))
def test_a_refusal_never_prints_a_long_value_back(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SERVELAB_DATA", str(tmp_path / "data"))
    value = LONG[kind]
    asked = [call for name, command in commands(main) for call in calls(name, command, value)]
    refused = 0
    for call in [[value], [f"--{value}"], *asked]:
        done = CliRunner().invoke(main, call)
        assert done.exception is None or isinstance(done.exception, SystemExit), (call[:3], done.exception)
        refused += done.exit_code != 0
        assert len(done.output) < 2_000, (call[:3], done.output[:300])
    assert refused > 60
