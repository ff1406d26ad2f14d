"""Plain and drafted decoding of the same prompts, taken in turns in one process, with intervals over the prompts.
It refuses to know pages and files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from labs.decoding.account import Tally, figures, seconds
from labs.decoding.cannot_run import CannotRun
from labs.decoding.clock import Clock, ClockName
from labs.decoding.drafters import Drafter
from labs.decoding.interval import Interval, interval
from labs.decoding.models import Model
from labs.decoding.prompts import MOST, Part, prompts_in
from labs.decoding.quiet import quiet
from labs.decoding.requests import Request
from labs.decoding.settings import RunSettings
from labs.decoding.turns import steps_of, turns_of

FEWEST = 2
# How the fastest length is found: the lengths, prompts for each, and what is written for each prompt.
GAMMAS: Final = range(1, 9)
TUNING_PROMPTS: Final = 8
TUNING_WRITES: Final = 48
TUNED: Final = len(GAMMAS) * TUNING_PROMPTS


@dataclass(frozen=True)
class Comparison:
    """A tally for each prompt, their sum, and intervals of acceptance and speed-up."""

    settings: RunSettings
    clock: ClockName
    tallies: tuple[Tally, ...]

    @property
    def total(self) -> Tally:
        """All prompts together."""
        whole = Tally()
        for each in self.tallies:
            whole.merge(each)
        return whole

    def acceptance(self) -> Interval | None:
        """Accepted over drafted tokens; None where nothing was drafted."""
        columns = [[each.accepted for each in self.tallies], [each.drafted for each in self.tallies]]
        if not sum(columns[1]):
            return None
        return interval(columns, lambda stood, made: stood / np.maximum(made, 1))

    def speedup(self, clock: ClockName | None = None) -> Interval:
        """Plain seconds a token over drafted seconds a token, whole loops, prompts read before the clock starts."""
        name = clock or self.clock
        columns = (
            [seconds(each.plain_whole, name) for each in self.tallies],
            [each.plain_tokens for each in self.tallies],
            [seconds(each.whole, name) for each in self.tallies],
            [each.emitted for each in self.tallies],
        )
        return interval(columns, lambda plain, num_plain, spent, emitted: (plain / num_plain) / (spent / emitted))

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as the recorded runs hold them."""
        account = self.total.account(self.clock)
        found = {**figures(account), "by_position": account.by_position, "reached": account.checked}
        for name, each in (("acceptance", self.acceptance()), ("speedup", self.speedup())):
            found[f"{name}_low"], found[f"{name}_high"] = (each.low, each.high) if each else (None, None)
        wall = self.speedup("wall")
        found |= {"speedup_wall": wall.value, "speedup_wall_low": wall.low, "speedup_wall_high": wall.high}
        settings = self.settings
        asked = {name: getattr(settings, name) for name in ("group", "draft", "gamma", "temperature", "max_new")}
        tokens = {"tokens_plain": self.total.plain_tokens, "tokens_drafted": self.total.emitted}
        return {**asked, "prompts": len(self.tallies), "clock": self.clock, **tokens, **found}


class Comparer:
    """The models of an engine, loaded once for many comparisons."""

    def __init__(self, settings: RunSettings) -> None:
        self.engine, self.pair = settings.engine, settings.pair
        self.pair.check(self.engine, settings.draft)
        self.target: Model = self.pair.target(self.engine)
        self._drafters: dict[str, Drafter] = {}

    def drafter(self, name: str) -> Drafter:
        """The draft of that name."""
        if name not in self._drafters:
            self._drafters[name] = self.pair.drafter(self.engine, name, self.target)
        return self._drafters[name]

    def compare(self, settings: RunSettings, prompts: int, part: Part = "reported") -> Comparison:
        """Every prompt both ways; every second one begins with the drafted way. CannotRun for 1 prompt or over 60."""
        if not FEWEST <= prompts <= MOST:
            raise CannotRun(f"{prompts} prompts are asked for; {FEWEST} to {MOST} are allowed.")
        return Comparison(settings, self.engine.clock, tuple(self.tallied(settings, prompts, part)))

    def tallied(self, settings: RunSettings, prompts: int, part: Part) -> Iterator[Tally]:
        """A tally for each prompt, as soon as it is done; seeds count on from the settings' seed."""
        drafter = self.drafter(settings.draft)
        with quiet():
            for place, prompt in enumerate(prompts_in(self.pair.words, settings.group, prompts, part)):
                request, tally = settings.request_for(prompt, settings.seed + place), Tally()
                ways = [self._plain, self._drafted]
                for way in ways if place % 2 == 0 else reversed(ways):
                    way(settings, drafter, request, tally)
                yield tally

    def _plain(self, settings: RunSettings, drafter: Drafter, request: Request, tally: Tally) -> None:
        steps = steps_of(self.target, [request], self.engine.device)
        tally.add_plain(first := next(steps))
        clock = Clock()
        for step in steps:
            tally.add_plain(step)
        tally.plain_whole = first.step + clock.lap()

    def _drafted(self, settings: RunSettings, drafter: Drafter, request: Request, tally: Tally) -> None:
        gamma, device = settings.policy(), self.engine.device
        turns = turns_of(self.target, drafter, [request], gamma, settings.lenience, device)
        tally.add_turn(first := next(turns))
        clock = Clock()
        for turn in turns:
            tally.add_turn(turn)
        tally.whole = first.draft + first.verify + clock.lap()


def compare(settings: RunSettings, prompts: int) -> Comparison:
    """One comparison, models loaded for it."""
    return Comparer(settings).compare(settings, prompts)


def tuning(comparer: Comparer, settings: RunSettings) -> Iterator[tuple[int, Tally]]:
    """Every length that is tried with the tally of a tuning prompt, of which none is ever reported."""
    for gamma in GAMMAS:
        tried = replace(settings, gamma=gamma, max_new=TUNING_WRITES)
        for tally in comparer.tallied(tried, TUNING_PROMPTS, "tuning"):
            yield gamma, tally


def fastest(comparer: Comparer, settings: RunSettings, tried: Iterable[tuple[int, Tally]]) -> int:
    """The length that gained most of those tried."""
    by_length: dict[int, list[Tally]] = {}
    for gamma, tally in tried:
        by_length.setdefault(gamma, []).append(tally)
    made = {each: Comparison(settings, comparer.engine.clock, tuple(found)) for each, found in by_length.items()}
    return max(made, key=lambda gamma: made[gamma].speedup().value)
