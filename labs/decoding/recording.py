"""Single runs recorded to be shown at once: each group as usual, English and the rare language greedily too.
It refuses to compare; one run is one run, and whoever shows it says so."""

from __future__ import annotations

from typing import Any, Final

from labs.decoding.bench import rounded
from labs.decoding.family import GROUPS, Engine
from labs.decoding.live import live
from labs.decoding.settings import RunSettings

GREEDY: Final = ("english", "rare")


def record_runs(engine: Engine, max_new: int, seed: int) -> list[dict[str, Any]]:
    """Results of `live` as plain values at six significant digits; each is run once before, to wake the machine."""
    wanted = [(group, 1.0) for group in GROUPS] + [(group, 0.0) for group in GREEDY]
    runs = []
    for group, temperature in wanted:
        settings = RunSettings(group=group, temperature=temperature, max_new=max_new, seed=seed, engine=engine)
        for _ in range(2):
            *_, last = live(settings)
        runs.append(rounded(dict(last.data)))
    return runs
