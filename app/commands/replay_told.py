"""What `servelab replay` prints: lines for a person, or the form of a result with the import beside it.
It refuses to run anything."""

from typing import Any

from labs import count, digest_of, number

ENDING_UNITS = {"_s": "s", "_n": "requests"}
TOKENS = ("tokens_computed", "tokens_recomputed", "tokens_rejected")
UNITS = {**dict.fromkeys(TOKENS, "tokens"), "preemptions": "preemptions"}
DIGITS = 6


def as_text(trace: Any, runs: list[Any], more: dict[str, Any]) -> str:
    """Import report, a line a policy, and the conservation line of each."""
    from labs.replay import AGAINST_A_RUN, run_facts

    lines = [f"{trace.name}", trace.report.text()]
    for run in runs:
        facts = run_facts(run, more["limits"])
        lines.append(_line(run, facts, more["limits"]))
        lines.append(run.conservation)
        ends = " + ".join(f"{facts[name]:,} {name.replace('_', ' ')}" for name in run.outcomes)
        if more["settings"]["fallback"]:
            lines.append(_fell_back(facts["switched_s"], more["settings"]))
        lines.append(f"requests: offered {facts['offered']:,} = {ends}")
        if run.policy in more["errors"]:
            lines.append(_against(facts | more["errors"][run.policy]))
            lines.append(f"  {AGAINST_A_RUN}")
    return "\n".join(lines)


def _line(run: Any, facts: dict[str, Any], limits: Any) -> str:
    unlimited = "" if limits.ttft is not None or limits.tpot is not None else " (no limit set)"
    last = max(run.workload.arrival, default=None)
    return (
        f"{run.policy}: completed {facts['completed']:,} of {facts['offered']:,}, "
        f"goodput {_share(facts['goodput'])}{unlimited}, "
        f"first token mean {_said(facts['ttft_mean_s'])}, p50 {_said(facts['ttft_p50_s'])}, "
        f"{_tail(facts)}, "
        f"time per output token {_said(facts['tpot_mean_s'], 4)}, "
        f"last arrival {_said(None if last is None else last / 1_000_000)}, end {_said(facts['end_s'])}"
    )


def _tail(facts: dict[str, Any]) -> str:
    from labs.replay import no_p99

    if facts["ttft_p99_s"] is None and facts["ttft_n"]:
        return no_p99(facts["ttft_n"], _said(facts["ttft_max_s"]))
    return f"p99 {_said(facts['ttft_p99_s'])} (N {facts['ttft_n']:,})"


def _fell_back(switched: float | None, settings: dict[str, Any]) -> str:
    from labs.replay import rolling

    whose = f" of group {settings['stop_group']}" if settings["stop_group"] else ""
    window = settings["stop_window"]
    what = f"{rolling(window)} of {count(window, 'completion')}{whose} above {_said(settings['stop'])}"
    if switched is None:
        return f"stop condition: never fired ({what})"
    return f"stop condition: fired at {_said(switched)} ({what}); {settings['fallback']} took over"


def _against(facts: dict[str, Any]) -> str:
    """Modelled beside measured: `first token mean 74.047 s, measured 65.457 s, +13.12 %`."""
    names = {"ttft_mean": "first token mean", "ttft_p99": "p99", "tpot_mean": "time per output token"}
    if facts["ttft_p99_error"] is None:
        del names["ttft_p99"]
    told = (
        f"{label} {_said(facts[f'{name}_s'], 4)}, measured {_said(facts[f'{name}_measured_s'], 4)}, "
        f"{_signed(facts[f'{name}_error'])}"
        for name, label in names.items()
    )
    return f"  against measured: {'; '.join(told)}"


def _said(seconds: float | None, places: int = 3) -> str:
    return "none" if seconds is None else f"{number(seconds, places)} s"


def _share(share: float | None) -> str:
    return "none" if share is None else f"{number(100 * share, 2)} %"


def _signed(value: float | None) -> str:
    return "none" if value is None else f"{100 * value:+.2f} %"


def as_form(trace: Any, runs: list[Any], more: dict[str, Any]) -> dict[str, Any]:
    """The result form of one trace; facts bare for one policy, else with `policy.` before them."""
    from labs.replay import run_facts

    facts: dict[str, Any] = {}
    for run in runs:
        units = {**UNITS, **dict.fromkeys(("offered", *run.outcomes), "requests")}
        prefix = f"{run.policy}." if len(runs) > 1 else ""
        values = run_facts(run, more["limits"]) | more["errors"].get(run.policy, {})
        facts |= {f"{prefix}{name}": _fact(name, value, units) for name, value in values.items()}
    form = {
        "slug": "replay",
        "version": 2,
        "params": {"trace": trace.name, "policies": [run.policy for run in runs], **more["settings"]},
        "summary": " ".join(f"{_line(run, run_facts(run, more['limits']), more['limits'])}." for run in runs),
        "facts": facts,
        "tables": [],
        "figures": [],
        "notes": [run.conservation for run in runs],
    }
    return form | {"digest": digest_of(form), "import": trace.report.as_dict()}


def _fact(name: str, value: Any, units: dict[str, str]) -> dict[str, Any]:
    """A share, such as goodput or an error, has no unit."""
    unit = units.get(name) or next((unit for ending, unit in ENDING_UNITS.items() if name.endswith(ending)), "")
    return {"value": value, "unit": unit, "kind": "modelled", "digits": DIGITS}
