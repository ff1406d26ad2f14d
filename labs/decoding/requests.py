"""What is asked of a decoder, and the state of one row of its batch.
It refuses to know models and distributions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np

from labs.decoding.sampling import Sampling

Ending = Literal["end", "stop", "length", "context"]


class Stops(Protocol):
    """What else may end a text than a token, such as stop strings."""

    def kept(self, before: Sequence[int], fresh: Sequence[int]) -> int | None:
        """How many of the fresh tokens behind those before, the prompt not among them, stay; None for all."""
        ...


@dataclass(frozen=True)
class Request:
    """A prompt of token ids and how to go on: at most max_new tokens, ending early at `stop` (None: never) or where
    `stops` says. `drawn_with` is a fault to look at: drafts are drawn so, while the rule is told q by `sampling`."""

    prompt: tuple[int, ...]
    max_new: int
    sampling: Sampling = field(default_factory=Sampling)
    seed: int = 0
    stop: int | None = None
    stops: Stops | None = None
    drawn_with: Sampling | None = None

    def __post_init__(self) -> None:
        if not self.prompt:
            raise ValueError("The prompt is empty: give at least one token, such as the end token.")
        if self.max_new < 0:
            raise ValueError(f"{self.max_new} new tokens are asked for; 0 and above are allowed.")


class Streams:
    """Uniform numbers of one request: a stream each for drafting, accepting and the target's own draws.

    So a row draws the same alone and in a batch, and a longer draft does not move the other draws. The tokens are not
    those of plain decoding with the same seed: only their law is the same."""

    def __init__(self, seed: int) -> None:
        self.draft, self.accept, self.extra = (
            np.random.Generator(np.random.PCG64(child)) for child in np.random.SeedSequence(seed).spawn(3)
        )


class Row:
    """One request under way: its tokens so far, prompt included, and where it must stop."""

    def __init__(self, request: Request, context: int) -> None:
        size = len(request.prompt)
        if size >= context:
            raise ValueError(f"The prompt has {size} tokens; the context holds {context}: shorten it to leave room.")
        self.request = request
        self.tokens: list[int] = list(request.prompt)
        self.streams = Streams(request.seed)
        self.limit = min(size + request.max_new, context)
        self.ending: Ending | None = None
        self._end_if_full()

    @property
    def is_open(self) -> bool:
        """Whether the row still takes tokens."""
        return self.ending is None

    @property
    def most_drafts(self) -> int:
        """Drafts that may be verified now: the target's own token must still fit."""
        return max(0, self.limit - len(self.tokens) - 1)

    def take(self, tokens: Sequence[int]) -> tuple[int, ...]:
        """Add tokens, cut after the stop token or the token that completes a stop string, whichever comes first;
        returns those that were added."""
        stop, stops = self.request.stop, self.request.stops
        if stop is not None and stop in tokens:
            tokens = tokens[: list(tokens).index(stop) + 1]
            self.ending = "end"
        kept = stops.kept(self.tokens[len(self.request.prompt) :], tokens) if stops else None
        if kept is not None:
            tokens = tokens[:kept]
            self.ending = "stop"
        self.tokens += tokens
        self._end_if_full()
        return tuple(tokens)

    def _end_if_full(self) -> None:
        if self.is_open and len(self.tokens) >= self.limit:
            full = len(self.request.prompt) + self.request.max_new
            self.ending = "length" if self.limit == full else "context"
