"""The control of a try: the lab takes each value that it offers and gives the fact there; the change is one of them.
It refuses to compute what takes long; a page leaves out a value that fails only there.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from app.course.bench import Ran
from app.course.desk import Desk
from app.course.diagnostics import nearest, shown
from app.course.fields import as_number
from app.course.lab_calls import call, fact_of, is_setting, refusal
from app.course.presets import Pairs, merged
from app.course.vary import MOST_VALUES
from app.course.yaml_text import Text
from labs import BadParams, Lab, Params, as_text, describe, parse

QUICK_S: Final = 0.1


@dataclass(frozen=True)
class Control:
    """What is moved, over the settings of the baseline, and the fact that is told of each value."""

    lab: Lab
    base: Pairs
    vary: Text
    values: tuple[Text, ...]
    fact: Text

    def pairs(self, value: Text) -> Pairs:
        return merged(self.base, ((self.vary, value),))


@dataclass(frozen=True)
class Ends:
    """The moved setting before the change and after it, where the author wrote them."""

    base: Text | None
    to: Text | None


def check_control(desk: Desk, control: Control, ends: Ends, base: Ran | None) -> tuple[str, ...]:
    """The values as the lab writes them, without those that it refuses; each of these is a finding."""
    if len(control.values) > MOST_VALUES:
        message = f'"values" has {len(control.values)} values; {MOST_VALUES} are allowed.'
        desk.findings.add("E011", control.values[MOST_VALUES].spot, message)
        return ()
    if not is_setting(control.lab, control.vary, desk.findings):
        return ()
    offered: list[str] = []
    for value in control.values:
        params = _read(desk, control, value, base is not None)
        if params is None:
            continue
        offered.append(as_text(getattr(params, control.vary.value)))
        if base is not None and control.fact.value in base.result.facts and _is_quick(control.lab, params):
            ran = call(desk.bench, control.lab, control.pairs(value), value.spot, desk.findings)
            _ = ran and fact_of(ran, control.fact.value, value.spot, desk.findings)
    if len(offered) == len(control.values):
        _check_ends(desk, control, ends, offered)
    return tuple(offered)


def _read(desk: Desk, control: Control, value: Text, is_base_good: bool) -> Params | None:
    """The settings at this value; whatever the lab refuses beside a good baseline is told at the value."""
    specs = {spec.name: spec for spec in describe(control.lab)}
    try:
        return parse(
            control.lab,
            [(name.value, text.value.strip()) for name, text in control.pairs(value) if name.value in specs],
        )
    except BadParams as bad:
        for error in bad.errors:
            is_own = error.name == control.vary.value
            if is_own or is_base_good:
                said = refusal(specs[error.name] if is_own else None, value, error.message)
                desk.findings.add("E062", value.spot, said)
        return None


def _is_quick(lab: Lab, params: Params) -> bool:
    return (lab.takes(params) if lab.takes else lab.seconds) <= QUICK_S


def _check_ends(desk: Desk, control: Control, ends: Ends, offered: list[str]) -> None:
    """A learner must be able to go to the value that was asked about, and back to the one before."""
    named = ((f"The baseline has {control.vary.value}", ends.base), ('"to" is', ends.to))
    for what, text in [(what, text) for what, text in named if text is not None]:
        params = _read(desk, control, text, True)
        value = as_text(getattr(params, control.vary.value)) if params else offered[0]
        if value not in offered:
            near = _near(value, offered)
            hint = f" Did you mean {near}?" if near else ""
            message = f"{what} {shown(text.value)}, and the control offers {', '.join(offered)}.{hint}"
            add = f'Write one of these, or add {shown(text.value)} to "values".'
            desk.findings.add("E071", text.spot, f"{message} {add}", suggestion=near, fix=near)


def _near(value: str, offered: list[str]) -> str | None:
    number = as_number(value)
    numbers = {text: found for text in offered if (found := as_number(text)) is not None}
    if number is None or not numbers:
        return nearest(value, offered)
    wanted: Decimal = number
    return min(numbers, key=lambda text: abs(numbers[text] - wanted))
