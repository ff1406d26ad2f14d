"""`servelab speculate`: let a real draft and a real target write, with the account of every round.
It refuses to decode and to measure; the decoding room does both."""

import json
import math
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from app.commands.speculate_told import as_form, as_text, comparison_form, comparison_text
from app.config import BadSetting, read_settings
from labs import count

DRAFT_HELP = "distilled (when left out), plain, trigram, lookup or self; with --target lookup, self or a model's name."

# More of them are no length of a draft, and Python turns no more than 4,300 into a number.
DIGITS = 9


@click.command()
@click.option("--slice", "--group", "groups", multiple=True, metavar="NAME",
              help="english (when left out), code, rare, unseen or repetitive; again to compare several.")  # fmt: skip
@click.option("--prompt", help="Own text to go on from, in place of the slice's.")
@click.option("--target", metavar="NAME", help="A model of your own (servelab models), in place of the one that ships.")
@click.option("--draft", metavar="NAME", help=DRAFT_HELP)
@click.option("--gamma", default="4", show_default=True, metavar="N", help="Drafts a round, 0 to 16, or adaptive.")
@click.option("--temperature", type=float, default=1.0, show_default=True, help="0 to 2; 0 takes the likeliest token.")
@click.option("--top-k", type=int, default=0, show_default=True, help="Keep the likeliest so many; 0 keeps all.")
@click.option("--top-p", type=float, default=1.0, show_default=True, help="Keep the likeliest with this mass.")
@click.option("--stop", multiple=True, metavar="TEXT", help="End the text before TEXT; again for several.")
@click.option("--lenience", type=float, default=1.0, show_default=True, help="1 is exact; below, quality is given up.")
@click.option(
    "--drawn-at", type=float, metavar="T", help="A fault to look at: draft at this temperature, judge by the other."
)
@click.option("--seed", type=int, default=7, show_default=True, help="Same seed, same tokens.")
@click.option("--max-new", type=int, default=96, show_default=True, help="Tokens to write at most.")
@click.option("--engine", metavar="NAME", help="numpy (when left out), or torch; with --target always torch.")
@click.option("--device", default="cpu", show_default=True, metavar="NAME", help="cpu; cuda with torch.")
@click.option("--precision", default="float32", show_default=True, metavar="NAME", help="bfloat16 with torch only.")
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
    from labs.decoding import RunSettings

    gamma, target = asked["gamma"], asked["target"]
    draft = asked["draft"] or ("lookup" if target else "distilled")
    names = ("temperature", "top_k", "top_p", "lenience", "seed", "max_new", "stop", "drawn_at")
    more = {name: asked[name] for name in names} | {"prompt": asked["prompt"] or ""}
    number = int(gamma) if gamma.isascii() and gamma.isdigit() and len(gamma) <= DIGITS else gamma
    if target:
        more["pair"] = _pair(target, draft)
    return RunSettings(group=group, draft=draft, gamma=number, engine=_engine(asked), **more)


def _engine(asked: dict[str, Any]) -> Any:
    from labs.decoding import Engine

    return Engine(asked["engine"] or ("torch" if asked["target"] else "numpy"), asked["device"], asked["precision"])


def _pair(target: str, draft: str) -> Any:
    from labs.checkpoints import Registry, pair_of

    try:
        return pair_of(Registry(read_settings(os.environ).data), target, draft)
    except BadSetting as problem:
        raise click.ClickException(str(problem)) from problem


def _one(form: str, asked: dict[str, Any]) -> None:
    from labs.decoding import live

    groups = asked["groups"] or ("english",)
    if asked["prompt"] == "":
        raise click.UsageError("--prompt is empty. Give some text, or leave it out for a prompt of the slice.")
    if any("\ud800" <= each <= "\udfff" for each in asked["prompt"] or ""):
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

    if asked["prompt"] is not None:
        raise click.UsageError("--compare reads its own prompts; leave --prompt out.")
    groups = asked["groups"] or ("english",)
    if twice := sorted({group for group in groups if groups.count(group) > 1}):
        raise click.UsageError(f"--slice {twice[0]} is given twice; name each slice once.")
    wanted = [_settings(asked, group) for group in groups]
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
    from labs.decoding import record_runs

    _has_folder(path)
    engine = _engine(asked)
    engine.check()
    made = record_runs(engine, asked["max_new"], asked["seed"])
    # A run a line: long, and still told apart where two records differ.
    lines = ",\n".join(json.dumps(run, ensure_ascii=False, separators=(",", ":")) for run in made)
    path.write_text(f'{{"version":1,"runs":[\n{lines}\n]}}\n', encoding="utf-8")
    click.echo(f"{count(len(made), 'run')} written to {path}.")


def _has_folder(path: Path) -> None:
    if not path.absolute().parent.is_dir():
        raise click.UsageError(f"There is no folder {path.parent} to write {path.name} into; make it first.")
    # A name that no file can have is refused now, not after minutes of measuring.
    with suppress(FileNotFoundError):
        path.lstat()


def _bench(path: Path, asked: dict[str, Any]) -> None:
    from labs.decoding import BenchPlan, benchmark

    _has_folder(path)
    if asked["bandwidth"] is not None and not math.isfinite(asked["bandwidth"]):
        raise click.UsageError("--bandwidth must be a finite number above 0, in GB/s.")
    if asked["target"]:
        raise click.UsageError("--bench measures the pair that ships; leave --target out.")
    engine = _engine(asked)
    engine.check()
    tell: Callable[[str], None] = click.echo
    made = benchmark(BenchPlan(engine, asked["prompts"], asked["max_new"], asked["bandwidth"]), tell)
    path.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    click.echo(f"Written to {path}.")
