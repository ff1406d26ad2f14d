"""The release note of a lesson: its pieces, one press that runs and keeps a result, one that runs all again, exports.
It refuses to show anybody's note but that of the learner at the page."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Flask, Response, abort, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from app.course.lesson import Evidence as EvidenceBlock
from app.course.lesson import Lesson, Screen
from app.release.again import Again, run_again
from app.release.export import as_json, as_markdown
from app.release.kept import BadAddress, new_evidence, read_address
from app.release.note import Note, Piece, when
from app.store import Evidence, NewEvidence, evidence_of, record_evidence
from app.web.learner import current_learner, ensure_learner, get_store, refuse_unread
from app.web.lessons import find_lesson, learner_states
from app.web.pieces import evidence_block, not_counted, note_of
from app.web.private import private, private_page
from app.web.runs import run_afresh, run_lab
from app.web.tries import Tries
from labs import BadParams

PRESSES, PRESS_SECONDS = 30, 3600.0
# A page computes for 2 s at most.
PAGE_SECONDS = 2.0
TOO_OFTEN = "All results were run again often in the last hour. They are kept; wait an hour, then press again."


@dataclass(frozen=True)
class Refusal:
    """An address that was not kept: for which piece, as typed, and why."""

    place: int
    typed: str
    problem: str


def register(app: Flask) -> None:
    app.add_url_rule("/evidence/<lesson>", "evidence", note_page)
    app.add_url_rule("/evidence/<lesson>.md", "evidence_markdown", markdown)
    app.add_url_rule("/evidence/<lesson>.json", "evidence_json", json_form)
    app.add_url_rule("/evidence/<lesson>/keep", "keep_evidence", keep_evidence, methods=["POST"])
    app.extensions["evidence_presses"] = Tries(PRESSES, PRESS_SECONDS)
    app.jinja_env.globals["when"] = when
    app.jinja_env.globals["has_note"] = lambda lesson: evidence_block(lesson) is not None


def note_page(lesson: str) -> ResponseReturnValue:
    found, note = _own_note(lesson)
    kept = [each.kept for each in note.pieces if each.kept]
    now = _within_a_page(kept, request.args.get("again", ""))
    if not now:
        return _page(found, note)
    if not _may_press():
        refusal = private_page("error.html", 429, title="Please wait", words=TOO_OFTEN, ways=[])
        refusal.headers["Retry-After"] = str(int(PRESS_SECONDS))
        return refusal
    return _page(found, note, again={each.seq: run_again(each, run_afresh) for each in now})


def _within_a_page(kept: Sequence[Evidence], asked: str) -> list[Evidence]:
    """What one press runs: the one result that is asked for, else from the first as many as a page may compute."""
    chosen: list[Evidence] = []
    left = PAGE_SECONDS
    for each in kept:
        if asked not in ("yes", str(each.seq)):
            continue
        left -= _seconds(each)
        if left < 0 and chosen:
            break
        chosen.append(each)
    return chosen


def _seconds(kept: Evidence) -> float:
    """The work of running it again, by the lab's own estimate; what cannot be read takes none."""
    try:
        lab, params = read_address(kept.address)
    except (BadAddress, BadParams):
        return 0.0
    return lab.takes(params) if lab.takes else lab.seconds


def keep_evidence(lesson: str) -> ResponseReturnValue:
    """Run the piece's result, or the one at a typed address, and keep it."""
    found, note = _own_note(lesson)
    text = request.form.get("piece", "")
    piece = note.piece(int(text)) if text.isdecimal() and text.isascii() and len(text) < 4 else None
    if piece is None or not piece.run:
        return abort(400, "The release note has no such piece to run now; open it again and press there.")
    typed = request.form.get("address", "").strip() if piece.kind == "simulation" else ""
    try:
        new = _run(found, piece, typed or piece.run)
        _refuse_uncounted(found, new)
    except BadAddress as bad:
        return _page(found, note, 422, refused=Refusal(int(text), typed[:4000], str(bad)))
    learner = ensure_learner()
    if piece.kept is None or _is_other(piece.kept, new):
        record_evidence(get_store(), learner.id, new)
    return redirect(url_for("evidence", lesson=found.id, _anchor=f"piece-{text}"), 303)


def markdown(lesson: str) -> Response:
    _, note = _own_note(lesson)
    return _file(as_markdown(note, get_store().clock()), "text/markdown; charset=utf-8", "release-note.md")


def json_form(lesson: str) -> Response:
    _, note = _own_note(lesson)
    return _file(as_json(note, get_store().clock()), "application/json", "release-note.json")


def find_note(lesson: str) -> tuple[Lesson, Screen, EvidenceBlock]:
    found = find_lesson(lesson)
    place = evidence_block(found)
    if place is None:
        abort(404, f'The lesson "{found.title}" has no release note.')
    return found, *place


def _own_note(lesson: str) -> tuple[Lesson, Note]:
    found, screen, block = find_note(lesson)
    refuse_unread()
    learner = current_learner()
    kept = evidence_of(get_store(), learner.id, found.id) if learner else ()
    return found, note_of(found, screen, block, learner_states(), kept)


def _run(lesson: Lesson, piece: Piece, address: str) -> NewEvidence:
    """The evidence that a run of this address is. Raises BadAddress."""
    lab, params = read_address(address)
    asked = read_address(piece.run)[0]
    if asked.slug != lab.slug:
        raise BadAddress(f'This piece is a result of "{asked.title}", and the address is one of "{lab.title}".')
    try:
        return new_evidence(lesson.id, piece.kind, lab, params, run_lab(lab.slug, params))
    except BadParams as bad:
        raise BadAddress(" ".join(error.message for error in bad.errors)) from bad


def _refuse_uncounted(lesson: Lesson, new: NewEvidence) -> None:
    """Raises BadAddress for a result that is not what the lesson asks for."""
    place = evidence_block(lesson)
    refusal = not_counted(place[1], new.kind, new) if place else ""
    if refusal:
        raise BadAddress(f"It was run, and {refusal}")


def _is_other(kept: Evidence, new: NewEvidence) -> bool:
    return (kept.address, kept.digest, kept.version) != (new.address, new.digest, new.version)


def _page(
    lesson: Lesson, note: Note, status: int = 200, again: dict[int, Again] | None = None, refused: Refusal | None = None
) -> Response:
    return private_page(
        "release_note.html",
        status,
        lesson=lesson,
        note=note,
        again=again or {},
        refused=refused,
        labs={each.run: read_address(each.run)[0].title for each in note.pieces if each.run},
    )


def _file(text: str, content_type: str, name: str) -> Response:
    response = private(Response(text, content_type=content_type))
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _may_press() -> bool:
    """Each press computes for seconds, so a learner has a number of them an hour."""
    presses: Tries = current_app.extensions["evidence_presses"]
    learner = current_learner()
    return presses.may(learner.id if learner else None)
