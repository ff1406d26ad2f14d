"""How long an iteration takes, in whole sub-ticks, so that sums are exact.
It refuses to know who is in the batch and why."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Protocol

PICOSECONDS_A_TICK = 10**6
PICOSECONDS_A_MS = 10**9


class Cost(Protocol):
    """Durations in sub-ticks, `subticks` to a tick, without the part that reads the cache.

    The cache part of an iteration is kv(sequences) times the sum of the contexts of its decoding requests, so a run
    of equal decode steps is an arithmetic series: k steps cost k first + growth k (k - 1) / 2, exactly as one by one.
    `tokens` are the tokens verified (one a sequence without drafts); `attention` is the sum of c (c + 2 o) over
    chunks of c prompt tokens behind o tokens already computed.
    """

    @property
    def subticks(self) -> int: ...

    def kv(self, sequences: int) -> int: ...

    def decode(self, sequences: int, tokens: int) -> int: ...

    def prefill(self, tokens: int, attention: int) -> int: ...

    def mixed(self, sequences: int, tokens: int, prefill_tokens: int, attention: int) -> int: ...


@dataclass(frozen=True)
class FixedCost:
    """Costs in whole ticks: `prefill_token` a prompt token, `decode_step` a step whatever its batch."""

    prefill_token: int
    decode_step: int

    @property
    def subticks(self) -> int:
        """A tick is whole."""
        return 1

    def longer(self, percent: int) -> "FixedCost":
        """Every duration longer by so many percent, to the nearest tick."""
        return FixedCost(_longer(self.prefill_token, percent), _longer(self.decode_step, percent))

    def __post_init__(self) -> None:
        if self.prefill_token < 0 or self.decode_step < 0:
            raise ValueError(f"costs are {self.prefill_token} and {self.decode_step}. They must be 0 or more.")

    def kv(self, sequences: int) -> int:
        """Reading the cache costs nothing here."""
        return 0

    def decode(self, sequences: int, tokens: int) -> int:
        """One step."""
        return self.decode_step

    def prefill(self, tokens: int, attention: int) -> int:
        """Every prompt token costs the same."""
        return self.prefill_token * tokens

    def mixed(self, sequences: int, tokens: int, prefill_tokens: int, attention: int) -> int:
        """One step and the prompt tokens beside it."""
        return self.decode_step + self.prefill_token * prefill_tokens


@dataclass(frozen=True)
class LinearCost:
    """The closed form of the published fits, in whole picoseconds; a tick is 1 us.

    decode: max of the two lines below at the tokens of the step + kv_token x sum of contexts;
    prefill: prefill_fixed + prefill_token x tokens + attention_pair x sum of c (c + 2 o);
    both in one iteration: max(decode_fixed + decode_token x all tokens, prefill_fixed + prefill_token x all tokens)
    + the cache part + the attention part. Up to 128 sequences the decode line is the larger on every card here.
    """

    decode_fixed: int
    decode_token: int
    kv_token: int
    prefill_fixed: int
    prefill_token: int
    attention_pair: int
    subticks: int = PICOSECONDS_A_TICK

    def longer(self, percent: int) -> "LinearCost":
        """Every duration longer by so many percent, to the nearest picosecond of each coefficient."""
        return replace(
            self,
            decode_fixed=_longer(self.decode_fixed, percent),
            decode_token=_longer(self.decode_token, percent),
            kv_token=_longer(self.kv_token, percent),
            prefill_fixed=_longer(self.prefill_fixed, percent),
            prefill_token=_longer(self.prefill_token, percent),
            attention_pair=_longer(self.attention_pair, percent),
        )

    def kv(self, sequences: int) -> int:
        """The same for every batch: decode attention is linear in the sum of contexts."""
        return self.kv_token

    def decode(self, sequences: int, tokens: int) -> int:
        """The dense work of a decode step, at the tokens it verifies."""
        return max(
            self.decode_fixed + self.decode_token * tokens,
            self.prefill_fixed + self.prefill_token * tokens,
        )

    def prefill(self, tokens: int, attention: int) -> int:
        """The prefill line and its attention."""
        return self.prefill_fixed + self.prefill_token * tokens + self.attention_pair * attention

    def mixed(self, sequences: int, tokens: int, prefill_tokens: int, attention: int) -> int:
        """The larger of the two lines at all tokens of the iteration, and the attention of its chunks."""
        return self.decode(sequences, tokens + prefill_tokens) + self.attention_pair * attention


def _longer(duration: int, percent: int) -> int:
    return (duration * (100 + percent) + 50) // 100


def from_ms(decode: tuple[str, str, str], prefill: tuple[str, str, str]) -> LinearCost:
    """A cost from coefficients in ms as printed: (fixed, a sequence, a context token), (fixed, a token, a pair)."""
    whole = [picoseconds(text) for text in decode + prefill]
    return LinearCost(*whole)


def picoseconds(ms: str) -> int:
    """Milliseconds, as a decimal text, in picoseconds; ValueError when that is not whole or below 0."""
    exact = Decimal(ms) * PICOSECONDS_A_MS
    if exact < 0 or exact != int(exact):
        raise ValueError(f"{ms} ms is not a whole number of picoseconds. Give 0 or more, at most 9 decimals.")
    return int(exact)
