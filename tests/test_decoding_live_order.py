"""A live run gives its hearer no say in which way is timed from a cold start.
It refuses to look at tokens and at times."""

import importlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from labs.decoding import RunSettings
from labs.telling import Event

MODULE = importlib.import_module("labs.decoding.live")


def noting(log: list[str], name: str, made: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """Notes each thing at the moment when it is asked for."""

    def noted(*given: Any) -> Iterator[Any]:
        things = iter(made(*given))
        while True:
            log.append(name)
            try:
                thing = next(things)
            except StopIteration:
                log.pop()
                return
            yield thing

    return noted


@pytest.mark.parametrize("group", ["english", "rare"])
def test_plain_and_drafted_begin_equally_often_after_a_telling(monkeypatch: pytest.MonkeyPatch, group: str) -> None:
    log: list[str] = []
    monkeypatch.setattr(MODULE, "turns_of", noting(log, "drafted", MODULE.turns_of))
    monkeypatch.setattr(MODULE, "steps_of", noting(log, "plain", MODULE.steps_of))
    monkeypatch.setattr(MODULE, "AT_ONCE_S", 3600.0)
    told: list[Event] = []
    for event in MODULE.live(RunSettings(max_new=96, group=group)):
        told.append(event)
        log.append("told")
    first = Counter(then for now, then in pairwise(log) if now == "told" and then != "told")
    assert first["drafted"] + first["plain"] > 20
    assert abs(first["drafted"] - first["plain"]) <= 3
    assert [each.name for each in told].count("plain") == 96


def test_a_long_round_is_told_before_anything_else_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    log: list[str] = []
    monkeypatch.setattr(MODULE, "turns_of", noting(log, "drafted", MODULE.turns_of))
    monkeypatch.setattr(MODULE, "steps_of", noting(log, "plain", MODULE.steps_of))
    monkeypatch.setattr(MODULE, "AT_ONCE_S", 0.0)
    for event in MODULE.live(RunSettings(max_new=32)):
        log.append(f"told {event.name}")
    after = {then for now, then in pairwise(log) if now == "drafted"}
    assert after == {"told round"}
