"""Block `try`, the loop: baseline, prediction about the changed value, control, comparison, reason, variation.
It refuses to show or to mark it.
"""

from dataclasses import dataclass
from typing import Final, Literal, cast

from app.course.answers import check_spoiled, number_of, read_item, with_version
from app.course.bench import Ran
from app.course.bounds import bounded, read_within
from app.course.desk import Desk
from app.course.diagnostics import Spot
from app.course.fields import Fields
from app.course.items import Answer, LabRun, Try, Variation, Within
from app.course.lab_calls import call, fact_of, find_lab
from app.course.presets import merged, preset_pairs
from app.course.prose import write_phrase, write_text
from app.course.scan import Block
from app.course.sweep_checks import Control, Ends, check_control
from app.course.yaml_text import Text
from labs import Lab

KEYS: Final = (
    *("lab", "preset", "params", "vary", "values", "to", "fact", "predict", "within", "interval", "sure"),
    "ghost",
    *("question", "why", "reason", "boxes", "variation"),
)
VARIATION_KEYS: Final = ("params", "to", "question")
Pairs = tuple[tuple[Text, Text], ...]


@dataclass(frozen=True)
class _Ask:
    """What is predicted: fact, kind, where it is named, and which numbers it could be."""

    fact: Text
    kind: str
    within: Within
    bounds: Text | None


def build_try(desk: Desk, block: Block, text: str) -> Try | None:
    node = desk.heads("try", text, Spot(block.line))
    fields = Fields(node, block.spot, '"try"', KEYS, desk.findings, node is None and bool(text.strip()))
    fields.require("lab", "vary", "values", "fact", "predict", "reason")
    item = read_item(desk, block)
    ask = write_text(desk, fields.text("question"))
    with desk.hidden():
        why, reason = write_text(desk, fields.text("why")), write_text(desk, fields.text("reason"))
        boxes = tuple(write_phrase(desk, each) for each in fields.texts("boxes"))
    slug = fields.text("lab")
    lab = find_lab(desk.bench, slug, desk.findings) if slug else None
    kind = cast(Literal["number", "direction"], fields.choice("predict", ("number", "direction"), "number"))
    fact, vary = fields.text("fact"), fields.text("vary")
    values = fields.texts("values")
    if lab is None or fact is None or vary is None or not values:
        return None
    params = fields.pairs("params")
    base_pairs = merged(preset_pairs(desk, lab, fields.text("preset")), params)
    base = call(desk.bench, lab, base_pairs, block.spot, desk.findings)
    to = fields.text("to") or values[-1]
    ends = Ends(next((text for name, text in params if name.value == vary.value), None), fields.text("to"))
    offered = check_control(desk, Control(lab, base_pairs, vary, values, fact), ends, base)
    changed = call(desk.bench, lab, merged(base_pairs, ((vary, to),)), to.spot, desk.findings) if base else None
    if base is None or changed is None:
        return None
    bounds = fields.text("within")
    about = _Ask(fact, kind, read_within(desk, bounds, kind), bounds)
    answer, direction = _outcome(desk, about, base, changed)
    check_spoiled(desk, answer if kind == "number" else None, block)
    variation = _variation(desk, fields, lab, base_pairs, vary, to, about)
    return Try(
        item=with_version(item, lab.slug, kind, fact.value, answer, direction),
        base=lab_run(base),
        changed=lab_run(changed),
        vary=vary.value,
        values=offered,
        fact=fact.value,
        kind=kind,
        answer=answer,
        direction=direction,
        interval=fields.choice("interval", ("yes", "no"), "no") == "yes",
        sure=fields.choice("sure", ("yes", "no"), "no") == "yes",
        ghost=fields.choice("ghost", ("yes", "no"), "no") == "yes",
        ask=ask,
        why=why,
        reason=reason,
        boxes=boxes,
        variation=variation,
    )


def lab_run(ran: Ran) -> LabRun:
    return LabRun(ran.lab.slug, ran.params, ran.address)


def _outcome(desk: Desk, ask: _Ask, base: Ran, changed: Ran) -> tuple[Answer | None, str]:
    """The fact after the change, and which way it went."""
    before = base.result.facts.get(ask.fact.value)
    after = fact_of(changed, ask.fact.value, ask.fact.spot, desk.findings)
    if after is None:
        return None, ""
    found = number_of(desk, changed.address, after, ask.fact.value, ask.fact.spot)
    answer = bounded(desk, found, ask.within, ask.bounds)
    first = before.value if before else None
    if answer is None or first is None or isinstance(first, str):
        return answer, ""
    if float(answer.value) == float(first):
        return answer, "same"
    return answer, "up" if float(answer.value) > float(first) else "down"


def _variation(
    desk: Desk, fields: Fields, lab: Lab, base_pairs: Pairs, vary: Text, to: Text, ask: _Ask
) -> Variation | None:
    node = fields.entries.get("variation")
    if node is None:
        return None
    own = Fields(node, fields.place("variation"), '"variation"', VARIATION_KEYS, desk.findings)
    shown = write_text(desk, own.text("question"))
    pairs = merged(base_pairs, own.pairs("params"))
    base = call(desk.bench, lab, pairs, own.spot, desk.findings)
    target = own.text("to") or to
    changed = call(desk.bench, lab, merged(pairs, ((vary, target),)), target.spot, desk.findings) if base else None
    if base is None or changed is None:
        return None
    first = call(desk.bench, lab, merged(base_pairs, ((vary, to),)), own.spot, desk.findings)
    if first is not None and first.address == changed.address:
        message = "The variation asks for the same run as the prediction. Change another setting in `params`, or `to`."
        desk.findings.add("W126", own.spot, message)
    answer, direction = _outcome(desk, ask, base, changed)
    return Variation(shown, lab_run(changed), answer, direction)
