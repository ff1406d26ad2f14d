"""What a run asks for, checked before anything is loaded; each refusal says what was found and what is allowed.
It refuses to run."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from labs.decoding.cannot_run import CannotRun
from labs.decoding.family import GROUPS, Engine
from labs.decoding.gamma import LONGEST, AdaptiveGamma, FixedGamma, Gamma
from labs.decoding.pair import Pair, ShippedPair
from labs.decoding.prompts import prompts_in
from labs.decoding.requests import Request
from labs.decoding.rule import LEAST_LENIENCE
from labs.decoding.sampling import Sampling
from labs.decoding.text import StopStrings
from labs.reading import quote

ADAPTIVE: Final = "adaptive"
MOST_NEW: Final = 200
MOST_STOPS, LONGEST_STOP = 8, 200
LONGEST_PROMPT: Final = 2_000


@dataclass(frozen=True)
class RunSettings:
    """One run of the pair. `gamma` is a number of drafts or the word adaptive; `prompt` is the user's own text, and
    without one the group's first held-out prompt is used. The text ends where one of the `stop` strings begins.
    `drawn_at` is a deliberate fault: the temperature that drafts are drawn at while the rule takes q at `temperature`.
    CannotRun for what is not allowed."""

    group: str = "english"
    draft: str = "distilled"
    gamma: int | str = 4
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    lenience: float = 1.0
    seed: int = 7
    max_new: int = 96
    prompt: str = ""
    stop: tuple[str, ...] = ()
    drawn_at: float | None = None
    engine: Engine = field(default_factory=Engine)
    pair: Pair = field(default_factory=ShippedPair)

    def __post_init__(self) -> None:
        _one_of("slice", self.group, GROUPS)
        _one_of("draft", self.draft, self.pair.drafts)
        _between("max-new", self.max_new, 1, MOST_NEW)
        _between("lenience", self.lenience, LEAST_LENIENCE, 1)
        _between("seed", self.seed, 0, 2**63 - 1)
        if len(self.prompt) > LONGEST_PROMPT:
            raise CannotRun(f"The prompt has {len(self.prompt)} characters; up to {LONGEST_PROMPT} are allowed.")
        _check_stops(self.stop)
        if self.drawn_at is not None and self.draft == "lookup":
            raise CannotRun("The lookup draft draws nothing: leave drawn-at out, or choose another draft.")
        try:
            self.policy()
            self.drawn_with()
        except ValueError as problem:
            raise CannotRun(str(problem)) from problem

    def policy(self) -> Gamma:
        """The draft length, fixed or adaptive."""
        if self.gamma == ADAPTIVE:
            return AdaptiveGamma()
        if not isinstance(self.gamma, int):
            raise CannotRun(f'Gamma is "{quote(str(self.gamma))}"; 0 to {LONGEST} or the word {ADAPTIVE} are allowed.')
        return FixedGamma(self.gamma)

    def sampling(self) -> Sampling:
        """Temperature and cuts."""
        return Sampling(self.temperature, self.top_k, self.top_p)

    def drawn_with(self) -> Sampling | None:
        """How drafts are drawn where that is not how the rule is told; ValueError for no temperature."""
        right = self.sampling()
        return None if self.drawn_at is None else replace(right, temperature=self.drawn_at)

    def request(self) -> Request:
        """The request of this run."""
        words = self.pair.words
        prompt = tuple(words.encode(self.prompt)) if self.prompt else prompts_in(words, self.group, 1)[0]
        return self.request_for(prompt, self.seed)

    def request_for(self, prompt: tuple[int, ...], seed: int) -> Request:
        """The same wish for another prompt and seed."""
        stops = StopStrings(self.pair.words.token_bytes, self.stop) if self.stop else None
        return Request(prompt, self.max_new, self.sampling(), seed, self.pair.stop, stops, self.drawn_with())

    def as_dict(self) -> dict[str, Any]:
        """Plain values; engine, device, precision and target by name."""
        engine = self.engine
        named = {"engine": engine.name, "device": engine.device, "precision": engine.precision}
        plain = [each.name for each in fields(self) if each.name not in ("engine", "pair")]
        return {name: getattr(self, name) for name in plain} | named | {"target": self.pair.name, "stop": [*self.stop]}


def _one_of(what: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise CannotRun(f'There is no {what} "{quote(value)}". There are {", ".join(allowed)}.')


def _check_stops(stops: tuple[str, ...]) -> None:
    if isinstance(stops, str):
        raise CannotRun(f'stop is the text "{quote(stops)}"; a list of strings is wanted.')
    if len(stops) > MOST_STOPS:
        raise CannotRun(f"There are {len(stops)} stop strings; up to {MOST_STOPS} are allowed.")
    for each in stops:
        if not 1 <= len(each) <= LONGEST_STOP:
            raise CannotRun(f"A stop string has {len(each)} characters; 1 to {LONGEST_STOP} are allowed.")
        if any("\ud800" <= char <= "\udfff" or char == "\ufffd" for char in each):
            raise CannotRun("A stop string is not whole UTF-8 text: leave broken characters out.")


def _between(what: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        found, low, high = (f"{each:,}" if isinstance(each, int) else f"{each:g}" for each in (value, least, most))
        raise CannotRun(f"{what} is {quote(found)}; {low} to {high} are allowed.")
