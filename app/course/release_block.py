"""The release note as a block: its pieces of evidence, the contract, and the names that releases go by.
It refuses to know what a learner writes into it.
"""

from decimal import Decimal
from typing import Final

from app.course.answers import read_item, with_version
from app.course.conditions import read_conditions
from app.course.desk import Desk
from app.course.diagnostics import shown
from app.course.fields import Fields
from app.course.items import Condition
from app.course.lesson import Asked, ContractLine, Evidence
from app.course.panels import rows_of
from app.course.prose import write_phrase
from app.course.releases import release_names, shared_names
from app.course.scan import Block as Span
from app.course.yaml_text import Text

KEYS: Final = (
    "kind", "from", "or", "says", "good", "refused", "also", "stop", "counts", "asks", "most", "releases",
)  # fmt: skip
KINDS: Final = ("code", "hand", "simulation", "checkpoint", "rubric", "fallback")
# A row of the release note that is no evidence: the release that goes out is held against it.
CONTRACT: Final = "contract"


def build_evidence(desk: Desk, block: Span, text: str) -> Evidence:
    lines, fresh, contract, asked = [], [], [], []
    good: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    also: tuple[tuple[Text, Text], ...] = ()
    stop = ""
    for each in rows_of(desk, block, text, KEYS):
        each.require("kind", "says")
        kind = each.choice("kind", (*KINDS, CONTRACT), "")
        if kind == CONTRACT:
            contract.append(_contract_line(desk, each))
            continue
        source, other = _source(desk, each, kind), each.text("or")
        if source and other:
            desk.point("E096", other, "item with numbers of its own that gives this evidence too")
            fresh.append((source, other.value))
        good += tuple(name.value for name in each.texts("good"))
        refused += tuple((name.value, reason.value) for name, reason in each.pairs("refused"))
        also += each.pairs("also")
        stop = _stop(desk, each) or stop
        if each.has("counts"):
            asked.append(_asked(desk, each, kind))
        lines.append((kind, source, write_phrase(desk, each.text("says"))))
    item = with_version(read_item(desk, block), (*(line[:2] for line in lines), *good))
    others = tuple((name.value, tuple(each.strip() for each in text.value.split(";"))) for name, text in also)
    made = Evidence(
        item, tuple(lines), tuple(fresh), good, refused, tuple(contract), others, stop, tuple(asked)
    )  # fmt: skip
    _check_names(desk, block, made, also)
    return made


def _source(desk: Desk, row: Fields, kind: str) -> str:
    source = row.text("from")
    if source:
        desk.point("E096", source, "block that gives this evidence")
    elif kind not in ("fallback", ""):
        desk.findings.add("E010", row.spot, f'Evidence of kind "{kind}" needs `from: ID` of the block that gives it.')
    return source.value if source else ""


def _stop(desk: Desk, row: Fields) -> str:
    stop = row.text("stop")
    if stop:
        desk.point("E096", stop, "item whose answer is the stop")
    return stop.value if stop else ""


def _asked(desk: Desk, row: Fields, kind: str) -> Asked:
    """Which kept results count: those that one of the written ways holds for."""
    row.require("asks")
    ways: list[tuple[Condition, ...]] = []
    for each in row.texts("counts"):
        found = read_conditions(each.value)
        if found:
            ways.append(found)
        else:
            message = f'"{shown(each.value)}" is no condition. Write `load > 6 and policy_a != policy_b`.'
            desk.findings.add("E011", each.spot, message)
    return Asked(kind, tuple(ways), row.word("asks"))


def _contract_line(desk: Desk, row: Fields) -> ContractLine:
    """A line that releases are held against; what each comes to is computed by a run of the lesson."""
    row.require("most", "releases")
    found, unit = [], ""
    for name, reference in row.pairs("releases"):
        told = desk.fact(reference.value, reference.spot)
        if told is None:
            continue
        value = told[1].value
        if isinstance(value, bool | str) or value is None:
            message = f'"{shown(reference.value)}" is no number here, so it cannot be held against "most".'
            desk.findings.add("E011", reference.spot, message)
        else:
            unit = told[1].unit
            found.append((name.value, Decimal(str(float(value))), told[2].replace("\u00a0", " ")))
    with desk.hidden():
        says = write_phrase(desk, row.text("says"))
    return ContractLine(says, row.number("most") or Decimal(0), unit, tuple(found))


def _check_names(desk: Desk, block: Span, made: Evidence, also: tuple[tuple[Text, Text], ...]) -> None:
    """Other names belong to a release of the lesson, and no two releases share one."""
    known = release_names(made)
    for name, _ in also:
        if name.value not in known:
            desk.findings.unknown("E096", name.spot, "release", name.value, known)
    for shared in shared_names(made):
        message = f'"{shown(shared)}" is a name of two releases. Give it to one of them.'
        desk.findings.add("E011", block.spot, message)
