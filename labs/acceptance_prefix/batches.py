"""The speed of drafting in a batch by two models: a roofline of free verification, and fitted step times.
It refuses to choose between them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from labs.acceptance_prefix.account import Prices, tokens_of
from labs.acceptance_prefix.cards import BYTES_PER_WEIGHT, Card
from labs.acceptance_prefix.wording import EVENS
from labs.speculation import spec_expected_tokens
from labs.speculation_cost import FreeVerify, spec_batch_speedup, spec_free_verify_batch

MOST = 4096
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


@dataclass(frozen=True)
class Batches:
    """A draft on a card: acceptance, prices (for draft length and the share of a drafted token), cached context."""

    alpha: float
    prices: Prices
    card: Card
    context: int

    @cached_property
    def free(self) -> FreeVerify:
        """Tokens a step and sequences that verify for nothing, by the roofline."""
        card = self.card
        return spec_free_verify_batch(card.peak_flops, card.bandwidth, BYTES_PER_WEIGHT, self.prices.gamma)

    @cached_property
    def roofline_last(self) -> int | None:
        """The last batch that pays by the roofline."""
        return last_paying(self.roofline)

    @cached_property
    def fitted_last(self) -> int | None:
        """The last batch that pays by the fit."""
        return last_paying(self.fitted)

    def roofline(self, batch: int) -> float:
        """Speed beside plain decoding when a step costs one weight read until arithmetic outlasts it."""
        prices = self.prices
        critical = self.free["critical_tokens"]
        factor = spec_batch_speedup(self.alpha, prices.gamma, prices.draft_share, batch, critical)
        # The formula counts the bonus token; a round without it gives fewer tokens at the same cost.
        return factor * tokens_of(self.alpha, prices) / spec_expected_tokens(self.alpha, prices.gamma)

    def checking(self, batch: int) -> tuple[float, float]:
        """What verification costs in plain steps of the batch, by the roofline and by the fit."""
        critical, places = self.free["critical_tokens"], batch * (self.prices.gamma + 1)
        fitted = self.card.step_ms(places, batch, self.context) / self.plain_ms(batch)
        return max(1.0, places / critical) / max(1.0, batch / critical), fitted

    def plain_ms(self, batch: int) -> float:
        """A plain step by the fit."""
        return self.card.step_ms(batch, batch, self.context)

    def round_ms(self, batch: int) -> float:
        """Drafting at its share of plain steps, and one step that verifies gamma + 1 places a sequence."""
        prices = self.prices
        drafting = prices.gamma * prices.draft_share * self.plain_ms(batch)
        return drafting + self.card.step_ms(batch * (prices.gamma + 1), batch, self.context)

    def fitted(self, batch: int) -> float:
        """Speed beside plain decoding by the fit."""
        return tokens_of(self.alpha, self.prices) * self.plain_ms(batch) / self.round_ms(batch)


def last_paying(speed: Callable[[int], float]) -> int | None:
    """The largest batch up to 4,096 that is no slower than plain; 0 when none is, None when all are.

    Verification grows faster with the batch than a plain step in both models, so speed never rises with it.
    """
    # As near to 1 as this a speed is called even, and a batch that is even loses nothing.
    even = 1 - EVENS
    if speed(1) < even:
        return 0
    if speed(MOST) >= even:
        return None
    low, high = 1, MOST
    while high - low > 1:
        middle = (low + high) // 2
        if speed(middle) >= even:
            low = middle
        else:
            high = middle
    return low


def sizes(batch: int) -> list[int]:
    """The batches that tables visit, the current one among them."""
    return sorted({*SIZES, batch})
