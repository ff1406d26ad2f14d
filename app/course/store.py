"""The lessons of a folder: each compiled once per content, the last good version kept while a new one has errors.
It refuses to watch files and to execute worked code; the caller says when to read again.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock

from app.course.bench import Bench, NotReady
from app.course.compile import Compiled, compile_lesson
from app.course.course import CourseFile, check_between, read_course
from app.course.desk import Files, plain_image_address
from app.course.diagnostics import Diagnostic, Findings, in_order
from app.course.kit import Kit
from app.course.lesson import Lesson
from app.course.source import Source, read_source


@dataclass(frozen=True)
class Course:
    """One reading of a content folder. `lessons` are those that may be shown, in the order of course.yml.

    `renamed` (old id -> new id) and `archived` are ids under which old answers are kept.
    `preparing` are the ids of lessons left out because a run of theirs was not at hand.
    `stale` are the ids among them whose newest text has errors; `findings` tell all that is wrong with the newest.
    """

    title: str
    language: str
    lessons: tuple[Lesson, ...]
    stale: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source] = field(default_factory=dict)
    compiled: tuple[Compiled, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)
    archived: tuple[str, ...] = ()
    preparing: tuple[str, ...] = ()
    files: Files = field(default_factory=Files)

    def lesson(self, id: str) -> Lesson | None:
        return next((lesson for lesson in self.lessons if lesson.id == id), None)


class LessonStore:
    """Reads the folder on demand; safe to share between threads."""

    def __init__(
        self,
        folder: Path,
        bench: Bench,
        kit: Kit | None = None,
        image_address: Callable[[str], str] = plain_image_address,
        with_drafts: bool = True,
    ) -> None:
        self.folder, self.bench, self.kit, self.with_drafts = folder, bench, kit or Kit(), with_drafts
        self.image_address = image_address
        self._compiled: dict[str, tuple[str, Compiled]] = {}
        self._good: dict[str, Lesson] = {}
        self._lock = Lock()

    def read(self, bench: Bench | None = None) -> Course:
        """The course as it is on disk now; what did not change is not compiled again.

        Another bench than the store's own may refuse slow runs with NotReady; their lessons are then `preparing`.
        """
        with self._lock:
            return self._read(bench or self.bench)

    def _read(self, bench: Bench) -> Course:
        source, findings = read_source(self.folder / "course.yml", "course.yml")
        file = (
            read_course(source, findings) if not findings.found else CourseFile("Course", "en", (), (), is_unread=True)
        )
        files = find_files(self.folder, self.image_address)
        paths = sorted((self.folder / "lessons").glob("*.md"))
        if not self.with_drafts:
            drafts = {path.stem for path in paths if is_draft(path)}
            paths = [path for path in paths if path.stem not in drafts]
            file = replace(file, lessons=tuple(text for text in file.lessons if text.value not in drafts))
        tried = {path.stem: self._lesson(path, files, file, bench) for path in paths}
        lessons = {stem: found for stem, found in tried.items() if found is not None}
        preparing = tuple(text.value for text in file.lessons if text.value in tried and text.value not in lessons)
        if not preparing:
            # A link to a lesson that is left out would be told as wrong.
            check_between(file, findings, lessons)
        everything = [*findings, *(finding for _, own in lessons.values() for finding in own)]
        wrong = {finding.file for finding in everything if finding.severity == "error"}
        for stem, (compiled, own) in lessons.items():
            if own.file not in wrong:
                self._good[stem] = compiled.lesson
        shown = [text.value for text in file.lessons if text.value in self._good and text.value in tried]
        return Course(
            title=file.title,
            language=file.language,
            lessons=tuple(self._good[stem] for stem in shown),
            stale=tuple(stem for stem in shown if stem in lessons and lessons[stem][1].file in wrong),
            findings=in_order(everything),
            sources={"course.yml": source} | {own.file: each.source for each, own in lessons.values()},
            compiled=tuple(compiled for compiled, _ in lessons.values()),
            renamed={old: new.value for old, new in file.renamed.items()},
            archived=tuple(text.value for text in file.archived),
            preparing=tuple(stem for stem in preparing if stem not in self._good),
            files=files,
        )

    def _lesson(self, path: Path, files: Files, file: CourseFile, bench: Bench) -> tuple[Compiled, Findings] | None:
        try:
            return self._compile(path, files, file, bench)
        except NotReady:
            return None

    def _compile(self, path: Path, files: Files, file: CourseFile, bench: Bench) -> tuple[Compiled, Findings]:
        source, findings = read_source(path, f"lessons/{path.name}")
        if findings.found:
            return compile_lesson(source, findings, bench, files, self.kit), findings
        key = _key(source, files, file.anatomy, bench)
        kept = self._compiled.get(path.stem)
        if kept is None or kept[0] != key:
            kept = (key, compile_lesson(source, findings, bench, files, self.kit, file.anatomy))
            self._compiled[path.stem] = kept
        return kept[1], Findings(source.name, source.lines, list(kept[1].findings))


def is_draft(path: Path) -> bool:
    """Whether the front matter says `status: draft`; read as text, since a draft is not compiled to find out."""
    front = path.read_text(encoding="utf-8", errors="replace").split("\n---", 1)[0]
    return any(line.split("#")[0].replace(" ", "") == "status:draft" for line in front.split("\n"))


def find_files(folder: Path, image_address: Callable[[str], str] = plain_image_address) -> Files:
    """The worked files and images that exist; links that lead out of the folder are left out."""
    return Files(_inside(folder / "code"), _inside(folder / "images"), image_address)


def _inside(folder: Path) -> dict[str, Path]:
    root = folder.resolve()
    return {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.resolve().is_relative_to(root)
    }


def _key(source: Source, files: Files, anatomy: tuple[str, ...], bench: Bench) -> str:
    """The hash of all that a compile depends on."""
    stamps = [
        (name, path.stat().st_mtime_ns, path.stat().st_size)
        for group in (files.code, files.images)
        for name, path in group.items()
    ]
    versions = [(slug, bench.lab(slug).version) for slug in bench.slugs()]
    return hashlib.sha256(repr((source.digest, stamps, anatomy, versions)).encode()).hexdigest()
