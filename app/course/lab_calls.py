"""Settings written in a lesson, run through the bench; every refusal becomes a finding at the setting's place.
It refuses to know where in a lesson a lab is named.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl

from app.course.bench import Bench, LabFailed, Ran
from app.course.diagnostics import Findings, Spot, did_you_mean, nearest, shown
from app.course.yaml_text import Text
from labs import BadParams, Fact, Lab, Spec, UnknownLab, describe, number

FORMAT: Final = re.compile(r"(,?)(?:\.(\d))?([dfge%])")
REFERENCE: Final = re.compile(r"(?P<run>[^#:]+)#(?P<fact>[^#:]+)(?P<rest>(?::[^:]*)*)")
NUMBERS: Final[Mapping[str, str]] = {"whole": "a whole number", "decimal": "a number", "real": "a number"}


def find_lab(bench: Bench, slug: Text, findings: Findings) -> Lab | None:
    """The lab that a lesson names."""
    try:
        return bench.lab(slug.value)
    except UnknownLab:
        findings.unknown("E060", slug.spot, "lab", slug.value, bench.slugs())
        return None


def call(bench: Bench, lab: Lab, pairs: Iterable[tuple[Text, Text]], spot: Spot, findings: Findings) -> Ran | None:
    """The run of these settings; a finding for each that cannot be used."""
    given = list(pairs)
    places: dict[str, tuple[Text, Text]] = {}
    for name, value in given:
        places.setdefault(name.value, (name, value))
    specs = {spec.name: spec for spec in describe(lab)}
    unknown = [name for name, _ in given if not is_setting(lab, name, findings)]
    try:
        ran = bench.run(lab, [(name.value, value.value.strip()) for name, value in given if name.value in specs])
    except BadParams as bad:
        for error in bad.errors:
            refused = places[error.name][1] if error.name in places else None
            said = refusal(specs.get(error.name), refused, error.message)
            findings.add("E062", refused.spot if refused else spot, said)
        return None
    except LabFailed as failed:
        findings.add("E069", spot, f'Lab "{lab.slug}" cannot compute this: {shown(str(failed), 120)}.')
        return None
    return None if unknown else ran


def is_setting(lab: Lab, name: Text, findings: Findings) -> bool:
    """Whether the lab has a setting of this name; a finding when it has none."""
    names = [spec.name for spec in describe(lab)]
    if name.value in names:
        return True
    near = nearest(name.value, names)
    message = f'Lab "{lab.slug}" has no setting "{shown(name.value)}". {did_you_mean(name.value, names)}'
    findings.add("E061", name.spot, message, suggestion=near, fix=near)
    return False


def refusal(spec: Spec | None, value: Text | None, message: str) -> str:
    """What an author reads of a setting that the lab refuses: of a number its name, kind and range, else `message`."""
    if spec is None or value is None or spec.kind not in NUMBERS:
        return message
    text = value.value.strip()
    try:
        # float alone also takes 1_0 and blanks; those keep the lab's own sentence.
        inside = text.isascii() and "_" not in text and float(spec.low) <= float(text) <= float(spec.high)
    except ValueError:
        inside = False
    if inside:
        return message
    unit = f" {spec.unit}" if spec.unit else ""
    return (
        f'"{spec.name}" must be {NUMBERS[spec.kind]} from {spec.low:f} to {spec.high:f}{unit}; this is {shown(text)}.'
    )


def call_address(bench: Bench, address: Text, findings: Findings) -> Ran | None:
    """The run of `SLUG?name=value&name=value`."""
    slug, _, asked = address.value.partition("?")
    lab = find_lab(bench, Text(slug, address.spot.within(0, len(slug))), findings)
    if lab is None:
        return None
    pairs = []
    place = len(slug) + 1
    for part in asked.split("&") if asked else ():
        name = part.partition("=")[0]
        for key, value in parse_qsl(part, keep_blank_values=True, max_num_fields=4):
            where = address.spot.within(place + len(name) + 1, len(part) - len(name) - 1)
            pairs.append((Text(key, address.spot.within(place, len(name))), Text(value, where)))
        place += len(part) + 1
    return call(bench, lab, pairs, address.spot, findings)


def fact_of(ran: Ran, name: str, spot: Spot, findings: Findings) -> Fact | None:
    """The named fact of a run."""
    fact = ran.result.facts.get(name)
    if fact is None:
        near = nearest(name, ran.result.facts)
        message = f'Lab "{ran.lab.slug}" gives no fact "{shown(name)}" here. {did_you_mean(name, ran.result.facts)}'
        findings.add("E064", spot, message, suggestion=near, fix=near if spot.length == len(name) else None)
    return fact


@dataclass(frozen=True)
class Reference:
    """`RUN#FACT[:FORMAT][:n]` taken apart; `offset` is where the fact's name begins."""

    run: str
    fact: str
    format: str
    bare: bool
    offset: int


def read_reference(text: str, spot: Spot, findings: Findings) -> Reference | None:
    """The parts of a reference to a fact; None with a finding when it is not written as one."""
    match = REFERENCE.fullmatch(text.strip())
    marks = [part for part in match["rest"].split(":") if part] if match else []
    shape = [part for part in marks if part != "n"]
    if match is None or len(shape) > 1 or len(marks) > 2 or (shape and not FORMAT.fullmatch(shape[0])):
        message = f'"{shown(text)}" is no reference to a fact. Write RUN#FACT, RUN#FACT:.2f or RUN#FACT:n.'
        findings.add("E068", spot, message)
        return None
    return Reference(match["run"], match["fact"], shape[0] if shape else "", "n" in marks, len(match["run"]) + 1)


def written(fact: Fact, form: str = "") -> str:
    """The value of a fact as the lesson shows it, without its unit."""
    value = fact.value
    if value is None:
        return fact.absent
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if not form:
        return number(value, fact.places)
    match = FORMAT.fullmatch(form)
    places, kind = (match[2], match[3]) if match else (None, "g")
    if kind == "d":
        return f"{round(value):,d}"
    text = f"{value:,{'.' + places if places else ''}{kind}}"
    # Labs write a share as `98.8 %`; one page must not have two forms of it.
    return f"{text[:-1]}\u00a0%" if kind == "%" else text
