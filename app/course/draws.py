"""Numbers drawn for one learner: settings by a stored seed, the prose with them in place, the answer from the engine.
It refuses to store seeds and to mark.
"""

import html
import random
import re
from collections.abc import Mapping
from typing import Final

from app.course.answers import fact_answer
from app.course.bench import Bench, Ran
from app.course.items import Answer, Family

DRAWN: Final = re.compile(r'<span class="drawn" data-drawn="([a-z][a-z0-9_]*)">[^<]*</span>')


def drawn(family: Family, seed: int) -> tuple[tuple[str, str], ...]:
    """All settings of one draw as text; the same family and seed give the same numbers on every machine."""
    source = random.Random(seed)
    return (*family.fixed, *((name, source.choice(values)) for name, values in family.draws))


def filled(markup: str, settings: Mapping[str, str]) -> str:
    """Compiled prose with the drawn numbers in place of their names."""
    return DRAWN.sub(lambda match: html.escape(settings.get(match[1], match[1])), markup)


def drawn_answer(bench: Bench, family: Family, seed: int) -> tuple[Ran, Answer | None]:
    """The run of one draw and its right answer; None where the fact is no number for these settings.

    Raises labs.BadParams or LabFailed for settings that the check could not try.
    """
    ran = bench.run(bench.lab(family.slug), drawn(family, seed))
    fact = ran.result.facts[family.fact]
    return ran, fact_answer(ran.address, fact, family.fact)
