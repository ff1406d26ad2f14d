"""A screen as views, block by block, in reading order; what hangs on an answer is left out until it is there.
It refuses to know templates and requests."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flask import url_for

from app.course.items import Checkpoint, Predict, Prose, Question, Try
from app.course.lesson import (
    Block,
    Code,
    Evidence,
    FailureMode,
    Hint,
    LabBlock,
    Note,
    Reveal,
    Rubric,
    Symbols,
    Term,
)
from app.course.outline import holder_of
from app.course.plain import plain
from app.web.item_views import panel_view, predict_view
from app.web.lesson_results import lab_view
from app.web.markup import fit
from app.web.pieces import RUN_KINDS, note_of
from app.web.question_views import again_address, question_now, question_view
from app.web.rounds import count_words, passed_round, round_at, round_words
from app.web.sitting import Sitting
from app.web.told import prediction_of
from app.web.try_views import try_item, try_view
from app.web.views import View


def screen_views(sitting: Sitting) -> tuple[View, ...]:
    """All blocks of the sitting's screen."""
    return views_of(sitting, sitting.screen.blocks, sitting.screen.id)


def views_of(sitting: Sitting, blocks: tuple[Block, ...], place: str) -> tuple[View, ...]:
    """`place` begins the ids of blocks that have none of their own."""
    return tuple(VIEWS[type(block)](sitting, block, f"{place}-{number}") for number, block in enumerate(blocks))


def _prose(sitting: Sitting, block: Prose, place: str) -> View:
    return View("prose", more=fit(block.html, below=2 if sitting.is_paper else 1))


def _question(sitting: Sitting, block: Question, place: str, count: str = "") -> View:
    question = question_now(sitting, block)
    item = question_view(sitting, block, question, count)
    return View("question", id=block.item.id, item=item, after=_reveals(sitting, question.reveals, block.item.id))


def _predict(sitting: Sitting, block: Predict, place: str) -> View:
    id = block.item.id
    after = _reveals(replace(sitting, said=prediction_of(block, sitting.given(id))), block.reveals, id)
    return View("predict", id=id, item=predict_view(sitting, block), after=after)


def _reveals(sitting: Sitting, reveals: tuple[Block, ...], id: str) -> tuple[View, ...]:
    if not sitting.state(id).is_open:
        return ()
    blocks = tuple(each for reveal in reveals for each in (reveal.blocks if isinstance(reveal, Reveal) else (reveal,)))
    return views_of(sitting, blocks, f"{id}-after")


def _try(sitting: Sitting, block: Try, place: str) -> View:
    return View("try", id=block.item.id, item=try_item(sitting, block), more=try_view(sitting, block))


def _checkpoint(sitting: Sitting, block: Checkpoint, place: str) -> View:
    turn = sitting.turns[block.questions[0].item.id]
    now = round_at(block, sitting.states, turn)
    said = round_words(now, passed_round(block, sitting.states))
    views = (_question(sitting, each, place, count_words(now)) for each in block.questions)
    inside = tuple(_numbered(view, number) for number, view in enumerate(views, 1))
    prose = fit("".join(each.html for each in block.prose))
    again = again_address(sitting, block.item.id) if now.is_closed else ""
    return View("checkpoint", id=block.item.id, inside=inside, more={"prose": prose, "said": said, "again": again})


def _numbered(view: View, number: int) -> View:
    """Two questions of a checkpoint may ask in the same words."""
    assert view.item is not None
    return replace(view, item=replace(view.item, heard=f"question {number}, {view.item.heard}"))


def _lab(sitting: Sitting, block: LabBlock, place: str) -> View:
    run, here = block.run, url_for("screen", lesson=sitting.lesson.id, screen=sitting.screen.id)
    view = lab_view(block.id, run.slug, run.params, block.controls, block.show, sitting.asked, sitting.said, here)
    return View("lab", block=block, id=block.id, more=view)


def _code(sitting: Sitting, block: Code, place: str) -> View:
    return View("code", block=block, id=block.id or place, inside=views_of(sitting, block.notice, place))


def _symbols(sitting: Sitting, block: Symbols, place: str) -> View:
    return View("symbols", block=block, id=place)


def _rubric(sitting: Sitting, block: Rubric, place: str) -> View:
    given = sitting.given(block.item.id)
    rows = tuple(
        (row, plain(row.row), (given.get(f"row-{number}") or ("",))[0]) for number, row in enumerate(block.rows)
    )
    return View("rubric", id=block.item.id, item=panel_view(sitting, block), more=rows)


def _evidence(sitting: Sitting, block: Evidence, place: str) -> View:
    note = note_of(sitting.lesson, sitting.screen, block, sitting.states, ())
    lines = []
    for (kind, source, says), piece in zip(block.lines, note.pieces, strict=True):
        found = holder_of(sitting.lesson, source) if source else None
        screen = found[0] if found else sitting.lesson.screen(source)
        # Which results were kept is told on the note's own page.
        state = "" if kind in RUN_KINDS else piece.state
        lines.append({"kind": kind, "says": fit(says), "screen": screen, "state": state})
    return View("evidence", block=block, id=block.item.id, item=panel_view(sitting, block), more=tuple(lines))


def _failure(sitting: Sitting, block: FailureMode, place: str) -> View:
    item = panel_view(sitting, block)
    worked = None
    if item.is_open:
        names = ("detector", "owner", "mitigation", "stop")
        worked = tuple((name.capitalize(), fit(getattr(block, name))) for name in names)
    return View("failure", id=block.item.id, item=item, more=worked)


def _hint(sitting: Sitting, block: Hint, place: str) -> View:
    return View("hint", id=place, more=fit(block.html))


def _reveal(sitting: Sitting, block: Reveal, place: str) -> View:
    inside = views_of(sitting, block.blocks, place) if sitting.state(block.item).is_open else ()
    return View("reveal", id=place, inside=inside, more=block.item)


def _note(sitting: Sitting, block: Note, place: str) -> View:
    return View("note", id=place, inside=views_of(sitting, block.blocks, place), more=block.title)


def _term(sitting: Sitting, block: Term, place: str) -> View:
    return View("term", block=block, id=term_id(block.name))


def term_id(name: str) -> str:
    """The anchor of a term's definition."""
    return "term-" + "".join(each if each.isalnum() else "-" for each in name.casefold())


VIEWS: Mapping[type, Callable[[Sitting, Any, str], View]] = {
    Prose: _prose,
    Question: _question,
    Predict: _predict,
    Try: _try,
    Checkpoint: _checkpoint,
    LabBlock: _lab,
    Code: _code,
    Symbols: _symbols,
    Rubric: _rubric,
    Evidence: _evidence,
    FailureMode: _failure,
    Hint: _hint,
    Reveal: _reveal,
    Note: _note,
    Term: _term,
}
