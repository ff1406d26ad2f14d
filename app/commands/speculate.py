"""`servelab speculate`: let a real draft and a real target write, with the account of every round.
It refuses to decode and to measure; the decoding room does both."""

import json
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from app.commands.speculate_told import as_form, as_text, comparison_form, comparison_text
from app.config import BadSetting, read_settings

DRAFT_HELP = "distilled (when left out), plain, trigram, lookup or self; with --target lookup, self or a model's name."


@click.command()
@click.option("--slice", "--group", "groups", multiple=True, metavar="NAME",
              help="english (when left out), code, rare, unseen or repetitive; again to compare several.")  # fmt: skip
@click.option("--prompt", default="", help="Own text to go on from, in place of the slice's.")
@click.option("--target", metavar="NAME", help="A model of your own (servelab models), in place of the one that ships.")
@click.option("--draft", metavar="NAME", help=DRAFT_HELP)
@click.option("--gamma", default="4", show_default=True, metavar="N", help="Drafts a round, 0 to 16, or adaptive.")
@click.option("--temperature", type=float, default=1.0, show_default=True, help="0 takes the likeliest token.")
@click.option("--top-k", type=int, default=0, show_default=True, help="Keep the likeliest so many; 0 keeps all.")
@click.option("--top-p", type=float, default=1.0, show_default=True, help="Keep the likeliest with this mass.")
@click.option("--lenience", type=float, default=1.0, show_default=True, help="1 is exact; below, quality is given up.")
@click.option("--seed", type=int, default=7, show_default=True, help="Same seed, same tokens.")
@click.option("--max-new", type=int, default=96, show_default=True, help="Tokens to write at most.")
@click.option("--engine", metavar="NAME", help="numpy (when left out), or torch; with --target always torch.")
@click.option("--device", default="cpu", show_default=True, metavar="NAME", help="cpu; cuda with torch.")
@click.option("--compare", is_flag=True, help="Many prompts, plain and drafted in turns, with 95 % intervals.")
@click.option("--prompts", type=int, default=24, show_default=True, help="Prompts a slice for --compare and --bench.")
@click.option(
    "--bench", type=click.Path(dir_okay=False, path_type=Path), help="Measure all slices and drafts into FILE."
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the runs that the lab shows at once into FILE: each slice, and rare and English text greedily.",
)
@click.option(
    "--bandwidth",
    type=click.FloatRange(min=0, min_open=True),
    help="Of the card in GB/s: --bench then tells how near the limit a step is.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
def speculate(form: str, compare: bool, bench: Path | None, record: Path | None, **asked: Any) -> None:
    """Write with a draft that guesses and a target that verifies, and tell what it cost and gave."""
    from labs.decoding import CannotRun

    try:
        if bench is not None:
            _bench(bench, asked)
        elif record is not None:
            _record(record, asked)
        elif compare:
            _compare(form, asked)
        else:
            _one(form, asked)
    except CannotRun as problem:
        raise click.ClickException(str(problem)) from problem


def _settings(asked: dict[str, Any], group: str) -> Any:
    from labs.decoding import Engine, RunSettings

    gamma, target = asked["gamma"], asked["target"]
    draft = asked["draft"] or ("lookup" if target else "distilled")
    engine = Engine(asked["engine"] or ("torch" if target else "numpy"), asked["device"])
    names = ("prompt", "temperature", "top_k", "top_p", "lenience", "seed", "max_new")
    more = {name: asked[name] for name in names}
    number = int(gamma) if gamma.isascii() and gamma.isdigit() else gamma
    if target:
        more["pair"] = _pair(target, draft)
    return RunSettings(group=group, draft=draft, gamma=number, engine=engine, **more)


def _pair(target: str, draft: str) -> Any:
    from labs.checkpoints import Registry, pair_of

    try:
        return pair_of(Registry(read_settings(os.environ).data), target, draft)
    except BadSetting as problem:
        raise click.ClickException(str(problem)) from problem


def _one(form: str, asked: dict[str, Any]) -> None:
    from labs.decoding import live

    groups = asked["groups"] or ("english",)
    if any("\ud800" <= each <= "\udfff" for each in asked["prompt"]):
        raise click.UsageError("--prompt is not UTF-8 text. Set the terminal to UTF-8, or leave it out.")
    if len(groups) > 1:
        raise click.UsageError("Several slices are for --compare; one run takes one --slice.")
    for event in live(_settings(asked, groups[0])):
        if event.name == "progress" and "words" in event.data:
            # Beside the result, so that a program that reads the JSON is not disturbed.
            click.echo(event.data["words"], err=True)
    result = dict(event.data)
    click.echo(json.dumps(as_form(result), indent=2, ensure_ascii=False) if form == "json" else as_text(result))


def _compare(form: str, asked: dict[str, Any]) -> None:
    from labs.decoding import Comparer, machine

    if asked["prompt"]:
        raise click.UsageError("--compare reads its own prompts; leave --prompt out.")
    wanted = [_settings(asked, group) for group in asked["groups"] or ("english",)]
    if cost := wanted[0].pair.before(wanted[0].draft):
        click.echo(cost, err=True)
    comparer = Comparer(wanted[0])
    rows = []
    for settings in wanted:
        rows.append(comparer.compare(settings, asked["prompts"]).as_dict())
        if form == "text":
            click.echo(comparison_text(rows[-1]))
    if form == "json":
        click.echo(json.dumps(comparison_form(rows, machine(wanted[0])), indent=2, ensure_ascii=False))


def _record(path: Path, asked: dict[str, Any]) -> None:
    from labs.decoding import Engine, record_runs

    _has_folder(path)
    engine = Engine(asked["engine"], asked["device"])
    engine.check()
    made = record_runs(engine, asked["max_new"], asked["seed"])
    # A run a line: long, and still told apart where two records differ.
    lines = ",\n".join(json.dumps(run, ensure_ascii=False, separators=(",", ":")) for run in made)
    path.write_text(f'{{"version":1,"runs":[\n{lines}\n]}}\n', encoding="utf-8")
    click.echo(f"{len(made)} runs written to {path}.")


def _has_folder(path: Path) -> None:
    if not path.absolute().parent.is_dir():
        raise click.UsageError(f"There is no folder {path.parent} to write {path.name} into; make it first.")


def _bench(path: Path, asked: dict[str, Any]) -> None:
    from labs.decoding import BenchPlan, Engine, benchmark

    _has_folder(path)
    if asked["bandwidth"] is not None and not math.isfinite(asked["bandwidth"]):
        raise click.UsageError("--bandwidth must be a finite number above 0, in GB/s.")
    if asked["target"]:
        raise click.UsageError("--bench measures the pair that ships; leave --target out.")
    engine = Engine(asked["engine"] or "numpy", asked["device"])
    engine.check()
    tell: Callable[[str], None] = click.echo
    made = benchmark(BenchPlan(engine, asked["prompts"], asked["max_new"], asked["bandwidth"]), tell)
    path.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    click.echo(f"Written to {path}.")
