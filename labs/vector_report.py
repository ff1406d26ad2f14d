"""A vector report as lines of text for a terminal: one line a file and one line a failure.
It refuses to know how vectors are computed, where lines go and what exit code they mean.
"""

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

from labs.vectors import FileReport, Outcome

LONGEST_VALUE = 400


def _plain(value: Any) -> Any:
    # Decimals of the ledger are shown with all their digits, not as binary floats.
    return str(value) if isinstance(value, Decimal | Fraction) else repr(value)


def _value(value: Any) -> str:
    text = json.dumps(value, default=_plain, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 3] + "..."


def _failure(outcome: Outcome) -> str:
    vector = outcome.vector
    return (
        f"  {vector.id} {vector.formula}: expected {_value(vector.expected)}, computed {_value(outcome.computed)}, "
        f"tolerance {_value(dict(vector.tolerance))}: {outcome.reason}"
    )


def report_lines(report: FileReport) -> tuple[str, ...]:
    """`FILE: N passed, M failed, K not computable`, then a line for each failure with expected and computed values."""
    counts = f"{len(report.passed)} passed, {len(report.failed)} failed, {len(report.not_computable)} not computable"
    return (f"{report.path}: {counts}", *(_failure(outcome) for outcome in report.failed))
