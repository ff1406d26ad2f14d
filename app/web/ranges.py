"""The page on the learner's ranges: how many held the outcome, in a sentence, a picture and a table.
It refuses to judge; app/practice/calibration.py does."""

from collections.abc import Iterable

from flask import Flask, Response, abort
from flask.typing import ResponseReturnValue

from app.course.given import Given, Refused, interval_in, one
from app.course.items import Predict, Try
from app.course.outline import Place
from app.course.verdicts import answer_words, inside, range_words
from app.practice import calibration
from app.store import Attempt, first_of_items
from app.web.course import get_shelf
from app.web.item_states import ANSWER, given_of
from app.web.own import own_attempts
from app.web.private import private, private_page
from app.web.result import show_figure, show_table
from labs import table_csv

GONE = "an item that the course no longer has"
CHANGED = "changed since"


def register(app: Flask) -> None:
    app.add_url_rule("/ranges", "ranges", ranges)
    app.add_url_rule("/ranges.csv", "ranges_csv", ranges_csv)


def ranges() -> ResponseReturnValue:
    given = ranges_of(own_attempts())
    if not given:
        return private_page("ranges.html", says=calibration.sentence(given), figure=None, table=None)
    result = calibration.result(given)
    figure, table = result.figures[0], result.tables[0]
    shown = show_table(table, result, ())
    return private_page("ranges.html", says=result.says, figure=show_figure(figure, result), table=shown)


def ranges_csv() -> ResponseReturnValue:
    given = ranges_of(own_attempts())
    if not given:
        return abort(404, calibration.sentence(given))
    response = private(Response(table_csv(calibration.result(given).tables[0]), content_type="text/csv; charset=utf-8"))
    response.headers["Content-Disposition"] = 'attachment; filename="ranges.csv"'
    return response


def ranges_of(attempts: Iterable[Attempt]) -> list[calibration.Given]:
    """The first range of each item, in the order in which they were given; skips and single numbers are none."""
    answers = [each for each in attempts if each.kind == ANSWER]
    firsts = sorted(first_of_items(answers).values(), key=lambda each: each.seq)
    found = []
    for attempt in firsts:
        given = given_of(attempt)
        if not attempt.skipped and attempt.score is not None and {"low", "high"} <= given.keys():
            found.append(_told(attempt, given, get_shelf().places.get(attempt.item_id)))
    return found


def _told(attempt: Attempt, given: Given, place: Place | None) -> calibration.Given:
    """The range in words; the mark is that of the answer, whatever became of the item since."""
    held = attempt.score == 1
    typed = f"{one(given, 'low')} to {one(given, 'high')}"
    if place is None or not isinstance(place.block, Try | Predict) or place.block.answer is None:
        return calibration.Given(GONE, typed, CHANGED, held)
    where, answer = place.screen.title, place.block.answer
    try:
        low, high = interval_in(given, answer.unit)
    except Refused:
        return calibration.Given(where, typed, CHANGED, held)
    said = f"{range_words(low, high)} {answer.unit}".strip()
    if attempt.item_version != place.block.item.version or inside(low, high, answer) != held:
        return calibration.Given(where, said, CHANGED, held)
    missed = "" if held else "above" if answer.value > high else "below"
    return calibration.Given(where, said, answer_words(answer), held, missed)
