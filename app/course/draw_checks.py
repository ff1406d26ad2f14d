"""Many draws of each family of a lesson, so that an author hears of a bad one before a learner meets it.
It refuses to read lessons; `servelab check` runs it, the server does not.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from app.course.bench import Bench, LabFailed
from app.course.diagnostics import Findings, Spot, shown
from app.course.draws import TURNS, Unfit, attempts, chosen, source
from app.course.items import Family, Question
from app.course.posing import pose
from app.course.workings import Uncomputed
from labs import BadParams

DRAWS: Final = 64


@dataclass
class Tally:
    """What many draws of one family came to; `right` counts for each option as written how often it was right."""

    bad: list[str] = field(default_factory=list)
    empty: int = 0
    made: int = 0
    right: dict[str, int] = field(default_factory=dict)
    led: set[str] = field(default_factory=set)


def check_draws(
    bench: Bench, questions: Mapping[str, Question], places: tuple[tuple[str, Spot], ...], findings: Findings
) -> None:
    """A finding for each family with a draw that makes no question, and for options that no draw, or every one, makes
    right."""
    for id, spot in places:
        question = questions.get(id)
        if question is None or question.family is None:
            continue
        tally = _tally(bench, question, question.family)
        if tally.bad:
            message = f"{len(tally.bad)} of {DRAWS} draws make no question. {tally.bad[0]}"
            findings.add("E049", spot, f"{message} Draw from other values, or leave these out by `only`.")
        elif tally.empty:
            message = (
                f"For {tally.empty} of {DRAWS} learners no draw of fifty lies inside `only`. Draw from other values."
            )
            findings.add("E049", spot, message)
        elif any(option.when for option in question.options):
            _check_decided(question, tally, spot, findings)


def _tally(bench: Bench, question: Question, family: Family) -> Tally:
    tally = Tally()
    for learner in range(DRAWS):
        seed = learner * TURNS
        for attempt, draw in enumerate(attempts(seed)):
            try:
                made = pose(bench, question, family, draw)
            except (Unfit, Uncomputed, BadParams, LabFailed) as problem:
                tally.bad.append(f"With {_told(family, seed, attempt)}: {shown(str(problem), 200)}.")
                break
            if made is not None:
                tally.made += 1
                for option in made[0].options:
                    tally.right[option.value] = tally.right.get(option.value, 0) + option.right
                    tally.led |= {*option.mistakes}
                break
        else:
            tally.empty += 1
    return tally


def _told(family: Family, seed: int, attempt: int) -> str:
    """The settings that were drawn, in words; of rows there are many."""
    if family.rows:
        return "these rows"
    drawn = {name for name, _ in family.draws}
    return ", ".join(f"{name} {text}" for name, text in chosen(family, source(seed, attempt)) if name in drawn)


def _check_decided(question: Question, tally: Tally, spot: Spot, findings: Findings) -> None:
    for slip in question.family.wrong if question.family else ():
        if slip.name not in tally.led:
            message = f'The mistake "{slip.name}" decides as the right number does in all {tally.made} draws.'
            findings.add("E051", spot, f"{message} Leave it out, or draw where it matters.")
    for option in question.options:
        times = tally.right.get(option.value, 0)
        if option.when and times in (0, tally.made):
            how = "never" if times == 0 else "always"
            message = f'The option "{shown(option.value)}" is {how} right in {tally.made} draws, so nothing is decided.'
            findings.add("E051", spot, message)
