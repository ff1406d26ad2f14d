"""`servelab models`: models of your own, by name; added, listed, described and forgotten from the command line only.
It refuses to copy, fetch and load weights; the room of checkpoints reads headers."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from app.config import BadSetting, read_settings


@click.group()
def models() -> None:
    """Models of your own, for `servelab speculate --target NAME`."""


@models.command("add")
@click.argument("name")
@click.argument("path")
def add_command(name: str, path: str) -> None:
    """Check the model in PATH and keep it as NAME.

    PATH is a Hugging Face folder (config.json, tokenizer.json, safetensors), a GGUF file, or the name of an installed
    package that holds one. Files stay where they are."""
    from labs.checkpoints import located, state_of

    with _told():
        added = _registry().add(name, located(path))
        for line in _described(added):
            click.echo(line)
        # What is missing is the last of these lines.
        can_run, _ = state_of(added)
    if can_run:
        click.echo(f"Try it: servelab speculate --target {name} --draft lookup --temperature 0")
    else:
        click.echo(f"The name is kept. When that is mended, ask again: servelab models describe {name}")


@models.command("list")
def list_command() -> None:
    """List the names, what each needs, and whether it can run here now."""
    from labs.checkpoints import state_of

    with _told():
        found = _registry().all()
        for each in found.values():
            click.echo(f"{each.name}: {state_of(each)[1]}")
    if not found:
        click.echo("None is registered: servelab models add NAME PATH")


@models.command("describe")
@click.argument("name")
def describe_command(name: str) -> None:
    """Describe one model: family, sizes, tokenizer, memory by part."""
    with _told():
        for line in _described(_registry().get(name)):
            click.echo(line)


@models.command("remove")
@click.argument("name")
def remove_command(name: str) -> None:
    """Forget a name. The files stay."""
    with _told():
        _registry().remove(name)
    click.echo(f"{name} is forgotten; its files stay where they are.")


def _described(entry: Any) -> Iterator[str]:
    from labs.checkpoints import available_bytes, gigabytes, needs_of, state_of, whole_need, whole_seconds

    found = entry.open()
    shape, needs, free = found.shape, needs_of(found), available_bytes()
    padding = shape.rows - found.vocabulary.size
    yield f"{entry.name}, added {entry.added}, in {entry.path}"
    yield f"family: {shape.architecture}, {shape.layers} layers, hidden size {shape.hidden:,}, {shape.heads} heads"
    yield f"parameters: {shape.parameters:,}, stored in {gigabytes(found.stored)} ({found.form})"
    yield f"tokenizer: {found.vocabulary.size:,} tokens, {padding:,} rows of padding, sha256 {found.vocabulary.digest}"
    yield f"context here: {shape.context:,} tokens"
    yield (
        f"memory: {gigabytes(needs.weights)} of weights in float32, {gigabytes(needs.cache)} of keys and values, "
        f"{gigabytes(needs.loading)} while loading; {gigabytes(whole_need([found]))} with the libraries, in about "
        f"{whole_seconds([found]):.0f} s"
    )
    yield f"available now: {'not told by this system' if free is None else gigabytes(free)}"
    yield f"{entry.name} {state_of(entry)[1]}"


def _registry() -> Any:
    from labs.checkpoints import Registry

    return Registry(read_settings(os.environ).data)


@contextmanager
def _told() -> Iterator[None]:
    """Refusals as a sentence and exit code 1."""
    from labs.decoding import CannotRun

    try:
        yield
    except (CannotRun, BadSetting, OSError) as problem:
        raise click.ClickException(str(problem)) from problem
