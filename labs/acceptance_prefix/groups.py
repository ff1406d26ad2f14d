"""A line per group: its round account, its speed in the batch, the last batch that pays; and all together.
It refuses to know words and tables."""

from dataclasses import dataclass

from labs.acceptance_prefix.account import Account, Prices, account_of, prices_of
from labs.acceptance_prefix.batches import Batches
from labs.acceptance_prefix.cards import CARDS
from labs.acceptance_prefix.settings import AcceptanceParams
from labs.ratios import ratio


@dataclass(frozen=True)
class Lane:
    """One group. `weight` is its share of the tokens written; a last batch is 0 where drafting never pays and None
    where it pays up to the largest batch asked about."""

    name: str
    alpha: float
    weight: float
    account: Account
    batches: Batches
    roofline_last: int | None
    fitted_last: int | None


def lanes_of(params: AcceptanceParams) -> tuple[Lane, ...]:
    """A lane for each group, in the order given."""
    prices = prices_of(params)
    total = sum(group.weight for group in params.groups)
    return tuple(
        _lane(group.name, float(group.alpha), float(group.weight / total), prices, params) for group in params.groups
    )


def _lane(name: str, alpha: float, weight: float, prices: Prices, params: AcceptanceParams) -> Lane:
    batches = Batches(alpha, prices, CARDS[params.card], params.context)
    return Lane(
        name=name,
        alpha=alpha,
        weight=weight,
        account=account_of(alpha, prices),
        batches=batches,
        roofline_last=batches.roofline_last,
        fitted_last=batches.fitted_last,
    )


def all_speedup(lanes: tuple[Lane, ...], step: float) -> float:
    """Speed over all tokens by the prices: a plain step over the mean price of a token, weighted by tokens."""
    return ratio(step, sum(lane.weight * lane.account.cost_a_token for lane in lanes))


def all_fitted(lanes: tuple[Lane, ...], batch: int) -> float:
    """Speed over all tokens by the fit, when each group is decoded in batches of its own."""
    return 1 / sum(lane.weight / lane.batches.fitted(batch) for lane in lanes)
