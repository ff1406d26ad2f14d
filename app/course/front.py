"""The front matter of a lesson: who it is, what it needs, which runs its numbers come from.
It refuses to compare with other lessons; it only reads.
"""

from dataclasses import dataclass
from typing import Final

from app.course.attributes import as_id, is_id
from app.course.desk import Desk
from app.course.diagnostics import Spot, shown
from app.course.fields import Fields
from app.course.lab_calls import call_address
from app.course.source import Parts
from app.course.yaml_text import Entries, Node, Text, read_yaml

KEYS: Final = (
    *("id", "title", "minutes", "requires", "objectives", "terms", "runs", "limits", "ship_rule", "cutoff", "status"),
)
GROUPS: Final = ("objectives", "runs")
STATES: Final = ("published", "draft")
MAX_MINUTES: Final = 600


@dataclass(frozen=True)
class Front:
    """What front matter says, with places. `spot` marks it as a whole."""

    spot: Spot
    id: str
    title: str
    minutes: int | None
    minutes_spot: Spot
    requires: tuple[Text, ...] = ()
    objectives: tuple[tuple[Text, Text], ...] = ()
    terms: tuple[Text, ...] = ()
    limits: tuple[str, ...] = ()
    ship_rule: str = ""
    cutoff: str = ""
    status: str = "published"


def read_front(desk: Desk, parts: Parts, stem: str) -> Front:
    """The front matter; `stem` is the file's name without its ending, which is the lesson's id and address."""
    node = read_yaml(parts.front, desk.findings, parts.front_line) if parts.front is not None else None
    spot = Spot(1, 1, 3)
    is_unread = node is None and bool((parts.front or "---").strip())
    fields = Fields(node, spot, "The front matter", KEYS, desk.findings, is_unread)
    fields.require("id", "title")
    wrong = (key.value for key, node in fields.entries.pairs if key.value in GROUPS and is_no_group(node))
    desk.unread = frozenset([*(key for key in KEYS if fields.is_lost(key)), *wrong])
    _read_runs(desk, fields)
    return Front(
        spot=spot,
        id=_read_id(desk, fields, stem),
        title=fields.word("title", stem),
        minutes=fields.whole("minutes", 1, MAX_MINUTES),
        minutes_spot=fields.place("minutes"),
        requires=fields.texts("requires"),
        objectives=_read_objectives(desk, fields),
        terms=fields.texts("terms"),
        limits=tuple(text.value for text in fields.texts("limits")),
        ship_rule=fields.word("ship_rule"),
        cutoff=fields.word("cutoff"),
        status=fields.choice("status", STATES, "published"),
    )


def is_no_group(node: Node) -> bool:
    """Whether something is written where a group should be; nothing at all is an empty group."""
    return not isinstance(node, Entries) and not (isinstance(node, Text) and not node.value.strip())


def _read_id(desk: Desk, fields: Fields, stem: str) -> str:
    text = fields.id("id")
    if text and text.value != stem:
        message = f'The id "{shown(text.value)}" and the file name "{shown(stem)}.md" differ; the address uses both.'
        desk.findings.add("E013", text.spot, message, fix=stem if is_id(stem) else None)
    return text.value if text else as_id(stem)


def _read_objectives(desk: Desk, fields: Fields) -> tuple[tuple[Text, Text], ...]:
    pairs = fields.pairs("objectives")
    for name, _ in pairs:
        if not is_id(name.value):
            message = f'"{shown(name.value)}" is no id for an objective. Write `{as_id(name.value)}: what is learned`.'
            desk.findings.add("E012", name.spot, message)
    return pairs


def _read_runs(desk: Desk, fields: Fields) -> None:
    for name, address in fields.pairs("runs"):
        ran = call_address(desk.bench, address, desk.findings)
        if ran is None:
            desk.broken_runs.add(name.value)
        else:
            desk.runs[name.value] = ran
