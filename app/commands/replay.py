"""`servelab replay`: serve the requests of trace files under one policy or several, and print what came of it.
It refuses to simulate and to judge; the replay room does both."""

import json
from decimal import Decimal, InvalidOperation
from math import isnan
from pathlib import Path
from typing import Any, Final

import click

from app.commands.replay_told import as_form, as_text
from labs import quote

MOST_SECONDS: Final = 4_000_000_000
POLICY_HELP: Final = (
    "A policy: static, static-unpadded, continuous (when left out), spf or chunked; give it again to compare."
)
STOP_HELP: Final = "When the p99 first token of the last completions is above this, --fallback takes over, once."
STOP_WINDOW: Final = 500
CARD_HELP: Final = "Card whose step times are used: a100, h100, rtx4090 or rtxpro6000."


class Seconds(click.FloatRange):
    """Seconds from 0 up to as long as a trace may be; a value that is no number is refused with what is allowed."""

    def __init__(self) -> None:
        super().__init__(0, MOST_SECONDS)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if isnan(found):
            self.fail(f"{value!r} is not a number of seconds; 0 to {MOST_SECONDS:,} are allowed.", param, ctx)
        return found


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...")
@click.option("--policy", "policies", multiple=True, metavar="NAME", help=POLICY_HELP)
@click.option("--budget", type=click.IntRange(1), default=512, show_default=True, help="Tokens of a chunked step.")
@click.option("--max-active", type=click.IntRange(1), default=128, show_default=True, help="Requests in service.")
@click.option("--blocks", type=click.IntRange(0), default=7424, show_default=True, help="Of 16 tokens; 0: no bound.")
@click.option("--max-tokens", type=click.IntRange(1), help="Tokens reserved at admission; no bound when left out.")
@click.option("--queue-delay", type=Seconds(), metavar="SECONDS", help="Who waits longer is shed.")
@click.option("--max-len", type=click.IntRange(2), help="Cut prompts so that prompt and output are at most so long.")
@click.option("--cost", default="a100", show_default=True, metavar="NAME", help=CARD_HELP)
@click.option("--load", metavar="FACTOR", help="Arrivals divided by this: 2 doubles the load.")
@click.option("--unit", type=click.Choice(["s", "ms"]), help="Of time columns that do not say theirs.")
@click.option("--ttft-limit", type=Seconds(), metavar="SECONDS", help="Limit for goodput.")
@click.option("--tpot-limit", type=Seconds(), metavar="SECONDS", help="Limit for goodput.")
@click.option("--stop", type=Seconds(), metavar="SECONDS", help=STOP_HELP)
@click.option("--stop-window", type=click.IntRange(1), help=f"Completions of that p99.  [default: {STOP_WINDOW}]")
@click.option("--stop-group", metavar="GROUP", help="Only this group's completions count.  [default: everybody's]")
@click.option("--fallback", metavar="NAME", help="The policy that takes over when the stop condition fires.")
@click.option("--measured", is_flag=True, help="Compare with the measured times that a trace carries.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
def replay(paths: tuple[str, ...], policies: tuple[str, ...], form: str, **settings: Any) -> None:
    """Replay the traces in PATHS (files, or the name of a bundled trace), each by itself."""
    from labs.traces import BadTrace

    forms = []
    for path in paths:
        try:
            runs = _runs(path, policies or ("continuous",), settings)
        except (BadTrace, KeyError, ValueError) as problem:
            raise click.ClickException(str(problem.args[0]) if problem.args else str(problem)) from problem
        if form == "text":
            click.echo(as_text(*runs))
        forms.append(as_form(*runs))
    if form == "json":
        click.echo(json.dumps(forms[0] if len(forms) == 1 else forms, indent=2, ensure_ascii=False))


def _runs(path: str, policies: tuple[str, ...], settings: dict[str, Any]) -> tuple[Any, list[Any], dict[str, Any]]:
    """The trace, a run a policy, and the errors against measured times by policy (empty unless asked for)."""
    from labs.replay import Bounds, Limits, card, find_policy
    from labs.replay import replay as serve
    from labs.traces import open_trace, scale

    for name in policies:
        find_policy(name)
    stop = _stop(settings)
    cost = card(settings["cost"]).cost
    trace = open_trace(path, settings["max_len"], unit=settings["unit"])
    factor = _factor(settings["load"])
    workload = trace.workload if factor is None else scale(trace.workload, factor)
    bounds = Bounds(
        max_active=settings["max_active"],
        token_budget=settings["budget"],
        max_tokens=settings["max_tokens"],
        blocks=settings["blocks"] or None,
        queue_delay=_ticks(settings["queue_delay"]),
    )
    runs = [serve(workload, name, bounds, cost, fallback=stop) for name in policies]
    limits = Limits(_ticks(settings["ttft_limit"]), _ticks(settings["tpot_limit"]))
    errors = _errors(Path(path), runs) if settings["measured"] else {}
    return trace, runs, {"limits": limits, "errors": errors, "settings": settings}


def _stop(settings: dict[str, Any]) -> Any:
    """The stop condition, or None; ValueError for half of one."""
    from labs.replay import Fallback, find_policy

    stop, name = settings["stop"], settings["fallback"]
    if stop is None and name is None and (settings["stop_window"] is not None or settings["stop_group"] is not None):
        given = "--stop-window" if settings["stop_window"] is not None else "--stop-group"
        raise ValueError(f"{given} is given without a stop condition. Give --stop SECONDS and --fallback NAME too.")
    if (stop is None) != (name is None):
        given = "--fallback" if stop is None else "--stop"
        raise ValueError(f"{given} is given alone. Give --stop SECONDS and --fallback NAME together.")
    if stop is None:
        return None
    settings["stop_window"] = settings["stop_window"] or STOP_WINDOW
    return Fallback(find_policy(name).name, settings["stop_window"], _ticks(stop) or 0, settings["stop_group"])


def _errors(path: Path, runs: list[Any]) -> dict[str, Any]:
    from labs.replay import errors_against, measured_facts
    from labs.traces import measured_times

    truth = measured_times(path)
    return {run.policy: measured_facts(truth) | errors_against(truth, run) for run in runs}


def _factor(text: str | None) -> Decimal | None:
    if text is None:
        return None
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError(f'The load factor is "{quote(text)}"; a number from 0.001 to 1,000 is allowed.') from None


def _ticks(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1_000_000)
