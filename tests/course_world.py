"""A small course in a folder of its own, for tests that check lessons: two good lessons, worked files, an image.
It knows how a piece of a lesson becomes a whole one; it refuses to judge findings.
"""

from pathlib import Path

from app.course.bench import Bench, door
from app.course.checking import check_content
from app.course.compile import Compiled, compile_lesson
from app.course.desk import Files
from app.course.diagnostics import Diagnostic, Findings
from app.course.kit import Kit
from app.course.source import as_source

FRONT = "id: example\ntitle: An example\nruns: {base: gpu-memory-ledger?microbatch=16}\n"
OTHER = """---
id: other
title: Another lesson
---
::: screen {#one}
## What is another lesson for?

::: question text {#other-question}
Why?
:::
:::
"""
NEXT = OTHER.replace("other", "next").replace("title:", "requires: [example]\ntitle:")
CODE = {
    "speculate.py": "print(2)\n",
    "speculate.out": "2\n",
    "silent.py": "print(2)\n",
    "drifted.py": "print(2)\n",
    "drifted.out": "3\n",
    "broken.py": "raise SystemExit('no trace')\n",
    "broken.out": "2\n",
}
FULL = "title: A course\nanatomy: full\nlessons: [example]\n"


def on_screen(body: str, front: str = FRONT) -> str:
    """A lesson with one screen that holds the text; its run is used, so that nothing is left over."""
    head = f"---\n{front}---\n::: screen {{#example-screen}}\n## An example\n\nIn all {{fact}}`base#total_gb`.\n\n"
    return f"{head}{body.rstrip()}\n:::\n"


def write_course(folder: Path, part: str, piece: str) -> Path:
    """A content folder around one piece: a screen's body, a lesson, front matter, course.yml or claims."""
    lesson = on_screen("")
    course = "title: A course\nlessons: [example, other]\n"
    if part in ("screen", "full"):
        is_objective = "objective=fit " in piece
        lesson = on_screen(piece, FRONT + ("objectives: {fit: Say what fits.}\n" if is_objective else ""))
    elif part == "lesson":
        lesson = piece
    elif part == "front":
        lesson = on_screen("", FRONT + piece)
    files = {"lessons/example.md": lesson, "lessons/other.md": OTHER, "course.yml": course}
    if part == "course":
        files["course.yml"] = piece
    elif part == "claims":
        files["claims.yml"] = piece
    elif part == "full":
        files["course.yml"] = FULL
        del files["lessons/other.md"]
    if "requires: [next]" in piece:
        files["lessons/next.md"] = NEXT
        files["course.yml"] = course.replace("other]", "other, next]")
    files |= {f"code/{name}": text for name, text in CODE.items()}
    files["images/cards.svg"] = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def found_in(folder: Path, bench: Bench | None = None) -> tuple[Diagnostic, ...]:
    return check_content(folder, bench or door()).findings


def compiled(
    text: str,
    bench: Bench | None = None,
    files: Files | None = None,
    name: str = "example.md",
    anatomy: tuple[str, ...] = (),
) -> Compiled:
    """One lesson from its text alone."""
    source = as_source(name, text)
    return compile_lesson(source, Findings(name, source.lines), bench or door(), files or Files(), Kit(), anatomy)


def messages(text: str, bench: Bench | None = None) -> list[str]:
    return [finding.message for finding in compiled(text, bench).findings]
