"""Settings of a lab as a lesson writes them: those of a named preset, and groups of them laid over each other.
It refuses to run the lab.
"""

from decimal import Decimal

from app.course.desk import Desk
from app.course.yaml_text import Text
from labs import Lab

Pairs = tuple[tuple[Text, Text], ...]


def preset_pairs(desk: Desk, lab: Lab, preset: Text | None) -> Pairs:
    """The values of a named preset of the lab, placed where the preset is named."""
    if preset is None:
        return ()
    if preset.value not in lab.presets:
        desk.findings.unknown("E066", preset.spot, f'preset of lab "{lab.slug}"', preset.value, lab.presets)
        return ()
    return tuple(
        (Text(name, preset.spot), Text(value, preset.spot)) for name, value in lab.presets[preset.value].items()
    )


def merged(*groups: Pairs) -> Pairs:
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
