"""Back and Next of a result: the addresses one step earlier and one step later.
It refuses to know what a step is; a lab says which settings are gone through."""

from dataclasses import dataclass, replace
from decimal import Decimal

from app.web.fields import Field, slider
from labs import BadParams, Lab, Params, Result, as_text, parse, query, settings


@dataclass(frozen=True)
class Steps:
    """The neighbours of the current value of a setting: queries, None where there is no further step; `here` is the
    current value, the end where it lies beyond."""

    name: str
    label: str
    back: str | None
    back_value: str
    forward: str | None
    forward_value: str
    here: str


def steps(lab: Lab, params: Params, result: Result) -> tuple[Steps, ...]:
    """The settings of this view that are gone through, in declared order."""
    if not lab.walks:
        return ()
    texts = {spec.name: as_text(value) for spec, value in settings(params)}
    switch = next((spec for spec, _ in settings(params) if spec.switch), None)
    at = texts[switch.name] if switch else ""
    found = []
    for spec, value in settings(params):
        walk = lab.walks.get(spec.name)
        if walk is None or not spec.is_asked_at(at) or not isinstance(value, int):
            continue
        last = result.facts[walk.last].value if walk.last in result.facts else None
        here = min(value, last) if isinstance(last, int) else value
        earlier, later = here - walk.size, here + walk.size
        is_end = isinstance(last, int) and here >= last
        found.append(
            Steps(
                spec.name,
                spec.label,
                _query(lab, texts, spec.name, max(earlier, int(spec.low))) if here > spec.low else None,
                str(max(earlier, int(spec.low))),
                None if is_end else _query(lab, texts, spec.name, later),
                str(later),
                str(here),
            )
        )
    return tuple(found)


def up_to_the_end(field: Field, lab: Lab, result: Result) -> Field:
    """A field that is gone through, with its bounds and its slider ending where the run of this result ends."""
    walk = lab.walks.get(field.spec.name)
    last = result.facts[walk.last].value if walk and walk.last in result.facts else None
    if not isinstance(last, int) or field.error:
        return field
    spec = replace(field.spec, high=Decimal(last), stops=tuple(each for each in range(int(field.spec.low), last + 1)))
    text = str(last) if Decimal(field.text or last) > last else field.text
    return replace(field, spec=spec, text=text, slider=slider(spec, text))


def _query(lab: Lab, texts: dict[str, str], name: str, value: int) -> str | None:
    moved = [(each, str(value) if each == name else text) for each, text in texts.items() if text or each == name]
    try:
        return query(parse(lab, moved))
    except BadParams:
        return None
