"""Running a lab's own vectors file: each case's parameters as text through the door, each expected fact compared.
It refuses to know any single lab."""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from labs import Lab, parse


def cases(lab: Lab) -> list[dict[str, Any]]:
    """The entries of the file, which names the lab it belongs to."""
    room = files(lab.run.__module__)
    document = json.loads((room / lab.vectors).read_text("utf-8"))
    assert document["lab"] == lab.slug
    found: list[dict[str, Any]] = document["entries"]
    return found


def differences(lab: Lab, case: Mapping[str, Any]) -> list[str]:
    """What the lab computes otherwise than expected; empty when the case passes."""
    facts = lab.run(parse(lab, case["params"].items())).facts
    return [
        f"{name} is {facts[name].value}, expected {wanted}"
        for name, wanted in case["expected"].items()
        if not _equal(facts[name].value, wanted, case["tolerance"])
    ]


def _equal(found: Any, wanted: Any, tolerance: Mapping[str, float]) -> bool:
    if wanted is None or isinstance(wanted, bool | str):
        return type(found) is type(wanted) and bool(found == wanted)
    if found is None or isinstance(found, bool | str):
        return False
    allowed = tolerance["abs"] if "abs" in tolerance else tolerance["rel"] * abs(wanted)
    return bool(abs(found - wanted) <= allowed)
