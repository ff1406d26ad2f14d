"""Which pieces of a lesson's release evidence a learner has, from the stored answers and the results that were kept.
It refuses to run a lab and to know pages."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.course.contract import contract_words
from app.course.fallbacks import no_fallback
from app.course.given import Given, one
from app.course.items import Checkpoint, Predict, Question, Try
from app.course.lesson import Block, Code, LabBlock, Lesson, Rubric, Screen
from app.course.lesson import Evidence as EvidenceBlock
from app.course.outline import holder_of, item_ids
from app.course.plain import plain
from app.course.said import STOP_FIELDS, is_sentence, stop_lacks
from app.release.counts import holds_for
from app.release.kept import Kept
from app.release.note import Note, Piece, when
from app.store import Attempt, Evidence
from app.web.item_states import ANSWER, ItemState, States, given_of
from app.web.rounds import round_at, rounds

# The kinds that a run of a lab gives; the others are answers.
RUN_KINDS = ("code", "simulation")
UNANSWERED = "not answered yet"


def evidence_block(lesson: Lesson) -> tuple[Screen, EvidenceBlock] | None:
    """The release note of the lesson with its screen; None when it has none."""
    for screen in lesson.screens:
        for block in screen.blocks:
            if isinstance(block, EvidenceBlock):
                return screen, block
    return None


def note_of(lesson: Lesson, screen: Screen, block: EvidenceBlock, states: States, kept: Sequence[Evidence]) -> Note:
    """The note as it stands; `kept` is the learner's evidence for this lesson, oldest first."""
    given = given_of(states.of(block.item.id).latest())
    release, fallback, words = (one(given, name) for name in ("release", "fallback", "note"))
    here = (_way(lesson, screen), screen.title)
    pieces = []
    for kind, source, says in block.lines:
        if source:
            found = _counted(block, _piece(lesson, kind, source, plain(says), states, kept))
            other = dict(block.fresh).get(source)
            pieces.append(_fresh(lesson, found, other, states, kept) if other and not found.is_present else found)
        else:
            pieces.append(replace(_fallback(lesson, block, given, states), says=plain(says)))
    against = contract_words(block, release)
    return Note(
        lesson.id,
        lesson.title,
        lesson.version,
        block.item.id,
        here[0],
        tuple(pieces),
        release,
        fallback,
        words,
        against,
    )


def _fallback(lesson: Lesson, block: EvidenceBlock, given: Given, states: States) -> Piece:
    """Present with one release to fall back to, a reason in words, and the stop that the learner wrote."""
    release, fallback, words = (one(given, name) for name in ("release", "fallback", "note"))
    note = holder_of(lesson, block.item.id)
    stop = holder_of(lesson, block.stop) if block.stop else None
    way, stop_way = (((_way(lesson, each[0]), each[0].title) if each else ("", "")) for each in (note, stop))
    if not fallback:
        return Piece("fallback", "", False, "no release is named yet", *way)
    wrong = no_fallback(block, release, fallback)
    if wrong:
        return Piece("fallback", "", False, wrong, *way)
    if not is_sentence(words):
        return Piece("fallback", "", False, f"{fallback}; the note gives no reason in words yet", *way, is_begun=True)
    if stop is None:
        return Piece("fallback", "", True, fallback, *way)
    written = {name: one(given_of(states.of(block.stop).latest()), name) for name in STOP_FIELDS}
    lacks = stop_lacks(written)
    if lacks:
        state = f"{fallback}; the stop does not say yet {', '.join(lacks)}"
        return Piece("fallback", "", False, state, *stop_way, is_begun=True)
    return Piece("fallback", "", True, f"{fallback}; stop: {written['stop']}; owner: {written['owner']}", *way)


def _counted(block: EvidenceBlock, piece: Piece) -> Piece:
    """The piece, only begun when what was kept for it is not what the lesson asks for."""
    refusal = not_counted(block, piece.kind, piece.kept) if piece.kept else ""
    return replace(piece, is_present=False, is_begun=True, state=f"{piece.state}; {refusal}") if refusal else piece


def not_counted(block: EvidenceBlock, kind: str, kept: Kept) -> str:
    """Why a kept result is no evidence of its kind here, in words; empty when it is one."""
    for asked in block.asked:
        if asked.kind == kind and not any(holds_for(kept, way) for way in asked.ways):
            return f"it does not count: {asked.words}"
    return ""


def _fresh(lesson: Lesson, first: Piece, other: str, states: States, kept: Sequence[Evidence]) -> Piece:
    """The same evidence by an item with numbers of its own; how the first one stands is said until that is right."""
    found = _piece(lesson, first.kind, other, first.says, states, kept)
    if found.is_present or first.state == UNANSWERED:
        return found if found.is_present else first
    return replace(found, state=f"{first.state}; with fresh numbers: {found.state}")


def _piece(lesson: Lesson, kind: str, source: str, says: str, states: States, kept: Sequence[Evidence]) -> Piece:
    found = holder_of(lesson, source)
    screen = found[0] if found else lesson.screen(source)
    way = (_way(lesson, screen), screen.title) if screen else ("", "")
    block = found[1] if found else None
    if kind in RUN_KINDS:
        if isinstance(block, Try) and not states.of(block.item.id).is_open:
            # Its run is the answer to a prediction that is still open.
            return Piece(kind, says, False, "not predicted yet", *way)
        return _run_piece(kind, says, way, block, kept)
    if isinstance(block, Checkpoint):
        is_begun = any(is_answered(states.of(each.item.id)) for each in block.questions)
        return Piece(kind, says, *_checkpoint(block, states), *way, is_begun=is_begun)
    if isinstance(block, Rubric):
        return Piece(
            kind, says, *_rubric(block, states.of(block.item.id)), *way, is_begun=is_answered(states.of(block.item.id))
        )
    if block is not None and hasattr(block, "item"):
        return Piece(kind, says, *_answered(block, states), *way)
    ids = item_ids(screen) if screen else ()
    done = sum(is_answered(states.of(id)) for id in ids)
    state = f"{done} of {len(ids)} answered"
    return Piece(kind, says, bool(ids) and done == len(ids), state, *way, is_begun=done > 0)


def _run_piece(kind: str, says: str, way: tuple[str, str], block: Block | None, kept: Sequence[Evidence]) -> Piece:
    run = ""
    if isinstance(block, Code):
        run = block.promotion
    elif isinstance(block, LabBlock):
        run = block.run.address
    elif isinstance(block, Try):
        run = block.changed.address
    slug = run.partition("?")[0]
    newest = next((each for each in reversed(kept) if each.kind == kind and each.address.startswith(slug)), None)
    if newest is not None:
        return Piece(kind, says, True, f"kept {when(newest.at)}", *way, run, newest)
    state = "not run yet" if run else "the lesson names no lab run for it"
    return Piece(kind, says, False, state, *way, run)


def _checkpoint(block: Checkpoint, states: States) -> tuple[bool, str]:
    """Whether a round of it was passed, and the best round in words."""
    best = max(rounds(block, states), key=lambda each: (each.is_passed, each.right), default=round_at(block, states, 0))
    return best.is_passed, f"{best.right} of {best.counted} right; {best.needed} right are a pass"


def _answered(block: Block, states: States) -> tuple[bool, str]:
    """Whether an item is answered, or answered rightly where it is graded, and how far it is in words."""
    state = states.of(block.item.id)  # type: ignore[union-attr]
    answers = [each for each in state.attempts if each.kind == ANSWER and not each.skipped]
    if not answers:
        return False, "skipped" if state.is_open else UNANSWERED
    if isinstance(block, Question | Predict | Try) and answers[-1].score is not None:
        right = next((each for each in _unseen(state) if each.score == 1), None)
        if right is None:
            return False, _not_right(answers)
        return True, f"right, {when(right.at)}{_typed(given_of(right))}"
    return True, f"written, {when(answers[-1].at)}"


def _unseen(state: ItemState) -> Iterator[Attempt]:
    """The answers that were given before the right one was shown: the first to each drawing of numbers."""
    seen: set[int | None] = set()
    for each in state.attempts:
        if each.kind == ANSWER and each.draw_seed not in seen:
            seen.add(each.draw_seed)
            yield each


def _not_right(answers: Sequence[Attempt]) -> str:
    if answers[-1].score == 1:
        return "right only after the answer was shown, so it does not count"
    return f"answered {len(answers)} times, not right yet" if len(answers) > 1 else "answered, not right"


def _typed(given: Given) -> str:
    text = one(given, "value")[:40]
    return f": you typed {text}" if text else ""


def is_answered(state: ItemState) -> bool:
    """Whether something was given and not skipped."""
    return any(each.kind == ANSWER and not each.skipped for each in state.attempts)


def _rubric(block: Rubric, state: ItemState) -> tuple[bool, str]:
    """Whether it shows anything: no row is missing, and one is ready. What stands in the way is named."""
    answers = [each for each in state.attempts if each.kind == ANSWER and not each.skipped]
    if not answers:
        return False, "skipped" if state.is_open else UNANSWERED
    given = given_of(answers[-1])
    chosen = [(plain(row.row), one(given, f"row-{place}")) for place, row in enumerate(block.rows)]
    ready = sum(word == "ready" for _, word in chosen)
    rest = "; ".join(f"{name}: {word or 'not marked'}" for name, word in chosen if word != "ready")
    said = f"{ready} of {len(chosen)} rows are ready" + (f" ({rest})" if rest else "")
    is_present = ready > 0 and all(word in ("partial", "ready") for _, word in chosen)
    return is_present, said if is_present else f"{said}; it counts once no row is missing and one is ready"


def _way(lesson: Lesson, screen: Screen) -> str:
    return f"/lessons/{lesson.id}/{screen.id}"
