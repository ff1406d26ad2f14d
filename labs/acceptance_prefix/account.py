"""The round account: what a round of drafting costs and gives, beside plain steps, in the prices asked for.
It refuses to know cards, batches and words."""

from dataclasses import dataclass

from labs.acceptance_prefix.settings import EACH, AcceptanceParams
from labs.ratios import ratio
from labs.speculation import spec_expected_tokens
from labs.speculation_cost import spec_break_even_alpha

LONGEST = 16
# Two speeds closer than this are one number to a double; the shorter draft is then the better one.
TIE = 1e-12


@dataclass(frozen=True)
class Prices:
    """Prices of a round in one unit: the whole draft, its verification, a plain step."""

    gamma: int
    draft: float
    verify: float
    step: float
    bonus: bool

    @property
    def spent(self) -> float:
        """Price of a round."""
        return self.draft + self.verify

    @property
    def draft_share(self) -> float:
        """A drafted token over a plain step: c in the formulas."""
        return self.draft / (self.gamma * self.step)


@dataclass(frozen=True)
class Account:
    """Mean tokens of a round, their price, and the speed beside plain steps."""

    tokens: float
    cost_a_token: float
    speedup: float


def prices_of(params: AcceptanceParams, gamma: int | None = None) -> Prices:
    """The prices asked for, at another draft length when one is given."""
    length = gamma or params.gamma
    draft = params.draft_cost * length if params.draft_buys == EACH else params.draft_cost
    return Prices(length, float(draft), float(params.verify_cost), float(params.step_cost), params.bonus_token)


def tokens_of(alpha: float, prices: Prices) -> float:
    """Mean tokens of a round; without bonus token a full acceptance gives the drafted tokens only."""
    return spec_expected_tokens(alpha, prices.gamma if prices.bonus else prices.gamma - 1)


def account_of(alpha: float, prices: Prices) -> Account:
    """The mean round at this acceptance."""
    tokens = tokens_of(alpha, prices)
    cost = ratio(prices.spent, tokens)
    return Account(tokens, cost, ratio(prices.step, cost))


def break_even(prices: Prices) -> float | None:
    """The acceptance at which a round costs what plain steps cost; None when it never does."""
    return spec_break_even_alpha(prices.gamma, prices.draft, prices.verify, prices.step, prices.bonus)["alpha"]


def lengths_of(params: AcceptanceParams) -> list[tuple[Prices, Account]]:
    """The prices and the mean round of each draft length from 1 to 16."""
    priced = [prices_of(params, gamma) for gamma in range(1, LONGEST + 1)]
    return [(prices, account_of(float(params.alpha), prices)) for prices in priced]


def best_of(lengths: list[tuple[Prices, Account]]) -> tuple[int, float]:
    """The draft length with the highest speed, and that speed; 0 when drafting never helps."""
    best = (0, 1.0)
    for prices, account in lengths:
        if account.speedup > best[1] * (1 + TIE):
            best = (prices.gamma, account.speedup)
    return best
