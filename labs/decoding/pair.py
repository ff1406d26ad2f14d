"""A target with its drafts and the tokenizer that they share: what a run asks of it, and the pair that ships.
It refuses to know where another pair comes from; one takes part by having these members."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from labs.decoding.drafters import Drafter
from labs.decoding.family import DRAFTS, Engine, drafter_on, stop_token, target_on
from labs.decoding.models import Model
from labs.tinylm import Tokenizer, load_tokenizer


class Words(Protocol):
    """A tokenizer: `token_bytes` are the bytes of each id."""

    @property
    def token_bytes(self) -> Sequence[bytes]: ...

    def encode(self, text: str) -> list[int]: ...

    def decode(self, ids: Iterable[int]) -> str: ...


class Pair(Protocol):
    """Equal pairs give equal runs. `drafts` are the names that may draft, `stop` the id that ends a text."""

    @property
    def name(self) -> str: ...
    @property
    def drafts(self) -> tuple[str, ...]: ...
    @property
    def stop(self) -> int | None: ...
    @property
    def words(self) -> Words: ...

    def check(self, engine: Engine, draft: str) -> None:
        """CannotRun when the pair can't run there; nothing is loaded for it."""
        ...

    def before(self, draft: str) -> str:
        """What loading costs, in words; empty where it is nothing to speak of."""
        ...

    def target(self, engine: Engine) -> Model: ...

    def drafter(self, engine: Engine, name: str, target: Model) -> Drafter:
        """The draft of that name beside this target."""
        ...

    def versions(self) -> dict[str, str]:
        """Of libraries beyond the engine's."""
        ...


@dataclass(frozen=True)
class ShippedPair:
    """Our own small family."""

    name: str = "servelab"
    drafts: tuple[str, ...] = DRAFTS

    @property
    def stop(self) -> int | None:
        return stop_token()

    @property
    def words(self) -> Tokenizer:
        return load_tokenizer()

    def check(self, engine: Engine, draft: str) -> None:
        engine.check()

    def before(self, draft: str) -> str:
        return ""

    def target(self, engine: Engine) -> Model:
        return target_on(engine)

    def drafter(self, engine: Engine, name: str, target: Model) -> Drafter:
        return drafter_on(engine, name)

    def versions(self) -> dict[str, str]:
        return {}
