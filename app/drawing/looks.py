"""What each series and each state looks like without colour: class, dash, symbol and pattern.
It refuses to know colours (the stylesheet has them), scales and markup."""

from functools import lru_cache
from typing import NamedTuple

from app.drawing.words import plain
from labs import Figure, Scalar, Table


class Look(NamedTuple):
    """`name` is the class in the stylesheet; `pattern` fills areas, `symbol` marks points, `dash` draws lines."""

    name: str
    dash: str
    symbol: str
    pattern: str


SERIES = (
    Look("s1", "solid", "circle", "plain"),
    Look("s2", "dash", "square", "upright"),
    Look("s3", "dot", "x", "level"),
    Look("s4", "dashdot", "cross", "grid"),
    Look("s5", "longdash", "triangle-down", "lattice"),
)
RARE = Look("rare", "longdashdot", "triangle-up", "falling")
BASELINE = Look("baseline", "shortdash", "circle-open", "open")
OUTLINE = Look("outline", "solid", "circle-open", "open")
PREDICTION = Look("prediction", "none", "diamond-open", "open")
STATES = {
    "does not fit": Look("bad", "solid", "circle", "hatch"),
    "kept free": Look("kept", "solid", "circle", "hatch"),
    "idle": Look("idle", "solid", "circle", "hatch"),
    "slower": Look("bad", "solid", "circle", "hatch"),
    "loses": Look("bad", "solid", "circle", "hatch"),
    "accepted": Look("s1", "solid", "circle", "plain"),
    "rejected": Look("bad", "solid", "circle", "hatch"),
    "not checked": Look("idle", "solid", "circle", "hatch"),
    "added": Look("s2", "dash", "square", "upright"),
    "usable": OUTLINE,
    "would fit": OUTLINE,
    "baseline": BASELINE,
    "prediction": PREDICTION,
    "rare": RARE,
}
TEXTURES = {"recomputed": "dots", "offloaded": "sparse"}


@lru_cache(maxsize=1024)
def role(words: str) -> Look | None:
    """The fixed look of a meaning that is the same everywhere, told by the words of a name or a label."""
    parts = words.lower().replace("_", " ").split()
    if "rare" in parts:
        return RARE
    if "baseline" in parts:
        return BASELINE
    return PREDICTION if "prediction" in parts or parts[:2] == ["you", "said"] else None


def series_looks(names: tuple[str, ...]) -> dict[str, Look]:
    """A look for each name in order; fixed meanings take theirs, the others s1, s2 and so on."""
    looks: dict[str, Look] = {}
    place = 0
    for name in names:
        fixed = role(name)
        looks[name] = fixed or SERIES[min(place, len(SERIES) - 1)]
        place += fixed is None
    return looks


def part_looks(figure: Figure, table: Table) -> dict[str, Look]:
    """Looks of the named parts of stacked bars and lanes: one each up to four names, else one for all,
    since more colours than that cannot be told apart and each part has its words and a hairline."""
    named = (figure.x, figure.state)
    rows = zip(table.values(figure.x), table.values(named[1]) if named[1] else ("",) * len(table.rows), strict=True)
    names = tuple(dict.fromkeys(plain(name) for name, state in rows if plain(state) not in STATES))
    if sum(role(each) is None for each in names) <= 4:
        return series_looks(names)
    return {each: role(each) or SERIES[0] for each in names}


def with_state(look: Look, state: Scalar) -> Look:
    """The look after the word of the state column; an unknown word leaves it plain."""
    word = state if isinstance(state, str) else plain(state)
    if word in STATES:
        return STATES[word]
    return Look(look.name, look.dash, look.symbol, TEXTURES[word]) if word in TEXTURES else look
