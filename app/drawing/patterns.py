"""Pattern tiles of one drawing: only those that it uses, under ids of its own.
It refuses to know which mark wears which pattern, and all colours."""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from markupsafe import Markup

from app.drawing.looks import Look
from app.drawing.svg import join, tag

# Side of the tile in units and the strokes on it; a ground of the series colour lies under all but the hatch.
TILES = {
    "upright": (8, "M4 0v8"),
    "level": (6, "M0 3h6"),
    "grid": (8, "M4 0v8M0 4h8"),
    "lattice": (8, "M0 0l8 8M8 0l-8 8"),
    "falling": (7, "M-1-1l9 9M-1 6l2 2M6-1l2 2"),
    "hatch": (7, "M-1 8l9-9M-1 1l2-2M6 8l2-2"),
    "dots": (6, "M3 3h.01"),
    "sparse": (12, "M3 3h.01M9 9h.01"),
}


@dataclass
class Patterns:
    """Collects the tiles that marks ask for while a drawing is made."""

    prefix: str
    used: dict[str, Look] = field(default_factory=dict)

    def fill(self, look: Look) -> str | None:
        """The fill of an area with this look, None where the class alone colours it."""
        if look.pattern not in TILES:
            return None
        name = f"{self.prefix}-{look.name}-{look.pattern}"
        self.used[name] = look
        return f"url(#{name})"

    def definitions(self) -> Markup:
        """The defs element, empty when nothing asked for a tile."""
        return tag("defs", join(_tile(name, look) for name, look in self.used.items())) if self.used else Markup("")


def prefix_of(name: str, size: str) -> str:
    """An id that is safe in url() for a figure of any name."""
    return f"{re.sub(r'[^A-Za-z0-9_-]', '-', name)}-{size}"


@lru_cache(maxsize=256)
def _tile(name: str, look: Look) -> Markup:
    side, strokes = TILES[look.pattern]
    ground = tag("rect", width=side, height=side, class_="ground")
    lines = tag("path", d=strokes, class_="strokes")
    return tag(
        "pattern",
        ground + lines,
        id=name,
        width=side,
        height=side,
        patternUnits="userSpaceOnUse",
        class_=f"tile {look.name} {look.pattern}",
    )
