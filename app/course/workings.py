"""One draw worked out: the right number by a lab or a formula, and the number that each named mistake leads to.
It refuses to draw, and to know how a question asks for the number.
"""

import inspect
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final

from app.course.answers import fact_answer
from app.course.bench import Bench
from app.course.conditions import holds
from app.course.draws import Settings, Unfit, setting_words
from app.course.fields import WHOLE, as_number
from app.course.items import Answer, Family, Slip
from app.course.verdicts import answer_words
from labs import Fact, Formula

MOST_LIST: Final = 200
FLAGS: Final = {"yes": True, "no": False}


class Uncomputed(ValueError):
    """A formula or a mistake refused its arguments, or lacks one; the text names it and says why."""


@dataclass(frozen=True)
class Worked:
    """`values` are all numbers by name, `words` the same for prose (`name:n` without unit), `slips` wrong numbers."""

    settings: Settings
    address: str
    answer: Answer | None
    values: Mapping[str, Any]
    words: Mapping[str, str]
    slips: tuple[tuple[Slip, Answer], ...]


def work_out(bench: Bench, family: Family, settings: Settings) -> Worked:
    """The numbers of one draw. Raises labs.BadParams or LabFailed by the lab, Uncomputed, Unfit without an answer."""
    given = {name: as_value(text) for name, text in settings}
    facts, address = _facts(bench, family, settings, given)
    values: dict[str, Any] = {**{name: fact.value for name, fact in facts.items()}, **given}
    words: dict[str, str] = {}
    for name, fact in facts.items():
        words |= _both(name, fact_answer("", fact, name), str(fact.value))
    words |= {name: setting_words(text) for name, text in settings}
    answer = _answer(family, facts, address)
    if answer is None:
        if family.fact:
            raise Unfit("the answer is not defined")
        return Worked(settings, address, None, values, words | _written(bench, family, values), ())
    values["answer"] = values[family.fact]
    words = _both(family.fact, answer) | words | _both("answer", answer) | _written(bench, family, values)
    slips = tuple((slip, _slipped(bench, slip, answer, values)) for slip in family.wrong)
    for slip, wrong in slips:
        words |= _both(slip.name, wrong)
        values[slip.name] = wrong.value
    return Worked(settings, address, answer, values, words, slips)


def _written(bench: Bench, family: Family, values: Mapping[str, Any]) -> dict[str, str]:
    """The sums of the family, as they stand behind its answer. Raises Uncomputed."""
    written = {each.name: call_formula(bench.sums[each.by], values, dict(each.gives)) for each in family.sums}
    return written | {f"{name}:n": text for name, text in written.items()}


def as_value(text: str) -> Any:
    """A setting as a number, a list of numbers, or the text itself."""
    if "," in text:
        parts = [as_value(part) for part in text.split(",")[:MOST_LIST]]
        return text if any(isinstance(part, str) for part in parts) else parts
    if WHOLE.fullmatch(text) and len(text) < 16:
        return int(text)
    found = as_number(text)
    return text if found is None else float(found)


def call_formula(function: Formula, values: Mapping[str, Any], gives: Mapping[str, str]) -> Any:
    """The formula of these values, each argument by its own name or by the one that `gives` says. Raises Uncomputed."""
    given = {}
    for name, argument in inspect.signature(function).parameters.items():
        wanted = gives.get(name, name)
        typed = as_value(wanted)
        if wanted in values:
            given[name] = values[wanted]
        elif not isinstance(typed, str):
            given[name] = typed
        elif argument.default is argument.empty:
            raise Uncomputed(f'"{function.__name__}" needs {wanted}, which is neither set, drawn nor computed here')
    given = {name: FLAGS.get(value, value) if isinstance(value, str) else value for name, value in given.items()}
    if function.__name__.startswith("ledger"):
        given = {name: Decimal(str(value)) if isinstance(value, float) else value for name, value in given.items()}
    try:
        return function(**given)
    except (ValueError, TypeError, ArithmeticError) as problem:
        raise Uncomputed(f'"{function.__name__}" refuses these numbers: {problem}') from problem


def _facts(
    bench: Bench, family: Family, settings: Settings, values: Mapping[str, Any]
) -> tuple[Mapping[str, Fact], str]:
    """What a lab or a formula gives, by name, and the address of the run."""
    if family.slug:
        ran = bench.run(bench.lab(family.slug), settings)
        return {name: fact for name, fact in ran.result.facts.items() if fact.value is not None}, ran.address
    named = {family.fact: values[family.fact]} if family.fact in values else {}
    if family.formula:
        result = call_formula(bench.formulas[family.formula], values, {})
        named = result if isinstance(result, dict) else {family.fact: result}
    return {
        name: Fact(float(value) if isinstance(value, Decimal) else value, family.unit, name, places=family.places)
        for name, value in named.items()
        if isinstance(value, bool | int | float | str | Decimal)
        and not (isinstance(value, float) and not math.isfinite(value))
    }, ""


def _answer(family: Family, facts: Mapping[str, Fact], address: str) -> Answer | None:
    fact = facts.get(family.fact)
    if fact is None:
        return None
    places = fact.places if family.places is None else family.places
    answer = fact_answer(address, replace(fact, places=places), family.fact)
    if answer is None:
        return None
    if family.unit:
        answer = replace(answer, unit=family.unit)
    if not family.tolerance:
        return answer
    answer = replace(answer, places=family.places)
    number = Decimal(family.tolerance.removesuffix("%"))
    share = abs(answer.value) / 100 if family.tolerance.endswith("%") else 1
    return replace(answer, tolerance=number * share)


def _slipped(bench: Bench, slip: Slip, answer: Answer, values: Mapping[str, Any]) -> Answer:
    """What the mistake leads to, shown with as many places as the right number."""
    result = call_formula(bench.mistakes[slip.name], values, dict(slip.gives))
    return replace(answer, value=Decimal(str(result)), address="", fact="")


def is_usable(family: Family, worked: Worked) -> bool:
    """Whether the draw lies inside `only`. Raises Unfit where wrong numbers, as they are shown, are no different from
    the right one or from each other."""
    if not holds(family.only, worked.values):
        return False
    if worked.answer is not None:
        _check_apart(worked.answer, worked.slips)
    return True


def _check_apart(answer: Answer, slips: tuple[tuple[Slip, Answer], ...]) -> None:
    seen = {answer_words(answer): "the right number"}
    for slip, wrong in slips:
        words = answer_words(wrong)
        if words in seen or abs(wrong.value - answer.value) <= answer.tolerance:
            raise Unfit(f'the mistake "{slip.name}" gives {words}, as {seen.get(words, "the right number")} does')
        seen[words] = f'"{slip.name}"'


def _both(name: str, answer: Answer | None, otherwise: str = "") -> dict[str, str]:
    """The words for a name, with its unit and without."""
    if answer is None:
        plain = {"True": "yes", "False": "no"}.get(otherwise, otherwise)
        return {name: plain, f"{name}:n": plain}
    return {name: answer_words(answer), f"{name}:n": answer_words(replace(answer, unit=""))}
