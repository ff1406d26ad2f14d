"""The seeded faults."""
from dataclasses import dataclass
from tests.a11y.seeds.site import Edit


@dataclass(frozen=True)
class Seed:
    id: str
    check: int
    edits: tuple[Edit, ...]
    says: str = ""


SEEDS: tuple[Seed, ...] = ()
