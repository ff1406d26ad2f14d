"""One lesson from source to checked values: structure, front matter, blocks, then the checks of the whole lesson.
It refuses to execute worked files and to know other lessons.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from app.course.answers import graded_hash
from app.course.bench import Bench
from app.course.blocks import Prose as Run
from app.course.blocks import Tree, build_tree
from app.course.desk import Desk, Files
from app.course.diagnostics import Diagnostic, Findings, Spot, in_order
from app.course.front import Front, read_front
from app.course.heads import Id, check_heads
from app.course.hints import gathered
from app.course.items import Prose
from app.course.kit import Kit
from app.course.lab_blocks import build_code, build_lab
from app.course.lesson import Block, Lesson, Screen
from app.course.lesson_checks import check_lesson
from app.course.panels import (
    build_failure,
    build_hint,
    build_note,
    build_reveal,
    build_rubric,
    build_symbols,
    build_term,
)
from app.course.parts import note_part
from app.course.prose import write_prose
from app.course.questions import build_checkpoint, build_predict, build_question
from app.course.release_block import build_evidence
from app.course.scan import Block as Span
from app.course.scan import scan
from app.course.source import Source, split
from app.course.tries import build_try
from app.course.yaml_text import Text

Build = Callable[[Tree], Block | None]
YAML_BLOCKS: Final[Mapping[str, Callable[[Desk, Span, str], Block | None]]] = {
    "try": build_try,
    "lab": build_lab,
    "symbols": build_symbols,
    "rubric": build_rubric,
    "evidence": build_evidence,
    "failure": build_failure,
}
PROSE_BLOCKS: Final[Mapping[str, Callable[[Desk, Tree, Build], Block | None]]] = {
    "question": build_question,
    "predict": build_predict,
    "checkpoint": build_checkpoint,
    "hint": build_hint,
    "reveal": build_reveal,
    "code": build_code,
    "note": build_note,
    "term": build_term,
}


@dataclass(frozen=True)
class Compiled:
    """A lesson with what the checks across lessons need. `is_good` when it may be shown.

    `families` are the ids of questions with drawn numbers, and where their `vary` stands.
    """

    lesson: Lesson
    front: Front
    findings: tuple[Diagnostic, ...]
    ids: tuple[Id, ...]
    links: tuple[Text, ...]
    code: tuple[Text, ...]
    source: Source
    families: tuple[tuple[str, Spot], ...]

    @property
    def is_good(self) -> bool:
        return not any(finding.severity == "error" for finding in self.findings)


def compile_lesson(
    source: Source, findings: Findings, bench: Bench, files: Files, kit: Kit, anatomy: tuple[str, ...] = ()
) -> Compiled:
    """The lesson of this source; everything wrong with it is in `findings`, and it is never thrown."""
    desk = Desk(source, findings, bench, files, kit)
    parts = split(source, findings)
    stem = source.name.rpartition("/")[2].removesuffix(".md")
    front = read_front(desk, parts, stem)
    blocks = scan(source, parts.body_line, findings)
    strays = frozenset(each.line for each in findings if each.code == "E022")
    tree, lost = build_tree(kit.parser, source, parts.body_line, blocks, strays)
    for line in sorted(lost):
        message = "This block stands inside a list, a formula or a quotation and would be text. Close that before it."
        findings.add("E030", blocks[line].spot, message)
    ids = check_heads(desk, blocks)
    intro, screens = _screens(desk, tree)
    screens = gathered(screens)
    minutes = check_lesson(desk, front, screens, frozenset(each.value for each in ids), anatomy)
    versions = [(name, ran.address, ran.lab.version) for name, ran in desk.runs.items()]
    lesson = Lesson(
        id=front.id,
        title=front.title,
        minutes=minutes,
        requires=tuple(text.value for text in front.requires),
        objectives=tuple((name.value, says.value) for name, says in front.objectives),
        terms=tuple(text.value for text in front.terms),
        runs=tuple((name, ran.address) for name, ran in desk.runs.items()),
        limits=front.limits,
        ship_rule=front.ship_rule,
        cutoff=front.cutoff,
        status=front.status,
        intro=intro,
        screens=screens,
        version=graded_hash((front, intro, screens, source.digest, versions)),
    )
    families = tuple(desk.families)
    return Compiled(lesson, front, in_order(findings), ids, tuple(desk.links), tuple(desk.code), source, families)


def _screens(desk: Desk, tree: Tree) -> tuple[tuple[Prose, ...], tuple[Screen, ...]]:
    intro: list[Prose] = []
    screens: list[Screen] = []
    for child in tree.children:
        if isinstance(child, Run):
            if screens:
                first = child.tokens[0].map or [0, 0]
                desk.findings.add(
                    "E023", Spot(first[0] + 1), "This stands outside of all screens and would not be shown."
                )
            # The lesson's own title is above the introduction, so headings there begin a screen by mistake.
            desk.title, desk.heading = ("", "", {}), 1
            prose = write_prose(desk, child.tokens)
            if not screens:
                intro.append(prose)
        elif child.block is not None and child.block.name == "screen":
            screens.append(_screen(desk, child))
        else:
            _build(desk, child)
    return tuple(intro), tuple(screens)


def _screen(desk: Desk, tree: Tree) -> Screen:
    desk.title, desk.heading, desk.words = None, 1, 0
    desk.screen += 1
    blocks = []
    for child in tree.children:
        built = write_prose(desk, child.tokens) if isinstance(child, Run) else _build(desk, child)
        if built is not None and not (isinstance(built, Prose) and not built.html):
            blocks.append(built)
    block = tree.block
    if block is None:
        raise ValueError("a screen is built from a block")
    if desk.title is None:
        message = "A screen begins with its heading, `## What it claims or asks`."
        desk.findings.add("E100", block.spot, message)
    nothing: tuple[str, str, dict[str, Text]] = ("", "", {})
    title, title_html, options = desk.title or nothing
    part = block.attributes.options.get("part") or options.get("part")
    in_hour = block.attributes.get("hour") != "no"
    id = block.attributes.id.value if block.attributes.id else ""
    return Screen(id, title, title_html, note_part(desk, part), in_hour, tuple(blocks), desk.words)


def _build(desk: Desk, tree: Tree) -> Block | None:
    block = tree.block
    if block is None or block.kind is None:
        # An unknown block is already a finding; what stands in it is still checked.
        for child in tree.children:
            _ = write_prose(desk, child.tokens) if isinstance(child, Run) else _build(desk, child)
        return None
    desk.kinds.append(block.name)
    if block.name in YAML_BLOCKS:
        text = desk.source.between(block.line + 1, block.end)
        return YAML_BLOCKS[block.name](desk, block, text)
    if block.name == "screen":
        return None
    before = desk.item, desk.is_in_checkpoint
    if block.name in ("question", "predict"):
        desk.item = block.attributes.id.value if block.attributes.id else ""
    desk.is_in_checkpoint = before[1] or block.name == "checkpoint"
    built = PROSE_BLOCKS[block.name](desk, tree, lambda child: _build(desk, child))
    desk.item, desk.is_in_checkpoint = before
    return built
