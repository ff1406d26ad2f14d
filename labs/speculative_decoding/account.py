"""What a round costs and gives, of the figures of a run or of a row of a comparison: once for every report.
It refuses to judge; reports do."""

from collections.abc import Mapping
from typing import Any, Final

from labs.lab import Line

# On every figure of speeds; the fact's name gives it the look of a baseline.
PLAIN_LINE: Final = Line("baseline_speedup", "as fast as plain")


def round_cost(figures: Mapping[str, Any]) -> float:
    """A round's drafting and verification, in plain steps."""
    return float(figures["v"] + figures["round_draft_ms"] / figures["step_ms"])


def round_told(figures: Mapping[str, Any]) -> str:
    """Why drafting gains or loses, as a clause behind "because"."""
    return (
        f"a round gives {figures['tau']:.2f} tokens and costs {round_cost(figures):.2f} plain steps, "
        f"{figures['v']:.2f} of them to verify"
    )
