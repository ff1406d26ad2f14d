"""One check of a content folder: lessons, what holds between them, many draws, worked code run again, claims.
It refuses to print; app/course/report.py does.
"""

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from app.course.bench import Bench
from app.course.captured import Rerun, check_captured
from app.course.claims import check_claims
from app.course.diagnostics import Diagnostic, Findings, elsewhere, in_order
from app.course.draw_checks import check_draws
from app.course.outline import questions_of
from app.course.source import Source, read_source
from app.course.store import LessonStore


@dataclass(frozen=True)
class Checked:
    """Everything found, and the sources that excerpts are taken from, by the name a finding carries."""

    findings: tuple[Diagnostic, ...]
    sources: dict[str, Source]

    def only(self, name: str) -> "Checked":
        """What was found in one file."""
        return Checked(tuple(each for each in self.findings if each.file == name), self.sources)

    def under(self, folder: str) -> "Checked":
        """The same with every file named from where this folder is seen."""
        findings = tuple(elsewhere(each, str(PurePosixPath(folder, each.file))) for each in self.findings)
        return Checked(findings, {str(PurePosixPath(folder, name)): source for name, source in self.sources.items()})


def check_content(folder: Path, bench: Bench, run_code: bool = True) -> Checked:
    """Check the folder that holds course.yml; worked files are executed unless `run_code` is false."""
    course = LessonStore(folder, bench).read()
    findings = list(course.findings)
    sources = dict(course.sources)
    known: dict[str, Rerun] = {}
    for compiled in course.compiled:
        own = Findings(compiled.source.name, compiled.source.lines)
        check_draws(bench, questions_of(compiled.lesson), compiled.families, own)
        if run_code:
            check_captured(compiled.code, course.files, own, known)
        findings += own
    claims = folder / "claims.yml"
    if claims.is_file():
        sources["claims.yml"] = read_source(claims, "claims.yml")[0]
        findings += check_claims(claims, bench).findings
    return Checked(in_order(findings), sources)
