"""Blocks `question`, `predict` and `checkpoint`: what is asked, the options, the right answer, hints and reveals.
It refuses to draw numbers and to mark.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, Literal, cast

from app.course.answers import check_spoiled, graded_hash, read_answer, read_item, with_version
from app.course.blocks import Prose as Run
from app.course.blocks import Tree
from app.course.bounds import bounded, read_within
from app.course.desk import Desk
from app.course.families import Head, read_head
from app.course.fields import as_number
from app.course.items import Answer, Checkpoint, Family, Option, Predict, Prose, Question
from app.course.kinds import PREDICTIONS, QUESTIONS, SORTS
from app.course.lesson import Block
from app.course.option_checks import check_choice, check_family, check_rows_apart, read_right_number, read_tolerance
from app.course.options import Read, find_list, read_options
from app.course.panels import item_of
from app.course.prose import write_prose
from app.course.scan import Block as Span

Build = Callable[[Tree], Block | None]
Kinds = Literal["choice", "multi", "number", "order", "text", "fields"]
DIRECTIONS: Final = ("up", "down", "same")
PASS: Final = 80


def build_question(desk: Desk, tree: Tree, build: Build) -> Question:
    block = _block(tree)
    kind = cast(Kinds, _kind(desk, block, QUESTIONS))
    head = read_head(desk, block)
    family, shown = head.family, (*head.drawn, *(("result",) if head.family and head.family.rows else ()))
    with desk.drawing(shown, head.computed):
        ask, read = _asked(desk, tree, kind)
        hints, reveals = _behind(desk, tree, build)
    item = read_item(desk, block)
    answer = None
    if family is not None:
        family = _family(desk, block, kind, family, read, ask, head)
        desk.families.append((item.id, head.spot or block.spot))
    elif not head.is_broken:
        answer = _right(desk, block, kind, read)
    if kind == "fields" and not head.fields:
        message = (
            "A question of kind fields names its inputs between two lines `---`: `fields: [{name, label, answer}]`."
        )
        desk.findings.add("E044", block.spot, message)
    options = tuple(each.option for each in read)
    fresh = (family.fresh,) if family is not None and family.fresh else ()
    graded = (kind, _graded(options, kind), answer, head.fields, family, *fresh)
    return Question(
        item=with_version(item, *graded),
        kind=kind,
        ask=ask,
        options=options,
        answer=answer,
        fields=head.fields,
        family=family,
        sure=block.attributes.get("sure") == "yes",
        hints=hints,
        reveals=reveals,
        sort=_sort(desk, block),
    )


def _family(
    desk: Desk, block: Span, kind: str, family: Family, read: tuple[Read, ...], ask: tuple[Prose, ...], head: Head
) -> Family:
    """The family with what the opener says about its answer."""
    check_family(desk, block, kind, family, read, head)
    if family.rows:
        check_rows_apart(desk, family, ask, head.spot or block.spot)
    tolerance = block.attributes.options.get("tolerance")
    return replace(
        family,
        unit=block.attributes.get("unit") or "",
        within=read_within(desk, block.attributes.options.get("within"), kind),
        tolerance=read_tolerance(desk, tolerance) if tolerance else "",
    )


def _right(desk: Desk, block: Span, kind: str, read: tuple[Read, ...]) -> Answer | None:
    """The right number, where one is asked for; the options are checked in any case."""
    if kind in ("choice", "multi"):
        check_choice(desk, block, kind, read)
    elif kind == "order" and len(read) < 2:
        message = "An order question lists its steps in the right order: `1. ...`, at least two."
        desk.findings.add("E043", block.spot, message)
    bounds = block.attributes.options.get("within")
    within = read_within(desk, bounds, kind)
    return bounded(desk, read_right_number(desk, block, read), within, bounds) if kind == "number" else None


def build_predict(desk: Desk, tree: Tree, build: Build) -> Predict:
    block = _block(tree)
    kind = cast(Literal["number", "direction", "choice"], _kind(desk, block, PREDICTIONS))
    item = read_item(desk, block)
    given = block.attributes.options.get("answer")
    answer, right = None, ""
    if kind == "number":
        unit = block.attributes.get("unit") or ""
        answer = read_answer(desk, given, block.spot, unit, None)
    elif kind == "direction":
        right = given.value if given else ""
        if right not in DIRECTIONS:
            message = f"A direction is predicted: write answer={'|'.join(DIRECTIONS)}."
            desk.findings.add("E044", given.spot if given else block.spot, message)
    ask, read = _asked(desk, tree, kind)
    if kind == "choice":
        check_choice(desk, block, kind, read)
    bounds = block.attributes.options.get("within")
    answer = bounded(desk, answer, read_within(desk, bounds, kind), bounds)
    check_spoiled(desk, answer, block)
    hints, reveals = _behind(desk, tree, build)
    options = tuple(each.option for each in read)
    graded = (kind, answer, right, _graded(options, kind))
    interval = block.attributes.get("interval") == "yes"
    return Predict(
        item=with_version(item, *graded),
        kind=kind,
        ask=ask,
        options=options,
        answer=answer,
        right=right,
        interval=interval,
        sure=block.attributes.get("sure") == "yes",
        hints=hints,
        reveals=reveals,
    )


def build_checkpoint(desk: Desk, tree: Tree, build: Build) -> Checkpoint:
    block = _block(tree)
    given = block.attributes.options.get("pass")
    percent = as_number(given.value) if given else PASS
    if percent is None or not 1 <= percent <= 100 or percent != int(percent):
        spot = given.spot if given else block.spot
        desk.findings.add("E011", spot, '"pass" must be a whole number of percent from 1 to 100.')
        percent = PASS
    item = read_item(desk, block)
    questions, prose = [], []
    for child in tree.children:
        if isinstance(child, Run):
            prose.append(write_prose(desk, child.tokens))
            continue
        built = build(child)
        if isinstance(built, Question):
            questions.append(built)
    if not questions:
        desk.findings.add("E043", block.spot, "A checkpoint holds questions; this one holds none.")
    version = with_version(item, int(percent), tuple(each.item.id for each in questions))
    return Checkpoint(version, int(percent), tuple(questions), tuple(prose))


def _sort(desk: Desk, block: Span) -> str:
    """What a question of a checkpoint is counted as beside its kind."""
    sort = block.attributes.options.get("as")
    if sort is None or sort.value in SORTS:
        return sort.value if sort else ""
    desk.findings.unknown("E025", sort.spot, "sort of question", sort.value, SORTS)
    return ""


def _block(tree: Tree) -> Span:
    if tree.block is None:
        raise ValueError("an item is built from a block")
    return tree.block


def _kind(desk: Desk, block: Span, allowed: tuple[str, ...]) -> str:
    if block.argument is None:
        return allowed[0]
    if block.argument.value not in allowed:
        desk.findings.unknown("E026", block.argument.spot, f"kind of {block.name}", block.argument.value, allowed)
        return allowed[0]
    return block.argument.value


def _asked(desk: Desk, tree: Tree, kind: str) -> tuple[tuple[Prose, ...], tuple[Read, ...]]:
    """The prose that asks, and the options; the last list of the wanted kind holds them."""
    wanted = "ordered" if kind == "order" else "bullet"
    ask: list[Prose] = []
    read: tuple[Read, ...] = ()
    runs = [child for child in tree.children if isinstance(child, Run)]
    for place, run in enumerate(runs):
        found = find_list(run.tokens, wanted) if place == _last_with(runs, wanted) else None
        if found is None:
            ask.append(write_prose(desk, run.tokens))
            continue
        start, end = found
        if start:
            ask.append(write_prose(desk, run.tokens[:start]))
        read = read_options(desk, run.tokens[start:end])
        if end < len(run.tokens):
            ask.append(write_prose(desk, run.tokens[end:]))
    return tuple(ask), read


def _last_with(runs: list[Run], wanted: str) -> int:
    return max((place for place, run in enumerate(runs) if find_list(run.tokens, wanted)), default=-1)


def _behind(desk: Desk, tree: Tree, build: Build) -> tuple[tuple[str, ...], tuple[Block, ...]]:
    """Hints and reveals that stand inside the item."""
    hints: list[str] = []
    reveals: list[Block] = []
    for child in tree.children:
        if isinstance(child, Run) or child.block is None:
            continue
        with desk.hidden():
            if child.block.name == "hint":
                _ = item_of(desk, child.block, "for")
                # A hint is read before the answer, so it shows no computed number.
                with desk.drawing(desk.drawn, ()):
                    hints.append(_inside(desk, child.children))
            else:
                built = build(child)
                if built is not None:
                    reveals.append(built)
    return tuple(hints), tuple(reveals)


def _inside(desk: Desk, children: Iterable[Tree | Run]) -> str:
    return "".join(write_prose(desk, child.tokens).html for child in children if isinstance(child, Run)).strip()


def _graded(options: tuple[Option, ...], kind: str) -> object:
    if kind in ("text", "fields"):
        return ()
    return graded_hash(tuple((each.value, each.right, *each.when) for each in options))
