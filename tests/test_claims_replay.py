"""Each sentence of content/claims.yml that the replay decides, held against the lab.
It refuses to repair a sentence: one that does not hold fails by its own words."""

from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from labs import Result, get_lab, parse

CLAIMS = Path(__file__).parent.parent / "content" / "claims.yml"
RELATIONS = {
    "<": lambda left, right, near: left < right + near,
    "<=": lambda left, right, near: left <= right + near,
    "=": lambda left, right, near: abs(left - right) <= near,
    "within": lambda left, right, near: abs(left - right) <= near,
    ">=": lambda left, right, near: left >= right - near,
    ">": lambda left, right, near: left > right - near,
}


def claims() -> list[dict[str, str]]:
    """The claims as written, one mapping each; the file uses only `- name: value` and `name: value` lines."""
    found: list[dict[str, str]] = []
    for line in CLAIMS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith("- "):
            found.append({})
        name, _, value = line[2:].partition(": ")
        found[-1][name] = value.strip('"')
    return found


@cache
def ran(address: str) -> Result:
    slug, _, settings = address.partition("?")
    lab = get_lab(slug)
    return lab.run(parse(lab, parse_qsl(settings, keep_blank_values=True)))


def side(text: str) -> float:
    address, mark, fact = text.rpartition("#")
    if not mark:
        return float(text)
    value = ran(address).facts[fact].value
    assert isinstance(value, int | float)
    return float(value)


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim["id"])
def test_the_replay_bears_out(claim: dict[str, str]) -> None:
    left, right = side(claim["left"]), side(claim["right"])
    text = claim.get("tolerance", "0")
    near = abs(right) * float(text[:-1]) / 100 if text.endswith("%") else float(text)
    assert RELATIONS[claim["is"]](left, right, near), f"{claim['says']} {left} is not {claim['is']} {right}"


def test_every_claim_has_an_id_of_its_own_and_a_sentence() -> None:
    found = claims()
    assert len({claim["id"] for claim in found}) == len(found) > 20
    assert all(claim["says"].endswith(".") for claim in found)
