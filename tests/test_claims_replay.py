"""The sentences of content/claims.yml, held against the real labs by the checker of the course.
It refuses to repair a sentence: one that does not hold is named with what the engine says."""

from pathlib import Path

import pytest

from app.course.bench import door
from app.course.claims import Claims, check_claims
from labs import get_lab

CLAIMS = Path(__file__).parent.parent / "content" / "claims.yml"


@pytest.fixture(scope="module")
def checked() -> Claims:
    return check_claims(CLAIMS, door())


def test_every_claim_holds(checked: Claims) -> None:
    assert [f"line {each.line}: {each.message}" for each in checked.findings] == []
    assert [claim.says for claim in checked.claims if not claim.holds] == []


@pytest.mark.parametrize(
    "release", ["r11", "r12", "r13", "below-saturation", "lanes", "long-prompt", "draft", "lenient"]
)
def test_each_story_has_its_claims(checked: Claims, release: str) -> None:
    assert any(claim.id.startswith(release) for claim in checked.claims)
    assert all(claim.says.endswith(".") for claim in checked.claims)


def test_the_releases_of_the_claims_are_presets_of_the_lab() -> None:
    text = CLAIMS.read_text(encoding="utf-8")
    addresses = {
        "&".join(f"{name}={value}" for name, value in values.items())
        for values in get_lab("batching-replay").presets.values()
    }
    missing = [address for address in addresses if f"?{address}#" not in text]
    assert missing == ["view=steps&load=&trace=four&max_active=2&card=hand-2"]
