"""Ways to draft: a network with a cache, a table of the last tokens, and a look into the row's own past.
They refuse to know the target and the rule; each gives tokens with the distributions that they were drawn from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from labs.decoding.models import Model, check_pair, padded
from labs.decoding.requests import Row
from labs.decoding.sampling import Probs, distribution, draw, one_hot


@dataclass(frozen=True)
class Proposal:
    """Drafted tokens [k] and the distributions, k of [vocabulary], that each was drawn from; k may be 0."""

    tokens: tuple[int, ...]
    probs: Sequence[Probs]


class Drafting(Protocol):
    """One run of a drafter over a fixed batch of rows."""

    def begin(self, rows: Sequence[Row]) -> None:
        """Read the prompts, but for their last tokens."""
        ...

    def propose(self, rows: Sequence[Row], most: Sequence[int]) -> list[Proposal]:
        """Up to most[r] tokens that may follow row r; fewer, or none, where the drafter knows nothing."""
        ...

    def keep(self, rows: Sequence[Row]) -> None:
        """Forget what the verdict refused: rows now hold what stands, and the target's own last token."""
        ...


class Drafter(Protocol):
    """A kind of draft. `name` is one of the names that pages use."""

    @property
    def name(self) -> str: ...

    def start(self, target: Model, rows: int) -> Drafting:
        """A run beside this target; ValueError when the two do not share tokens."""
        ...


class NetDrafting:
    """A network that steps token by token. After a round its cache lacks what it did not draft itself: the target's
    token, and after full acceptance the last draft too, which was proposed but never fed. So each round begins with
    every token past the cache's length, whatever their number."""

    def __init__(self, model: Model, rows: int) -> None:
        self._model = model
        self._session = model.open(rows)

    def begin(self, rows: Sequence[Row]) -> None:
        tokens, counts = padded([row.tokens[:-1][: self._model.context] for row in rows])
        if tokens.size:
            self._session.read(tokens, counts)

    def propose(self, rows: Sequence[Row], most: Sequence[int]) -> list[Proposal]:
        room = self._model.context
        wanted = [min(each, max(0, room + 1 - len(row.tokens))) for row, each in zip(rows, most, strict=True)]
        lengths = self._session.lengths.tolist()
        pending: list[list[int]] = [
            row.tokens[length:] if want else [] for row, length, want in zip(rows, lengths, wanted, strict=True)
        ]
        tokens: list[list[int]] = [[] for _ in rows]
        probs: list[list[Probs]] = [[] for _ in rows]
        for step in range(max(wanted, default=0)):
            logits = self._feed(pending)
            drawn: list[list[int]] = [[] for _ in rows]
            for place, row in enumerate(rows):
                if step < wanted[place]:
                    last = logits[place, len(pending[place]) - 1]
                    law = distribution(last, row.request.sampling)
                    drawn[place] = [draw(law, row.streams.draft.random())]
                    tokens[place] += drawn[place]
                    probs[place].append(law)
            # The last draft of a row is verified, not fed.
            pending = [each if step + 1 < wanted[place] else [] for place, each in enumerate(drawn)]
        return [Proposal(tuple(ids), laws) for ids, laws in zip(tokens, probs, strict=True)]

    def keep(self, rows: Sequence[Row]) -> None:
        for place, (row, length) in enumerate(zip(rows, self._session.lengths.tolist(), strict=True)):
            if length >= len(row.tokens):
                self._session.crop(place, len(row.tokens) - 1)

    def _feed(self, pending: list[list[int]]) -> Any:
        tokens, counts = padded(pending)
        return self._session.feed(tokens, counts) if tokens.size else None


@dataclass(frozen=True)
class NetDrafter:
    """A network as draft."""

    name: str
    model: Model

    def start(self, target: Model, rows: int) -> NetDrafting:
        check_pair(target, self.model)
        return NetDrafting(self.model, rows)


@dataclass(frozen=True)
class Stateless:
    """A run of a drafter that keeps nothing: each proposal is made from the row alone."""

    make: Callable[[Row, int], Proposal]

    def begin(self, rows: Sequence[Row]) -> None:
        """Nothing is read ahead."""

    def propose(self, rows: Sequence[Row], most: Sequence[int]) -> list[Proposal]:
        return [self.make(row, each) for row, each in zip(rows, most, strict=True)]

    def keep(self, rows: Sequence[Row]) -> None:
        """Nothing is held."""


@dataclass(frozen=True)
class TableDrafter:
    """A table of next-token probabilities; `row_of` gives them [vocabulary] for the tokens so far."""

    name: str
    row_of: Callable[[list[int]], Probs]

    def start(self, target: Model, rows: int) -> Stateless:
        return Stateless(self._propose)

    def _propose(self, row: Row, most: int) -> Proposal:
        history = row.tokens[-2:]
        laws: list[Probs] = []
        tokens: list[int] = []
        for _ in range(most):
            with np.errstate(divide="ignore"):
                law = distribution(np.log(self.row_of(history)), row.request.sampling)
            laws.append(law)
            tokens.append(draw(law, row.streams.draft.random()))
            history = [*history, tokens[-1]][-2:]
        return Proposal(tuple(tokens), laws)


@dataclass(frozen=True)
class LookupDrafter:
    """What followed the same few tokens earlier, by `propose(history, most)`. It is certain of each token: q is 1."""

    name: str
    look: Callable[[list[int], int], list[int]]
    vocabulary: int

    def start(self, target: Model, rows: int) -> Stateless:
        return Stateless(self._propose)

    def _propose(self, row: Row, most: int) -> Proposal:
        found = self.look(row.tokens, most) if most else []
        return Proposal(tuple(found), list(one_hot(np.array(found, dtype=np.int64), self.vocabulary)))
