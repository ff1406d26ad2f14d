"""The course file and what must hold between lessons: ids once, prerequisites without a loop, links with an end.
It refuses to read a lesson's inside.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from app.course.compile import Compiled
from app.course.diagnostics import Findings, Spot, did_you_mean, nearest, shown
from app.course.fields import Fields
from app.course.parts import PARTS
from app.course.source import Source
from app.course.yaml_text import Text, read_yaml

KEYS: Final = ("title", "language", "anatomy", "lessons", "items")
ITEM_KEYS: Final = ("renamed", "archived")


@dataclass(frozen=True)
class CourseFile:
    """What course.yml says. `anatomy` are the parts that each lesson must have; with `is_unread` its list of lessons
    is not known."""

    title: str
    language: str
    anatomy: tuple[str, ...]
    lessons: tuple[Text, ...]
    renamed: Mapping[str, Text] = field(default_factory=dict)
    archived: tuple[Text, ...] = ()
    is_unread: bool = False


def read_course(source: Source, findings: Findings) -> CourseFile:
    node = read_yaml(source.text, findings, 1)
    fields = Fields(node, Spot(1), "course.yml", KEYS, findings, node is None and bool(source.text.strip()))
    fields.require("title")
    items = Fields(fields.entries.get("items"), fields.place("items"), '"items"', ITEM_KEYS, findings)
    return CourseFile(
        title=fields.word("title", "Course"),
        language=fields.word("language", "en"),
        anatomy=_anatomy(fields, findings),
        lessons=fields.texts("lessons"),
        renamed={old.value: new for old, new in items.pairs("renamed")},
        archived=items.texts("archived"),
        is_unread=fields.is_lost("lessons"),
    )


def _anatomy(fields: Fields, findings: Findings) -> tuple[str, ...]:
    texts = fields.texts("anatomy")
    if [text.value for text in texts] == ["full"]:
        return tuple(PARTS)
    if [text.value for text in texts] == ["none"]:
        return ()
    for text in texts:
        if text.value not in PARTS:
            findings.unknown("E119", text.spot, "part", text.value, ("full", "none", *PARTS))
    return tuple(text.value for text in texts if text.value in PARTS)


def check_between(file: CourseFile, findings: Findings, lessons: Mapping[str, tuple[Compiled, Findings]]) -> None:
    """Everything that one lesson alone cannot show. `lessons` is by file stem, each with its own findings."""
    _check_listed(file, findings, lessons)
    _check_ids(file, findings, lessons)
    _check_requires(lessons)
    for compiled, own in lessons.values():
        for link in compiled.links:
            _check_link(link, own, lessons)


def _check_listed(file: CourseFile, findings: Findings, lessons: Mapping[str, tuple[Compiled, Findings]]) -> None:
    for text in file.lessons:
        if text.value not in lessons:
            near = nearest(text.value, lessons)
            hint = f'Did you mean "{near}"?' if near else f"Write lessons/{shown(text.value)}.md or remove the line."
            message = f'The lesson "{shown(text.value)}" has no file. {hint}'
            findings.add("E014", text.spot, message, suggestion=near, fix=near)
    listed = {text.value for text in file.lessons}
    for stem, (_, own) in lessons.items():
        if stem not in listed and not file.is_unread:
            message = f'This lesson is not listed in course.yml and so is not shown. Add "{stem}" under `lessons`.'
            own.add("W015", Spot(1, 1, 3), message)


def _check_ids(file: CourseFile, findings: Findings, lessons: Mapping[str, tuple[Compiled, Findings]]) -> None:
    used: dict[str, tuple[str, int]] = {}
    old = {**{name: f'it was renamed to "{new.value}"' for name, new in file.renamed.items()}}
    old |= {text.value: "it is archived" for text in file.archived}
    for compiled, own in lessons.values():
        for id in compiled.ids:
            if not id.stores:
                continue
            if id.value in old:
                message = f'The id "{id.value}" cannot be used again: {old[id.value]}, and old answers carry it.'
                own.add("E029", id.spot, message)
            elif id.value in used:
                name, line = used[id.value]
                message = f'The id "{id.value}" is already used in {name}, line {line}. Ids are unique in the course.'
                own.add("E028", id.spot, message)
            used.setdefault(id.value, (own.file, id.spot.line))
    for name, new in file.renamed.items():
        if new.value not in used and new.value not in old:
            near = nearest(new.value, used)
            message = f'"{shown(name)}" is renamed to "{shown(new.value)}", which no lesson has. '
            findings.add(
                "E029", new.spot, message + (f'Did you mean "{near}"?' if near else "Write the new id."), fix=near
            )


def _check_requires(lessons: Mapping[str, tuple[Compiled, Findings]]) -> None:
    graph: dict[str, list[Text]] = {}
    for stem, (compiled, own) in lessons.items():
        graph[stem] = []
        for text in compiled.front.requires:
            if text.value in lessons:
                graph[stem].append(text)
            else:
                near = nearest(text.value, lessons)
                message = f'There is no lesson "{shown(text.value)}". {did_you_mean(text.value, lessons)}'
                own.add("E111", text.spot, message, suggestion=near, fix=near)
    for stem, (_, own) in lessons.items():
        for text in graph[stem]:
            way = _way(graph, text.value, stem)
            if way:
                loop = " → ".join([stem, *way])
                own.add("E110", text.spot, f"The prerequisites form a loop: {loop}. Remove one of them.")


def _way(graph: Mapping[str, Sequence[Text]], start: str, goal: str) -> list[str]:
    """The shortest way from start to goal along `requires`, both named; empty when there is none."""
    ways = [[start]]
    seen = {start}
    for way in ways:
        if way[-1] == goal:
            return way
        for text in graph[way[-1]]:
            if text.value not in seen:
                seen.add(text.value)
                ways.append([*way, text.value])
    return []


def _check_link(link: Text, own: Findings, lessons: Mapping[str, tuple[Compiled, Findings]]) -> None:
    _, kind, *rest = [*link.value.partition("#")[0].split("/"), ""]
    if link.value.startswith("#") or not rest:
        return
    lesson, screen = rest[0], rest[1] if len(rest) > 1 else ""
    if lesson not in lessons:
        near = nearest(lesson, lessons)
        message = f'There is no lesson "{shown(lesson)}". {did_you_mean(lesson, lessons)}'
        own.add("E096", link.spot, message, suggestion=near, fix=f"/{kind}/{near}" if near else None)
        return
    screens = [each.id for each in lessons[lesson][0].lesson.screens]
    if screen and screen not in screens:
        near = nearest(screen, screens)
        message = f'Lesson "{lesson}" has no screen "{shown(screen)}". {did_you_mean(screen, screens)}'
        own.add("E096", link.spot, message, suggestion=near, fix=f"/{kind}/{lesson}/{near}" if near else None)
