"""Find the wrong calculator: each option is a draw with its result, and one result comes from a named mistake.
It refuses to know other kinds of options.
"""

import random
from collections.abc import Mapping
from dataclasses import replace

from app.course.bench import Bench
from app.course.draws import Settings, Unfit, chosen, filled, setting_words, with_words
from app.course.items import Answer, Family, Option, Question
from app.course.mistake_words import mistake_reason
from app.course.verdicts import answer_words
from app.course.workings import Worked, is_usable, work_out

MOST_ROWS = 6
TRIES_A_ROW = 8


def pose_rows(
    bench: Bench, question: Question, family: Family, draw: random.Random
) -> tuple[Question, Settings] | None:
    """The question with `rows` options in the form of its only one; the right choice is the row with the mistake.

    None when too few draws lie inside `only`. Raises Unfit where two rows cannot be told apart.
    """
    template = question.options[0]
    worked = _rows(bench, family, draw)
    if worked is None:
        return None
    place = draw.randrange(family.rows)
    slip, wrong = draw.choice(worked[place].slips)
    options = []
    for number, row in enumerate(worked):
        is_wrong = number == place
        told = wrong if is_wrong else row.answer
        if told is None:
            raise Unfit("there is no right number")
        reason = filled(template.reason, row.words) + (mistake_reason(slip.name) if is_wrong else "")
        shown = filled(template.html, {**row.words, **_result(told)})
        options.append(Option(shown, is_wrong, reason, f"{number}"))
    # Who makes a mistake in every row takes the row with it for the right one, so any other row for the wrong one.
    other = (place + 1) % family.rows
    options[other] = replace(options[other], mistakes=tuple(each.name for each in family.wrong))
    settings = tuple(pair for row in worked for pair in row.settings)
    made = with_words(question, {name: setting_words(text) for name, text in family.fixed})
    return replace(made, options=tuple(options), family=None), settings


def _rows(bench: Bench, family: Family, draw: random.Random) -> list[Worked] | None:
    found: list[Worked] = []
    for _ in range(family.rows * TRIES_A_ROW):
        settings = chosen(family, draw)
        if any(settings == each.settings for each in found):
            continue
        worked = work_out(bench, family, settings)
        if is_usable(family, worked):
            found.append(worked)
        if len(found) == family.rows:
            return found
    return None


def _result(told: Answer) -> Mapping[str, str]:
    return {"result": answer_words(told), "result:n": answer_words(replace(told, unit=""))}
