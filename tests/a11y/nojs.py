"""Check 36: the same address without JavaScript says the same.
Compares words; how the page looks is for the other checks."""

from tests.a11y.finding import Finding, ask, collect
from tests.a11y.matrix import LIGHT, NO_SCRIPTS
from tests.a11y.tabs import Tabs


def check_parity_without_scripts(tabs: Tabs, url: str) -> list[Finding]:
    """Same table text and summaries, no empty box for a chart, no control that only a script could make work."""
    with tabs.opened(url, LIGHT) as page:
        with_scripts = ask(page, "said")
    with tabs.opened(url, NO_SCRIPTS) as page:
        without = ask(page, "said")
    faults = []
    for kind in ("tables", "summaries"):
        ours, theirs = with_scripts[kind], without[kind]
        if len(ours) != len(theirs):
            faults.append((f"{len(theirs)} {kind} without JavaScript, {len(ours)} with", url))
        pairs = zip(ours, theirs, strict=False)
        faults += [
            (f"{kind} differ: “{theirs[:80]}” without JavaScript", url) for ours, theirs in pairs if ours != theirs
        ]
    faults += [("an empty box stands where the chart would be", where) for where in without["holes"]]
    faults += [("does nothing without JavaScript and is shown all the same", where) for where in without["dead"]]
    return collect(36, faults)
