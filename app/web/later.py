"""What a second answer to a prediction is told: the first one counts, whichever tab or page the later one came from.
It refuses to judge either."""

from app.course.given import Given
from app.course.items import Predict, Try
from app.store import Attempt
from app.web.item_states import ANSWER, given_of
from app.web.sitting import Sitting
from app.web.told import told_of


def first_counts(sitting: Sitting, block: Predict | Try) -> str:
    """A sentence when something else was sent after the first answer or skip; empty otherwise."""
    sent = [each for each in sitting.states.of(block.item.id).attempts if each.kind == ANSWER]
    others = [each for each in sent[1:] if (each.answer, each.skipped) != (sent[0].answer, sent[0].skipped)]
    if not others:
        return ""
    what = "Your skip came first and" if sent[0].skipped else "This was said first and"
    return f"{what} counts; {_words(block, others[-1])} was sent later and changes nothing."


def _words(block: Predict | Try, attempt: Attempt) -> str:
    if attempt.skipped:
        return "a skip"
    given: Given = given_of(attempt)
    told = told_of(block, given)
    return f'"{told.words}"' if told and told.words else "another choice"
