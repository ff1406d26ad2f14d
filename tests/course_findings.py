"""The findings of a lesson of one screen over the tiny lab, for tests of what authors are told.
It refuses to judge them."""

from app.course.diagnostics import Diagnostic
from tests.course_lab import tiny_bench
from tests.course_world import compiled

FRONT = "id: example\ntitle: An example\n"


def lesson(body: str, front: str = FRONT) -> str:
    return f"---\n{front}---\n::: screen {{#first}}\n## An example\n{body}\n:::\n"


def found(body: str, front: str = FRONT) -> tuple[Diagnostic, ...]:
    return compiled(lesson(body, front), tiny_bench()).findings


def only(body: str, front: str = FRONT) -> Diagnostic:
    findings = found(body, front)
    assert len(findings) == 1, findings
    return findings[0]


def place(finding: Diagnostic) -> tuple[int, int, int]:
    return finding.line, finding.column, finding.length
