"""Check 1: the axe rule engine over WCAG A and AA up to 2.2 and its best practices.
It proves little for charts; the other checks carry those."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from playwright.sync_api import Page

from tests.a11y.finding import Finding

BUILT = Path(__file__).parents[2] / "static" / "dist-test"
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
    incomplete = {f"{rule['id']} {node['target']}" for rule in result["incomplete"] for node in rule["nodes"]}
    return AxeReport(tuple(findings), tuple(sorted(incomplete)))


def check_axe(page: Page) -> list[Finding]:
    """Every violation of the engine."""
    return list(run_axe(page).findings)
