"""`servelab traces`: the traces at hand, a new one checked and kept, one in figures.
It refuses to store what cannot be replayed."""

import os
from pathlib import Path
from typing import Any

import click

from app.config import BadSetting, read_settings
from app.files import StoredFiles
from labs import count, number


@click.group()
def traces() -> None:
    """Traces of requests: those that ship, and those given."""


@traces.command("list")
def list_command() -> None:
    """List the bundled traces and the files kept in the data folder."""
    from labs.traces import list_traces

    for each in list_traces():
        click.echo(f"{each.name}: {each.about}")
    folder = _files().folder
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        click.echo(f"{path.name}: {path.stat().st_size:,} bytes")


@traces.command("add")
@click.argument("path", type=click.Path(path_type=Path))
def add_command(path: Path) -> None:
    """Check the trace in PATH and keep a copy under the sha256 of its bytes."""
    from labs.traces import BadTrace, Limits, open_trace

    try:
        # A page must be able to read it, so its limits hold and not those of the command line.
        trace = open_trace(path, limits=Limits())
        with path.open("rb") as stream:
            name = _files().store(stream)
    except (BadTrace, OSError) as problem:
        raise click.ClickException(str(problem)) from problem
    click.echo(trace.report.text())
    click.echo(f"kept as {name}")
    click.echo(f"/labs/batching-replay?load=&trace=file&file={name}")


@traces.command("describe")
@click.argument("path")
@click.option("--max-len", type=click.IntRange(2), help="Cut prompts so that prompt and output are at most so long.")
@click.option("--unit", type=click.Choice(["s", "ms"]), help="Of time columns that do not say theirs.")
def describe_command(path: str, max_len: int | None, unit: str | None) -> None:
    """Describe a bundled trace by its name, a kept one by its sha256, or the file in PATH."""
    from labs.traces import BadTrace, describe, open_trace

    try:
        trace = open_trace(_kept(path), max_len, unit=unit)
    except BadTrace as problem:
        raise click.ClickException(str(problem)) from problem
    click.echo(trace.report.text())
    for line in _told(describe(trace.workload)):
        click.echo(line)


def _files() -> StoredFiles:
    try:
        return StoredFiles(read_settings(os.environ).data)
    except BadSetting as problem:
        raise click.ClickException(str(problem)) from problem


def _kept(path: str) -> str | Path:
    try:
        kept = _files().path(path)
    except ValueError:
        return path
    return kept if kept.is_file() else path


def _told(found: Any) -> list[str]:
    rate = "none" if found.rate is None else f"{number(found.rate, 3)} requests/s"
    burst = "" if found.burstiness is None else f", variance over mean of a minute {number(found.burstiness, 2)}"
    requests, prompt = count(found.requests, "request"), count(found.prompt_tokens, "prompt token")
    lines = [
        f"{requests}, {prompt} and {count(found.output_tokens, 'output token')}",
        f"last arrival {number(found.last_arrival_s, 3)} s, rate {rate}{burst}",
        f"busiest minute: {count(found.peak_minute[1], 'request')} from minute {found.peak_minute[0]:,} on",
        "groups: " + ", ".join(f"{name} {count(many, 'request')}" for name, many in found.groups),
    ]
    spreads = (("prompt", "tokens", found.prompt), ("output", "tokens", found.output), ("gap", "s", found.gap))
    return [*lines, *(_spread(name, unit, spread) for name, unit, spread in spreads if spread is not None)]


def _spread(name: str, unit: str, spread: Any) -> str:
    from labs.traces import QUANTILES

    ranks = zip(QUANTILES, spread.quantiles, strict=True)
    shown = ", ".join(f"p{rank:g} {number(value)} {unit}" for rank, value in ranks)
    return f"{name}: {shown}, mean {number(spread.mean)} {unit}, most {number(spread.most)} {unit}"
