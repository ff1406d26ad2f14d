"""What `servelab speculate` prints: the text and the account for a person, or the form of a result for a program.
It refuses to run anything."""

from typing import TYPE_CHECKING, Any

from labs import count, number

if TYPE_CHECKING:
    from labs.decoding import Share

UNITS = {"_ms": "ms", "rate": "tokens/s"}
LABELS = {
    "acceptance": "accepted over drafted",
    "tau": "tokens a target call",
    "efficiency": "tokens a verified place",
    "step_ms": "a plain step, ms",
    "draft_ms": "a drafted token, ms",
    "round_draft_ms": "drafting a round, ms",
    "round_verify_ms": "verifying a round, ms",
    "c": "c, draft over plain step",
    "v": "v, verification over plain step",
    "predicted": "speed-up predicted",
    "measured": "speed-up measured",
    "plain_rate": "plain tokens/s",
    "rate": "drafted tokens/s",
}
NO_DRAFTS = "nothing was drafted: both ways are plain decoding, and their times differ by chance and by the loop alone."
WORDS = (
    "residual: drawn in place of a rejected draft, from what the draft gave too little; bonus: one more of the "
    "target's, when all drafts stood; target: its own, with nothing drafted"
)
CLOCKS = {"cpu": "processor time of one thread", "wall": "wall time"}


def as_text(result: dict[str, Any]) -> str:
    """The text, a line for each of the first rounds, acceptance by position, and the account."""
    rounds = result["rounds"]
    told = f"{count(len(result['tokens']), 'token')} in {count(len(rounds), 'round')}"
    lines = [result["text"], "", told, WORDS]
    lines += [_round(each) for each in rounds[:8]]
    if len(rounds) > 8:
        lines.append(f"  and {count(len(rounds) - 8, 'round')} more (--format json has them)")
    lines.append(_positions(result))
    lines += [f"  {LABELS[name]}: {_said(value)}" for name, value in result["figures"].items()]
    lines.append(f"  times: {CLOCKS[result['clock']]}, on {_machine(result['machine'])}")
    return "\n".join([*lines, summary(result)])


def _round(told: dict[str, Any]) -> str:
    words = {True: "accepted", False: "rejected", None: "not checked"}
    drafts = ", ".join(f"{each['text']!r} {words[each['ok']]}" for each in told["drafted"]) or "nothing drafted"
    extra = told["extra"]
    return f"  {told['n']}: {drafts}" + (f"; {extra['kind']} {extra['text']!r}" if extra else "; the text ended")


def _positions(result: dict[str, Any]) -> str:
    told = "; ".join(
        f"{place}: {_said(share)} ({_said(low)} to {_said(high)}) of {reached}"
        for place, reached, _, share, low, high, _ in _shares(result)
    )
    return f"accepted by position, of those checked there, with 95 % intervals: {told or 'nothing was drafted'}"


def _shares(result: dict[str, Any]) -> "list[Share]":
    from labs.decoding import shares

    return shares(result["by_position"], result["reached"])


def _by_position(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"position": place, "accepted": share, "low": low, "high": high, "checked": reached}
        for place, reached, _, share, low, high, _ in _shares(result)
    ]


def summary(result: dict[str, Any]) -> str:
    """The verdict of one run in words; one prompt is no measurement of a machine."""
    speed, settings = result["figures"]["measured"], result["settings"]
    if speed is None:
        return "No speed-up can be told: nothing was decoded."
    whose = "your prompt" if settings["prompt"] else f"this prompt of the slice {settings['group']}"
    if result["figures"]["acceptance"] is None:
        return f"For {whose} {NO_DRAFTS}"
    word = "faster" if speed > 1 else "slower"
    told = (
        f"For {whose} drafting is {word}: {speed:.2f} times plain decoding. One prompt is noise; --compare takes many."
    )
    return told if settings["drawn_at"] is None else f"{told} {_fault(settings)}"


def _fault(settings: dict[str, Any]) -> str:
    return (
        f"A fault was asked for: drafts drawn at temperature {settings['drawn_at']:g}, judged as if drawn at "
        f"{settings['temperature']:g}; the text is not the target's."
    )


def _machine(found: dict[str, Any]) -> str:
    versions = ", ".join(
        f"{name} {found[name]}" for name in ("python", "numpy", "torch", "transformers") if name in found
    )
    return f"{found['device']}, {found['engine']}, {versions}, {found['date']}, load {found['load']}"


def _said(value: float | None) -> str:
    return "not defined" if value is None else number(value, 3)


def as_form(result: dict[str, Any]) -> dict[str, Any]:
    """The form of a result, with the tokens under `tokens` and each round under `rounds`."""
    return {
        "slug": "speculate",
        "version": 1,
        "params": result["settings"],
        "summary": summary(result),
        "tokens": result["tokens"],
        "text": result["text"],
        "plain_tokens": result["plain_tokens"],
        "facts": facts(result["figures"]),
        "by_position": _by_position(result),
        "rounds": result["rounds"],
        "clock": result["clock"],
        "machine": result["machine"],
    }


def facts(figures: dict[str, Any]) -> dict[str, Any]:
    """Figures as measured facts with units."""
    return {
        name: {"value": value, "unit": _unit(name), "kind": "measured", "digits": 6} for name, value in figures.items()
    }


def _unit(name: str) -> str:
    return next((unit for ending, unit in UNITS.items() if name.endswith(ending)), "")


def comparison_text(row: dict[str, Any]) -> str:
    """Three lines a slice: the verdict with its interval, what it is made of, and acceptance by position."""
    low, high = row["speedup_low"], row["speedup_high"]
    word = "faster" if low > 1 else "slower" if high < 1 else "neither faster nor slower for sure"
    if row["acceptance"] is None:
        return f"{row['group']}: {NO_DRAFTS} ({row['prompts']} prompts: {row['measured']:.2f}, {low:.2f} to {high:.2f})"
    took = f"accepted {_said(row['acceptance'])} ({_said(row['acceptance_low'])} to {_said(row['acceptance_high'])})"
    return (
        f"{row['group']}: drafting is {word}, {row['measured']:.2f} times plain decoding (95 % interval {low:.2f} to "
        f"{high:.2f}, {row['prompts']} prompts, {CLOCKS[row['clock']]})\n"
        f"  {took}, c {_said(row['c'])}, v {_said(row['v'])}, tau {_said(row['tau'])}, "
        f"predicted {_said(row['predicted'])}, {_said(row['plain_rate'])} -> {_said(row['rate'])} tokens/s, "
        f"by the wall {row['speedup_wall']:.2f}\n  {_positions(row)}"
    )


def comparison_form(rows: list[dict[str, Any]], machine: dict[str, Any]) -> dict[str, Any]:
    """A row a slice, and the machine."""
    words = [comparison_text(row).splitlines()[0] for row in rows]
    return {"slug": "speculate-compare", "version": 1, "summary": ". ".join(words) + ".", "machine": machine,
            "rows": [row | {"places": _by_position(row)} for row in rows]}  # fmt: skip
