"""`vary` in the head of a question: what is drawn, what computes the answer, which mistakes are offered.
It refuses to try many draws; app/course/draw_checks.py does.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice, product
from typing import Final

from app.course.conditions import names_in, read_conditions
from app.course.desk import Desk
from app.course.diagnostics import Findings, Spot, shown
from app.course.draws import Unfit
from app.course.fields import WHOLE, Fields
from app.course.items import Condition, Family, Shown, Slip
from app.course.lab_calls import call, fact_of, find_lab
from app.course.presets import Pairs, preset_pairs
from app.course.workings import Uncomputed, Worked, work_out
from app.course.yaml_text import Entries, Items, Text
from labs import BadParams, Lab

VARY_KEYS: Final = (
    "lab",
    "preset",
    "formula",
    "set",
    "draw",
    "fact",
    "places",
    "show",
    "wrong",
    "sums",
    "only",
    "rows",
    "fresh",
)
MOST_VALUES: Final = 200
TRIED: Final = 8
FEWEST_ROWS: Final = 3
MOST_ROWS: Final = 6


@dataclass(frozen=True)
class Vary:
    """A family with the names that prose may show: `drawn` anywhere, `computed` only behind the answer."""

    family: Family | None
    drawn: tuple[str, ...]
    computed: tuple[str, ...]
    spot: Spot


def read_vary(desk: Desk, vary: Fields) -> Vary:
    """The family that `vary` describes; None with findings when it cannot be used."""
    vary.require("draw")
    slug, formula = vary.text("lab"), _formula(desk, vary)
    if slug is not None and formula is not None:
        message = "Either a lab or a formula computes the answer; name one of them."
        desk.findings.add("E052", formula.spot, message)
    lab = find_lab(desk.bench, slug, desk.findings) if slug else None
    fixed = (*(preset_pairs(desk, lab, vary.text("preset")) if lab else ()), *vary.pairs("set"))
    draws = _draws(desk, vary)
    fact = vary.text("fact") or formula
    rows = vary.whole("rows", FEWEST_ROWS, MOST_ROWS) or 0
    shows = vary.texts("show")
    family = Family(
        slug=lab.slug if lab else "",
        formula=formula.value if formula else "",
        fixed=tuple((name.value, value.value) for name, value in fixed),
        draws=tuple((name.value, tuple(value.value for value in values)) for name, values in draws),
        fact=fact.value if fact else "",
        wrong=tuple(_wrong(desk, vary)),
        shows=tuple(each.value for each in shows),
        only=_only(desk, vary),
        rows=rows,
        places=vary.whole("places", 0, 9),
        sums=tuple(_sums(desk, vary)),
        fresh=tuple(each.value for each in vary.texts("fresh")),
    )
    settings = (*(name for name, _ in family.fixed), *(name for name, _ in family.draws))
    drawn = (*settings, *family.shows)
    if not draws or (slug and lab is None):
        if lab is not None:
            _check_fact(desk, lab, fixed, vary)
        return Vary(None, drawn, (), vary.spot)
    worked = _try_some(desk, lab, fixed, draws, family, vary)
    named = {*(each.name for each in family.wrong), *(each.name for each in family.sums)}
    known = set(worked.words) if worked else {*settings, "answer", family.fact, *named}
    _check_names(desk, vary, family, known)
    computed = sorted({name for name in known if not name.endswith(":n")} - {*drawn})
    return Vary(family if worked else None, drawn, tuple(computed), vary.spot)


def _formula(desk: Desk, vary: Fields) -> Text | None:
    formula = vary.text("formula")
    if formula is not None and formula.value not in desk.bench.formulas:
        desk.findings.unknown("E052", formula.spot, "formula", formula.value, sorted(desk.bench.formulas))
        return None
    return formula


def _wrong(desk: Desk, vary: Fields) -> Iterable[Slip]:
    """The offered mistakes: names, or groups {mistake: NAME, argument: name of its value}."""
    node = vary.entries.get("wrong")
    for each in node.values if isinstance(node, Items) else (node,) if node else ():
        name: Text | None = each if isinstance(each, Text) else None
        gives: tuple[tuple[str, str], ...] = ()
        if isinstance(each, Entries):
            keys = [key.value for key, _ in each.pairs]
            group = Fields(each, each.spot, 'A mistake in "wrong"', keys, desk.findings)
            group.require("mistake")
            name = group.text("mistake")
            pairs = [(key.value, value) for key, value in each.pairs if key.value != "mistake"]
            gives = tuple((key, value.value) for key, value in pairs if isinstance(value, Text))
        if name is None:
            continue
        if name.value in desk.bench.mistakes:
            yield Slip(name.value, gives)
        else:
            desk.findings.unknown("E046", name.spot, "mistake", name.value, sorted(desk.bench.mistakes))


def _sums(desk: Desk, vary: Fields) -> Iterable[Shown]:
    """The sums to write out: `terms: powers_summed`, or `terms: {by: powers_summed, argument: name of its value}`."""
    node = vary.entries.get("sums")
    for name, value in node.pairs if isinstance(node, Entries) else ():
        by: Text | None = value if isinstance(value, Text) else None
        gives: tuple[tuple[str, str], ...] = ()
        if isinstance(value, Entries):
            by = next((each for key, each in value.pairs if key.value == "by" and isinstance(each, Text)), None)
            named = [(key.value, each) for key, each in value.pairs if key.value != "by"]
            gives = tuple((key, each.value) for key, each in named if isinstance(each, Text))
        if by is not None and by.value in desk.bench.sums:
            yield Shown(name.value, by.value, gives)
        else:
            said = by.value if by is not None else ""
            desk.findings.unknown("E046", (by or name).spot, "written sum", said, sorted(desk.bench.sums))


def _only(desk: Desk, vary: Fields) -> tuple[Condition, ...]:
    found: list[Condition] = []
    for text in vary.texts("only"):
        conditions = read_conditions(text.value)
        if not conditions:
            bad_condition(desk, text.value, text.spot)
        found += conditions
    return tuple(found)


def bad_condition(desk: Desk, text: str, spot: Spot) -> None:
    """The finding for text that is no condition."""
    message = f'"{shown(text)}" is no condition. Write NAME > NUMBER, with < <= = >= or >; `and` joins several.'
    desk.findings.add("E050", spot, message)


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
    lab: Lab | None,
    fixed: Pairs,
    draws: list[tuple[Text, tuple[Text, ...]]],
    family: Family,
    vary: Fields,
) -> Worked | None:
    """Work out the first and last values of each draw, so that an edge that cannot be computed is found here; the last
    is given back."""
    edges = [[(name, values[0]), (name, values[-1])] for name, values in draws]
    spot, worked = vary.place("draw"), None
    for chosen in islice(product(*edges), TRIED):
        if lab is not None:
            ran = call(desk.bench, lab, (*fixed, *chosen), spot, desk.findings)
            fact = vary.text("fact")
            if ran is None:
                _check_fact(desk, lab, fixed, vary)
                return None
            if fact and fact_of(ran, fact.value, fact.spot, desk.findings) is None:
                return None
        settings = tuple((name.value, value.value) for name, value in (*fixed, *chosen))
        try:
            worked = work_out(desk.bench, family, settings)
        except Uncomputed as problem:
            code = "E052" if family.formula and family.formula in str(problem) else "E046"
            by_sum = any(f'"{each.by}"' in str(problem) for each in family.sums)
            place = "sums" if by_sum else "wrong" if code == "E046" else "formula"
            desk.findings.add(code, vary.place(place), f"{problem}.")
            return None
        except Unfit:
            message = f'The fact "{shown(family.fact)}" is no number here, so it cannot be the answer.'
            desk.findings.add("E044", vary.place("fact"), message)
            return None
        except BadParams:
            return None
    return worked


def _check_fact(desk: Desk, lab: Lab, fixed: Pairs, vary: Fields) -> None:
    """Whether the lab has the fact, told from the settings that stay, because those drawn cannot be used."""
    fact = vary.text("fact")
    # What is wrong with the settings is told elsewhere.
    ran = call(desk.bench, lab, fixed, vary.place("draw"), Findings(desk.findings.file, desk.findings.lines))
    if fact is not None and ran is not None:
        fact_of(ran, fact.value, fact.spot, desk.findings)


def _check_names(desk: Desk, vary: Fields, family: Family, known: set[str]) -> None:
    for each in vary.texts("show"):
        if each.value not in known:
            desk.findings.unknown("E047", each.spot, "computed number", each.value, sorted(known))
        elif each.value in (family.fact, "answer") and family.fact:
            desk.findings.add("E047", each.spot, f'"{each.value}" is the answer, so the question cannot show it.')
    names = [name for name, _ in family.draws]
    for each in vary.texts("fresh"):
        if each.value not in names:
            desk.findings.unknown("E047", each.spot, "drawn number", each.value, names)
    for name in names_in(family.only):
        if name not in known:
            desk.findings.unknown("E050", vary.place("only"), "number in a condition", name, sorted(known))
