"""How many tokens to draft next: always the same number, or what paid off lately in this row.
It refuses to read clocks, so that a seed gives the same tokens on a busy machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

LONGEST = 16


class Chooser(Protocol):
    """The draft length of one row, round by round."""

    def next(self) -> int:
        """Tokens to draft now, from 0."""
        ...

    def learn(self, reached: int, accepted: int) -> None:
        """Take in a round: so many drafts were judged, so many stood."""
        ...


class Gamma(Protocol):
    """A policy: a chooser for each row."""

    def start(self) -> Chooser: ...


@dataclass(frozen=True)
class FixedGamma:
    """Always `gamma` drafts."""

    gamma: int

    def __post_init__(self) -> None:
        if not 0 <= self.gamma <= LONGEST:
            raise ValueError(f"Gamma is {self.gamma}; 0 to {LONGEST} drafts are allowed.")

    def start(self) -> FixedGamma:
        return self

    def next(self) -> int:
        return self.gamma

    def learn(self, reached: int, accepted: int) -> None:
        """A fixed length learns nothing."""


@dataclass(frozen=True)
class AdaptiveGamma:
    """The length with the most tokens for its price, (1 + a + ... + a^g) / (1 + step (g > 0) + (slope + c) g).

    a is the acceptance seen lately in the row. Prices are in plain steps and stand fixed: c a drafted token,
    `verify_step` what verifying costs beyond a plain step at all, `verify_slope` a verified draft more. Where no
    length pays it drafts nothing, but tries one draft each `probe` rounds, so that it notices when the text changes."""

    c: float = 0.15
    verify_step: float = 0.0
    verify_slope: float = 0.11
    longest: int = 8
    weight: float = 0.1
    probe: int = 8

    def __post_init__(self) -> None:
        if not 1 <= self.longest <= LONGEST:
            raise ValueError(f"The longest draft is {self.longest}; 1 to {LONGEST} are allowed.")

    def start(self) -> _Adapting:
        return _Adapting(self)

    def best(self, acceptance: float) -> int:
        """The length from 0 to `longest` that pays most at this acceptance, the shortest on a tie."""
        best, most, tokens = 0, 1.0, 1.0
        for gamma in range(1, self.longest + 1):
            tokens += acceptance**gamma
            speed = tokens / (1 + self.verify_step + (self.verify_slope + self.c) * gamma)
            if speed > most:
                best, most = gamma, speed
        return best


class _Adapting:
    def __init__(self, policy: AdaptiveGamma) -> None:
        self._policy, self._acceptance, self._idle = policy, 0.7, 0

    def next(self) -> int:
        gamma = self._policy.best(self._acceptance)
        if gamma == 0 and self._idle >= self._policy.probe:
            gamma = 1
        self._idle = 0 if gamma else self._idle + 1
        return gamma

    def learn(self, reached: int, accepted: int) -> None:
        for place in range(reached):
            stood = 1.0 if place < accepted else 0.0
            self._acceptance += self._policy.weight * (stood - self._acceptance)
