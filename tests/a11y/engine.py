"""Check 1: the axe rule engine over WCAG A and AA up to 2.2 and its best practices.
It proves little for charts; the other checks carry those."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from playwright.sync_api import Page

from tests.a11y.finding import Finding

AXE = Path(__file__).parents[2] / "static" / "dist-test" / "axe.min.js"
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
RUN = "(tags) => axe.run(document, {runOnly: tags, resultTypes: ['violations', 'incomplete'], iframes: false})"


@dataclass(frozen=True)
class AxeReport:
    """Violations as findings, and what axe could not decide as sorted `rule target` lines for a caller to freeze."""

    findings: tuple[Finding, ...]
    incomplete: tuple[str, ...]


@cache
def axe_source() -> str:
    """The engine's source; FileNotFoundError says how to get it."""
    if not AXE.is_file():
        raise FileNotFoundError(
            f"axe-core is missing at static/dist-test/{AXE.name}; run `pip install -e .` to build it"
        )
    return AXE.read_text(encoding="utf-8")


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
    incomplete = {f"{rule['id']} {node['target']}" for rule in result["incomplete"] for node in rule["nodes"]}
    return AxeReport(tuple(findings), tuple(sorted(incomplete)))


def check_axe(page: Page) -> list[Finding]:
    """Every violation of the engine."""
    return list(run_axe(page).findings)
