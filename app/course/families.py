"""The head of a question, YAML between two lines `---`: inputs of its own, and what its numbers are drawn from.
It refuses to draw; app/course/draws.py does.
"""

from dataclasses import dataclass
from decimal import Decimal
from itertools import islice, product
from typing import Final

from app.course.answers import number_of, read_answer
from app.course.desk import Desk
from app.course.diagnostics import Spot
from app.course.fields import WHOLE, Fields
from app.course.items import Family, Field
from app.course.lab_calls import call, fact_of, find_lab
from app.course.scan import Block
from app.course.yaml_text import Entries, Text
from labs import Lab

HEAD_KEYS: Final = ("vary", "fields")
VARY_KEYS: Final = ("lab", "preset", "set", "draw", "fact", "wrong")
FIELD_KEYS: Final = ("name", "label", "answer", "unit", "tolerance")
MOST_VALUES: Final = 200
TRIED: Final = 8


@dataclass(frozen=True)
class Head:
    """What the head says; `drawn` are the names that prose may show in braces."""

    family: Family | None = None
    fields: tuple[Field, ...] = ()
    drawn: tuple[str, ...] = ()


def read_head(desk: Desk, block: Block) -> Head:
    if block.head is None:
        return Head()
    first, end = block.head
    node = desk.heads(block.name, desk.source.between(first, end), Spot(first - 1))
    fields = Fields(node, Spot(first - 1, 1, 3), f'The head of "{block.name}"', HEAD_KEYS, desk.findings, node is None)
    vary = fields.entries.get("vary")
    family = None
    if vary is not None:
        family = _family(desk, Fields(vary, fields.place("vary"), '"vary"', VARY_KEYS, desk.findings))
    names = tuple(name for name, _ in family.draws) if family else ()
    return Head(family, tuple(_fields(desk, fields)), names)


def _fields(desk: Desk, head: Fields) -> list[Field]:
    read = []
    for each in head.groups("fields", '"fields"', FIELD_KEYS):
        each.require("name", "label")
        answer = None
        if each.has("answer"):
            answer = read_answer(desk, each.text("answer"), each.spot, each.word("unit"), each.text("tolerance"))
        read.append(Field(each.word("name"), each.word("label"), answer))
    return read


def _family(desk: Desk, vary: Fields) -> Family | None:
    vary.require("lab", "draw", "fact")
    slug = vary.text("lab")
    lab = find_lab(desk.bench, slug, desk.findings) if slug else None
    if lab is None:
        return None
    fixed = (*preset_pairs(desk, lab, vary.text("preset")), *vary.pairs("set"))
    draws = _draws(desk, vary)
    wrong = vary.texts("wrong")
    for name in wrong:
        if name.value not in desk.bench.mistakes:
            desk.findings.unknown("E046", name.spot, "mistake", name.value, sorted(desk.bench.mistakes))
    fact = vary.text("fact")
    if fact is None or not draws:
        return None
    _try_some(desk, lab, fixed, draws, fact, vary.place("draw"))
    return Family(
        slug=lab.slug,
        fixed=tuple((name.value, value.value) for name, value in fixed),
        draws=tuple((name.value, tuple(value.value for value in values)) for name, values in draws),
        fact=fact.value,
        wrong=tuple(name.value for name in wrong),
    )


def _draws(desk: Desk, vary: Fields) -> list[tuple[Text, tuple[Text, ...]]]:
    node = vary.entries.get("draw")
    if not isinstance(node, Entries):
        if node is not None:
            desk.findings.add(
                "E048", node.spot, '"draw" is written as lines `setting: [8, 16, 32]` or `setting: 3..40`.'
            )
        return []
    read = Fields(node, node.spot, '"draw"', [name.value for name, _ in node.pairs], desk.findings)
    draws = []
    for name, _ in node.pairs:
        values = tuple(each for text in read.texts(name.value) for each in _range(text))
        if len(values) < 2 or len(values) > MOST_VALUES:
            message = (
                f'"{name.value}" draws from {len(values)} values; write 2 to {MOST_VALUES}, such as [8, 16] or 3..40.'
            )
            desk.findings.add("E048", name.spot, message)
        else:
            draws.append((name, values))
    return draws


def _range(text: Text) -> tuple[Text, ...]:
    low, dots, high = text.value.partition("..")
    if not dots:
        return (text,)
    if not (WHOLE.fullmatch(low) and WHOLE.fullmatch(high) and len(low) < 10 and len(high) < 10):
        return ()
    return tuple(Text(str(value), text.spot) for value in islice(range(int(low), int(high) + 1), MOST_VALUES + 1))


def _try_some(
    desk: Desk,
    lab: Lab,
    fixed: tuple[tuple[Text, Text], ...],
    draws: list[tuple[Text, tuple[Text, ...]]],
    fact: Text,
    spot: Spot,
) -> None:
    """Run the first and last values of each draw, so that an edge that the lab refuses is found here."""
    edges = [[(name, values[0]), (name, values[-1])] for name, values in draws]
    for chosen in islice(product(*edges), TRIED):
        before = len(desk.findings.found)
        ran = call(desk.bench, lab, (*fixed, *chosen), spot, desk.findings)
        found = fact_of(ran, fact.value, fact.spot, desk.findings) if ran else None
        if ran and found:
            number_of(desk, ran.address, found, fact.value, fact.spot)
        if len(desk.findings.found) > before:
            return


def preset_pairs(desk: Desk, lab: Lab, preset: Text | None) -> tuple[tuple[Text, Text], ...]:
    """The values of a named preset of the lab, placed where the preset is named."""
    if preset is None:
        return ()
    if preset.value not in lab.presets:
        desk.findings.unknown("E066", preset.spot, f'preset of lab "{lab.slug}"', preset.value, lab.presets)
        return ()
    return tuple(
        (Text(name, preset.spot), Text(value, preset.spot)) for name, value in lab.presets[preset.value].items()
    )


def merged(*groups: tuple[tuple[Text, Text], ...]) -> tuple[tuple[Text, Text], ...]:
    """Settings with later ones in place of earlier ones of the same name."""
    found: dict[str, tuple[Text, Text]] = {}
    for group in groups:
        for name, value in group:
            found[name.value] = (name, value)
    return tuple(found.values())


def decimal_places(text: str) -> int:
    """How many decimals a written number has."""
    exponent = Decimal(text).as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
