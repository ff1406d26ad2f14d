"""Findings as a person, a program or a build machine reads them: text with the line and a caret, JSON, annotations.
It refuses to find anything.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Final

from app.course.diagnostics import Diagnostic
from app.course.source import Source
from labs import count

WIDTH: Final = 110


def as_text(findings: Sequence[Diagnostic], sources: Mapping[str, Source]) -> str:
    """Each finding as `file:line:col: error E020: message`, the line with a caret, and what to write instead."""
    return "\n\n".join([*(_finding(each, sources.get(each.file)) for each in findings), _sum(findings)])


def _finding(finding: Diagnostic, source: Source | None) -> str:
    place = f"{finding.file}:{finding.line}:{finding.column}"
    rows = [f"{place}: {finding.severity} {finding.code}: {finding.message}"]
    if source and finding.line <= len(source.lines):
        rows += excerpt(source.lines[finding.line - 1], finding)
    if finding.fix is not None:
        rows.append(f"  write: {finding.fix.strip()}" if finding.fix else "  remove it")
    return "\n".join(rows)


def excerpt(line: str, finding: Diagnostic) -> list[str]:
    """The line and the caret below it; a long line is cut around the place."""
    shown = line.replace("\t", " ")
    start = max(0, finding.column - 1 - WIDTH // 2) if len(shown) > WIDTH else 0
    cut = shown[start : start + WIDTH]
    number = str(finding.line)
    column = finding.column - 1 - start
    carets = "^" * max(1, min(finding.length, len(cut) - column))
    return [f"  {number} | {cut}", f"  {' ' * len(number)} | {' ' * column}{carets}"]


def _sum(findings: Sequence[Diagnostic]) -> str:
    errors = sum(each.severity == "error" for each in findings)
    warnings = len(findings) - errors
    return f"{count(errors, 'error')}, {count(warnings, 'warning')}"


def as_json(findings: Sequence[Diagnostic]) -> str:
    return json.dumps([asdict(each) for each in findings], ensure_ascii=False, indent=2)


def as_github(findings: Sequence[Diagnostic]) -> str:
    """Workflow commands that become annotations in a pull request."""
    return "\n".join(
        f"::{each.severity} file={_value(each.file)},line={each.line},col={each.column},"
        f"endColumn={each.column + each.length},title={each.code}::{_data(each.message)}"
        for each in findings
    )


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
