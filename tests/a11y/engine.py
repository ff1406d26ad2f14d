"""Check 1: the axe rule engine over WCAG A and AA up to 2.2 and its best practices.
It proves little for charts; the other checks carry those."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from playwright.sync_api import Page

from tests.a11y.finding import Finding, ask

BUILT = Path(__file__).parents[2] / "static" / "dist-test"
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
RUN = "(tags) => axe.run(document, {runOnly: tags, resultTypes: ['violations', 'incomplete'], iframes: false})"
# What the engine may leave undecided, by rule and part of the page -> why that is no open question.
UNDECIDED: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("color-contrast", ".plot"): "text over drawn marks; check 17 computes it against the ground",
        ("color-contrast", ".scroller"): "cells scrolled out of sight; those in sight have the same colours",
        (
            "color-contrast",
            ".run",
        ): "signs alone; the words beside them have the same colours",
    }
)


@dataclass(frozen=True)
class AxeReport:
    """Violations, and undecided things without a known reason, both as findings; and all undecided as sorted lines."""

    findings: tuple[Finding, ...]
    incomplete: tuple[str, ...]


@cache
def axe_source() -> str:
    """The engine's source; FileNotFoundError says how to get it."""
    found = sorted(BUILT.glob("axe.min.*.js"))
    if len(found) != 1:
        raise FileNotFoundError(
            f"static/dist-test has {len(found)} files axe.min.HASH.js, needs one; run `pip install -e .`, it fetches it"
        )
    return found[0].read_text(encoding="utf-8")


def run_axe(page: Page) -> AxeReport:
    """Run the engine in the page as it stands."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_source())
    result = page.evaluate(RUN, list(TAGS))
    findings = [
        Finding(1, f"{rule['id']}: {rule['help']}", " ".join(map(str, node["target"])))
        for rule in result["violations"]
        for node in rule["nodes"]
    ]
    nodes = [
        (rule["id"], str(node["target"][0]))
        for rule in result["incomplete"]
        for node in rule["nodes"]
        if isinstance(node["target"][0], str)
    ]
    parts = [part for _, part in UNDECIDED]
    for rule, part, where in ask(page, "undecided", {"nodes": nodes, "parts": parts}) if nodes else ():
        if (rule, part) not in UNDECIDED:
            findings.append(Finding(1, f"{rule} is left undecided, and no reason is known for it here", where))
    return AxeReport(tuple(findings), tuple(sorted(f"{rule} {target}" for rule, target in nodes)))


def check_axe(page: Page) -> list[Finding]:
    """Every violation of the engine, and what it leaves undecided without a known reason."""
    return list(run_axe(page).findings)
