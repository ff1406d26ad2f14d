"""Checks that need the whole lesson: pointers, minutes, objectives, terms, symbols, parts, length of screens.
It refuses to compare lessons with each other.
"""

import re
from typing import Final

from app.course.checkpoint_checks import missing_in
from app.course.desk import Desk
from app.course.diagnostics import Spot, did_you_mean, nearest, shown
from app.course.finder import Finder
from app.course.formulas import is_told
from app.course.front import Front
from app.course.items import Checkpoint
from app.course.lesson import Screen
from app.course.parts import PARTS, missing
from app.course.path import RULE, hour_minutes
from app.course.typed import check_typed

MAX_WORDS: Final = 120
ITEMS_AN_OBJECTIVE: Final = 3
CHECKPOINT_ITEMS: Final = 10
DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def check_lesson(
    desk: Desk, front: Front, screens: tuple[Screen, ...], ids: frozenset[str], anatomy: tuple[str, ...]
) -> int:
    """All checks of one lesson; its minutes come back."""
    _check_pointers(desk, ids)
    _check_objectives(desk, front, bool(anatomy))
    _check_terms(desk, front)
    _check_symbols(desk)
    _check_cutoff(desk, front.cutoff)
    check_typed(desk)
    for name in desk.runs.keys() - desk.used_runs:
        place = Finder(desk.source.lines, 1, len(desk.source.lines)).spot(f"{name}:")
        desk.findings.add("W124", place, f'The run "{shown(name)}" is named and never used. Use it or remove it.')
    if not screens:
        desk.findings.add("E100", front.spot, "A lesson has at least one screen: `::: screen {#id}` ... `:::`.")
    if anatomy and front.status != "draft" and "status" not in desk.unread:
        _check_anatomy(desk, front, screens, anatomy)
    return _minutes(desk, front, screens)


def _minutes(desk: Desk, front: Front, screens: tuple[Screen, ...]) -> int:
    computed = hour_minutes(screens)
    if front.minutes is not None and abs(front.minutes - computed) > max(2, computed // 10):
        message = f"minutes says {front.minutes}; computed ({RULE}) it is {computed}."
        desk.findings.add("W113", front.minutes_spot, message, fix=str(computed))
        return computed
    return front.minutes or computed


def _check_pointers(desk: Desk, ids: frozenset[str]) -> None:
    for pointer in desk.pointers:
        if pointer.id.value not in ids:
            near = nearest(pointer.id.value, ids)
            hint = f' Did you mean "{near}"?' if near else ""
            message = f'There is no block with the id "{shown(pointer.id.value)}", the {pointer.what}.{hint}'
            desk.findings.add(pointer.code, pointer.id.spot, message, suggestion=near)
    for link in desk.links:
        name = link.value.removeprefix("#")
        if link.value.startswith("#") and name not in ids:
            near = nearest(name, ids)
            message = f'There is no block with the id "{shown(name)}" in this lesson. {did_you_mean(name, sorted(ids))}'
            desk.findings.add("E096", link.spot, message, suggestion=near, fix=f"#{near}" if near else None)


def _check_objectives(desk: Desk, front: Front, is_full: bool) -> None:
    names = [name.value for name, _ in front.objectives]
    for item in desk.items if "objectives" not in desk.unread else ():
        if item.objective is not None and item.objective.value not in names:
            desk.findings.unknown("E120", item.objective.spot, "objective", item.objective.value, names)
    for name, _ in front.objectives:
        levels = [item.level for item in desk.items if item.objective and item.objective.value == name.value]
        if not levels:
            message = f'No item practises the objective "{shown(name.value)}". Write objective={name.value} at one.'
            desk.findings.add("W114", name.spot, message)
        elif is_full and (len(levels) < ITEMS_AN_OBJECTIVE or not {"recall", "apply", "transfer"} <= {*levels}):
            have = ", ".join(level or "no level" for level in levels)
            message = (
                f'"{shown(name.value)}" needs an item for recall, one to apply and one to transfer; it has {have}.'
            )
            desk.findings.add("W121", name.spot, message)


def _check_terms(desk: Desk, front: Front) -> None:
    listed = {text.value.casefold(): text for text in front.terms}
    for key, text in listed.items():
        if key not in desk.terms:
            message = (
                f'The term "{shown(text.value)}" is listed and never defined. Write `::: term {shown(text.value)}`.'
            )
            desk.findings.add("E117", text.spot, message)
    for key, (spot, screen) in desk.terms.items():
        if front.terms and key not in listed:
            near = nearest(key, listed)
            hint = f' Did you mean "{listed[near].value}"?' if near else ""
            message = f"This term is not listed under `terms` in the front matter.{hint}"
            desk.findings.add("W122", spot, message)
        _check_first_use(desk, key, spot, screen)


def _check_first_use(desk: Desk, key: str, defined: Spot, screen: int) -> None:
    """The first use may stand on the screen that defines the term, not on an earlier one."""
    pattern = re.compile(rf"(?<!\w){re.escape(key)}s?(?!\w)", re.IGNORECASE)
    for said in desk.said:
        match = pattern.search(said.text) if said.screen < screen else None
        if match:
            place = Finder(desk.source.lines, said.spot.line, said.spot.line + 20).spot(match[0])
            message = f'"{match[0]}" is used here and defined at line {defined.line}. Define it at its first use.'
            desk.findings.add("W116", place, message)
            return


def _check_symbols(desk: Desk) -> None:
    table = frozenset(desk.symbol_rows)
    told: set[str] = set()
    for symbol, spot in desk.symbols:
        if symbol not in told and not is_told(symbol, table):
            told.add(symbol)
            message = f'The symbol "{shown(symbol)}" is in no `::: symbols` of this lesson. Add a row with its meaning.'
            desk.findings.add("W093", spot, message)


def _check_cutoff(desk: Desk, cutoff: str) -> None:
    """A value that became known after the cutoff must not decide anything; days are compared when both are days."""
    for symbol, known in desk.known:
        if DAY.fullmatch(cutoff) and DAY.fullmatch(known.value) and known.value > cutoff:
            message = f'"{symbol}" is known at {known.value}, after the cutoff {cutoff}; use what was known by then.'
            desk.findings.add("E127", known.spot, message)


def _check_anatomy(desk: Desk, front: Front, screens: tuple[Screen, ...], anatomy: tuple[str, ...]) -> None:
    for part in missing(desk, bool(front.objectives), anatomy):
        message = f'The part "{part}" is missing: {PARTS[part]}.'
        desk.findings.add("W112", front.spot, message, suggestion=f"{{part={part}}}")
    for place, screen in enumerate(screens, start=1):
        # The questions of a checkpoint are read one by one, each with an answer before the next.
        is_read_whole = not any(isinstance(block, Checkpoint) for block in screen.blocks)
        if screen.in_hour and is_read_whole and screen.words > MAX_WORDS:
            first = next((said.spot for said in desk.said if said.screen == place), front.spot)
            message = f"This screen has {screen.words} words; {MAX_WORDS} are allowed. Split it, or write {{hour=no}}."
            desk.findings.add("W123", first, message)
    for words in missing_in(screens):
        desk.findings.add("W128", front.spot, f"The checkpoint lacks {words}.")
    questions = sum(item.kind == "question" and item.in_checkpoint for item in desk.items)
    if "checkpoint" in anatomy and "checkpoint" in desk.kinds and questions < CHECKPOINT_ITEMS:
        message = f"The checkpoints hold {questions} items; a full lesson has {CHECKPOINT_ITEMS}."
        desk.findings.add("W125", front.spot, message)
