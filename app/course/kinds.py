"""The blocks there are: what stands in each, where it may stand, which options it takes.
It refuses to read them; one visible table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Body = Literal["prose", "yaml"]
Need = Literal["no", "may", "must"]
TOP: Final = ""
ITEM: Final = ("objective", "level", "teaches")
ANYWHERE: Final = ("screen", "reveal", "note")
LEVELS: Final = ("recall", "apply", "transfer")
QUESTIONS: Final = ("choice", "multi", "number", "order", "text", "fields")
SORTS: Final = ("decision", "calculator")
PREDICTIONS: Final = ("number", "direction", "choice")


@dataclass(frozen=True)
class Kind:
    """One kind of block. `argument` is the word before the braces; `inside` the blocks it may stand in."""

    name: str
    body: Body
    inside: tuple[str, ...]
    argument: Need = "no"
    id: Need = "no"
    options: tuple[str, ...] = ()
    stores: bool = False


KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind("screen", "prose", (TOP,), id="must", options=("part", "hour")),
        Kind("try", "yaml", ("screen",), id="must", options=ITEM, stores=True),
        Kind(
            "predict",
            "prose",
            ("screen",),
            argument="must",
            id="must",
            options=(*ITEM, "answer", "unit", "within", "interval", "sure"),
            stores=True,
        ),
        Kind("hint", "prose", ("screen", "question", "predict"), options=("for",)),
        Kind("reveal", "prose", ("screen", "question", "predict"), options=("after",)),
        Kind(
            "question",
            "prose",
            ("screen", "checkpoint"),
            argument="must",
            id="must",
            options=(*ITEM, "answer", "unit", "tolerance", "within", "sure", "as"),
            stores=True,
        ),
        Kind("checkpoint", "prose", ("screen",), id="must", options=("pass",), stores=True),
        Kind("lab", "yaml", ANYWHERE, argument="must", id="must"),
        Kind("code", "prose", ANYWHERE, argument="must", id="may", options=("run",)),
        Kind("symbols", "yaml", ANYWHERE),
        Kind("rubric", "yaml", ("screen",), id="must", options=ITEM, stores=True),
        Kind("evidence", "yaml", ("screen",), id="must", stores=True),
        Kind("failure", "yaml", ("screen",), id="must", options=ITEM, stores=True),
        Kind("note", "prose", ("screen", "reveal"), argument="may"),
        Kind("term", "prose", ANYWHERE, argument="must"),
    )
}
